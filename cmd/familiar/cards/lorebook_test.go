package cards

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/config"
)

// TestLorebook: books of other programs that are files of their own.
func TestLorebook(t *testing.T) {
	for _, tt := range []struct {
		story, file string
		has         []string
		told        string
		refused     string
	}{
		{
			story: "SillyTavern's world info", file: `{"entries":{"0":{"uid":0,"key":["lamp"],"keysecondary":[],"comment":"The lamp","content":"{{char}}'s lamp.","constant":false,"order":7,"position":4,"depth":2,"disable":false,"probability":60,"useProbability":true,"group":"g"},"1":{"uid":1,"key":[],"comment":"Rain","content":"It rains.","constant":true}}}`,
			has: []string{`id = "the-lamp"`, `text = "mira's lamp."`, "chance = 60", "order = 7", `place = "last"`, "id = \"rain\"\nname = \"Rain\"\nconstant = true"}, told: "not understood: character_book.entries.extensions.group",
		},
		{
			story: "RisuAI's export", file: `{"type":"risu","ver":1,"data":[{"key":"lamp, light","secondkey":"night","selective":true,"insertorder":100,"comment":"Lamp","content":"@@scan_depth 3\n@@keep_activate_after_match\nIt is green.","mode":"normal","alwaysActive":false,"activationPercent":40},{"key":"","mode":"folder","comment":"Folder","content":""}]}`,
			has: []string{`keys = ["lamp", "light"]`, `secondary = ["night"]`, "depth = 3", "chance = 40", `text = "It is green."`}, told: "  entry Lamp: part of the lorebook; without @@keep_activate_after_match\n  entry Folder: left out: it says nothing\n",
		},
		{
			story: "V3's", file: `{"spec":"lorebook_v3","data":{"scan_depth":2,"recursive_scanning":true,"entries":[{"keys":["/l[ai]mp/"],"use_regex":true,"content":"Green.","enabled":true,"insertion_order":0,"extensions":{}}]}}`,
			has: []string{"depth = 2", "rounds = 2", `keys = ["/l[ai]mp/"]`},
		},
		{story: "a card", file: `{"name":"Mira","description":"x"}`, refused: "the file has no entries"},
		{story: "one without entries", file: `{"entries":{}}`, refused: "the file has no entries"},
		{story: "one whose entries say nothing", file: `{"entries":[{"keys":["x"]}]}`, refused: "none of its entries can be used"},
		{story: "a picture", file: "\x89PNG\x1b[2J", refused: "neither JSON"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			dir := t.TempDir()
			from := filepath.Join(dir, "a book.json")
			if err := os.WriteFile(from, []byte(tt.file), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, told bytes.Buffer
			c := lorebookCommand{File: from, Who: "mira", Config: filepath.Join(dir, "familiar.toml"), User: defaultUser}
			if err := c.Validate(); err != nil {
				t.Fatal(err)
			}
			err := c.Run(t.Context(), command.Streams{Out: &out, Err: &told})
			made := filepath.Join(dir, "cards", "mira.lore.toml")
			text, missing := os.ReadFile(made)
			if tt.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tt.refused) || missing == nil {
					t.Errorf("got %v, want %q and nothing written", err, tt.refused)
				}
				return
			}
			if err != nil || out.String() != "lorebook = \"cards/mira.lore.toml\"\n" || !strings.Contains(told.String(), tt.told) {
				t.Errorf("got %v, %q, told\n%s", err, out.String(), told.String())
			}
			for _, want := range tt.has {
				if !strings.Contains(string(text), want) {
					t.Errorf("it lacks %q:\n%s", want, text)
				}
			}
			if _, problems := config.ParseLorebook("x", text); len(problems) > 0 {
				t.Error(problems)
			}
			if err := c.Run(t.Context(), command.Streams{Out: &out, Err: &told}); err == nil || !strings.Contains(err.Error(), "already exists") {
				t.Errorf("again: %v", err)
			}
		})
	}
	for _, who := range []string{"", "../x", "Mira", "a b"} {
		if err := (&lorebookCommand{Who: who, User: defaultUser}).Validate(); err == nil {
			t.Errorf("%q names a familiar", who)
		}
	}
}
