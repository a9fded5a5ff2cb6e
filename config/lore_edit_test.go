package config

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/policy/lore"
)

// entry returns one that is as its file would have it without any knob.
func entry(id, text string, keys ...string) lore.Entry {
	var e lore.Entry
	e.Start(nil)
	e.ID, e.Text, e.Keys = id, text, keys
	return e
}

func TestEditLorebook(t *testing.T) {
	const book = "# What Aria knows.\ndepth = 5\n\n# The lamp.\n[[entries]]\nid = \"lamp\" # counter\nkeys = [\"lamp\", # both\n  \"lan]tern\"]\ntext = \"It hums.\"\n\n# Edda.\n[[entries]]\nid = \"edda\"\nkeys = [\"Edda\"]\ntext = '''\nShe has beans.'''\nchance = 50\n"
	off := entry("lamp", "It hums.", "lamp", "lan]tern")
	off.Off = true
	for _, tt := range []struct {
		story, text string
		to          lore.Entry
		want        string
	}{
		{"nothing is different", book, entry("lamp", "It hums.", "lamp", "lan]tern"), book},
		{"another text", book, entry("lamp", "It is \"off\".\nFor good.", "lamp", "lan]tern"), strings.Replace(book, `"It hums."`, "\"\"\"\nIt is \\\"off\\\".\nFor good.\"\"\"", 1)},
		{"other keys", book, entry("lamp", "It hums.", "lamp"), strings.Replace(book, "[\"lamp\", # both\n  \"lan]tern\"]", `["lamp"]`, 1)},
		{"it is switched off", book, off, strings.Replace(book, "[[entries]]\nid = \"lamp\"", "[[entries]]\noff = true\nid = \"lamp\"", 1)},
		{"the last one, in several lines", book, entry("edda", "She has none.", "Edda"), strings.Replace(book, "'''\nShe has beans.'''", `"She has none."`, 1)},
		{"a new one", book, entry("moths", "They come at night.", "moth"), book + "\n[[entries]]\nid = \"moths\"\nkeys = [\"moth\"]\ntext = \"They come at night.\"\n"},
		{"the first one", "", entry("moths", "They come at night.", "moth"), "[[entries]]\nid = \"moths\"\nkeys = [\"moth\"]\ntext = \"They come at night.\"\n"},
		{"lines end as the file's do", "depth = 5\r\n", entry("a", "b", "c"), "depth = 5\r\n\r\n[[entries]]\r\nid = \"a\"\r\nkeys = [\"c\"]\r\ntext = \"b\"\r\n"},
		{"entries in one line aren't touched", "entries = [{id = \"a\", keys = [\"b\"], text = \"c\"}]\n", entry("a", "d", "b"), ""},
		{"nor is a file that isn't sound", "[[entries]]\n", entry("a", "d", "b"), ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got, err := EditLorebook([]byte(tt.text), tt.to)
			if string(got) != tt.want || (err != nil) != (tt.want == "") {
				t.Errorf("got\n%s\n%v\nwant\n%s", got, err, tt.want)
			}
		})
	}
}

// TestEditLorebookSaysIt: whatever is written is read back as it was meant.
func TestEditLorebookSaysIt(t *testing.T) {
	text := []byte("# x\n[[entries]]\nid = \"a\"\nkeys = [\"k\"]\ntext = \"t\"\n[[entries]]\nid = \"b\"\nkeys = [\"k\"]\ntext = \"t\"\n")
	rapid.Check(t, func(r *rapid.T) {
		to := entry(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "id"), rapid.String().Draw(r, "text")+".", rapid.SliceOfN(rapid.StringMatching(`[a-z"\\\]#=가]{1,5}[a-z]`), 1, 3).Draw(r, "keys")...)
		to.Constant = rapid.Bool().Draw(r, "constant")
		got, err := EditLorebook(text, to)
		if err != nil {
			r.Fatal(err)
		}
		made, problems := ParseLorebook("x", got)
		if len(problems) > 0 {
			r.Fatalf("%v\n%s", problems, got)
		}
		for _, e := range made.Book().Entries {
			if e.ID == to.ID && (e.Text != to.Text || strings.Join(e.Keys, "\x00") != strings.Join(to.Keys, "\x00") || e.Constant != to.Constant) {
				r.Fatalf("got %+v, want %+v\n%s", e, to, got)
			}
		}
	})
}
