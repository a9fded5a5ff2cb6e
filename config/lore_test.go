package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/policy/lore"
)

// TestLorebook: it is read beside the configuration, watched, and its problems are
// told with its own lines.
func TestLorebook(t *testing.T) {
	const entry = "[[entries]]\nid = \"lamp\"\nkeys = [\"lamp\"]\ntext = \"It is green.\"\n"
	for _, tt := range []struct{ story, text, says string }{
		{"sound", "rounds = 2\n" + entry, ""},
		{"with a mark that editors leave", "\uFEFF" + entry, ""},
		{"empty", "", ""},
		{"not TOML", "[[entries]\n", "lore.toml:1"},
		{"not UTF-8", "# x\n# \xff\n", "lore.toml:2: not UTF-8"},
		{"with a key nobody knows", entry + "colour = 1\n", "lore.toml:5: entries[1].colour: there is no such key"},
		{"with something wrong of the book", "depth = 0\n" + entry, "depth = 0: want"},
		{"with something wrong of an entry", entry + strings.Replace(entry, `["lamp"]`, `["/(/"]`, 1) + "", `lore.toml:5: entries[2]: key /(/: as a regular expression`},
		{"with an id twice", entry + entry, "is another entry's, too"},
		{"with a chance of too much", entry + "chance = 200", "lore.toml:1: entries[1]: chance = 200"},
		{"with so many problems", strings.Repeat("[[entries]]\n", maxLoreProblems+5), "more problems"},
		{"too large", strings.Repeat("# ", MaxLorebook), "is too large: want at most 2048 KiB"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "lore.toml"), tt.text)
			write(t, filepath.Join(dir, "f.toml"), strings.Replace(sound, "persona =", "lorebook = \"lore.toml\"\npersona =", 1))
			c, err := Load(filepath.Join(dir, "f.toml"))
			if tt.says == "" {
				if err != nil || c.Familiars["aria"].Lore == nil || !strings.HasSuffix(strings.Join(c.Files(), " "), "lore.toml") {
					t.Errorf("got %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.says) || strings.Count(err.Error(), "\n") > maxLoreProblems {
				t.Errorf("got %v, want %q", err, tt.says)
			}
		})
	}
	if _, err := load(t, strings.Replace(sound, "persona =", "lorebook = \"none.toml\"\npersona =", 1)); err == nil || !strings.Contains(err.Error(), "lorebook: open none.toml") {
		t.Errorf("got %v", err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// FuzzLorebook: whatever a file says, it is sound or says what is wrong.
func FuzzLorebook(f *testing.F) {
	f.Add([]byte("depth = 3\n[[entries]]\nid = \"a\"\nkeys = [\"b\", \"/c/i\"]\ntext = \"d\"\nchance = 5\nwoken = false"))
	f.Add([]byte("entries = [{id = \"a\", constant = true, text = \"x\"}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		made, problems := ParseLorebook("x", text)
		if (made == nil) != (len(problems) > 0) {
			t.Fatalf("got %v and %v", made, problems)
		}
		made.Pick([]string{"a b c d"}, 1, lore.Picked{})
	})
}
