package cards

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/policy/lore"
)

// anyBook draws a lorebook that a card can hold: rounds are on or off there, a budget
// counts in tokens, and how keys are looked for is each entry's.
func anyBook(t *rapid.T) lore.Book {
	word := rapid.StringMatching(`[a-z나비"\\]{0,4}[a-z]`)
	b := lore.Default()
	b.Depth, b.Budget, b.Rounds = rapid.IntRange(1, lore.MaxDepth).Draw(t, "depth"), 4*rapid.IntRange(1, 900).Draw(t, "budget"), 2*rapid.IntRange(0, 1).Draw(t, "rounds")
	b.Match = lore.Part
	for i := range rapid.IntRange(1, 4).Draw(t, "entries") {
		var e lore.Entry
		e.Start(nil)
		e.ID = fmt.Sprint("e", i)
		if rapid.Bool().Draw(t, "named") {
			e.Name = "n" + word.Draw(t, "name")
		}
		e.Text = strings.Join(rapid.SliceOfN(word, 1, 4).Draw(t, "text"), rapid.SampledFrom([]string{" ", "\n", "\n\n", "\t"}).Draw(t, "between"))
		e.Keys = rapid.SliceOfN(rapid.OneOf(word, rapid.Just("/a+b/i")), 1, 3).Draw(t, "keys")
		if rapid.Bool().Draw(t, "second") {
			e.Secondary = rapid.SliceOfN(word, 1, 2).Draw(t, "secondary")
		}
		e.Logic = rapid.SampledFrom([]lore.Logic{lore.Any, lore.All, lore.NotAny, lore.NotAll}).Draw(t, "logic")
		e.Match = rapid.SampledFrom([]lore.Match{lore.Word, lore.Part}).Draw(t, "match")
		e.CaseSensitive, e.Off = rapid.Bool().Draw(t, "case"), rapid.Bool().Draw(t, "off")
		e.Depth, e.Chance = rapid.IntRange(0, lore.MaxDepth).Draw(t, "own depth"), rapid.IntRange(1, 100).Draw(t, "chance")
		e.Constant = e.Chance < 100 && rapid.Bool().Draw(t, "constant")
		e.Wakes, e.Woken = rapid.Bool().Draw(t, "wakes"), rapid.Bool().Draw(t, "woken")
		e.Priority, e.Order = rapid.IntRange(-9, 9).Draw(t, "priority"), rapid.IntRange(-9, 9).Draw(t, "order")
		e.Place = rapid.SampledFrom([]lore.Place{lore.First, lore.Last}).Draw(t, "place")
		b.Entries = append(b.Entries, e)
	}
	return b
}

// TestLorebookGoesBack: a lorebook that is exported as a card and imported again is
// the same, and so is its file.
func TestLorebookGoesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyBook(t)
		read, problems := config.ParseLorebook("x", []byte(written(want, "x")))
		if len(problems) > 0 || !reflect.DeepEqual(read.Book(), want) {
			t.Fatalf("%v\n%s", problems, written(want, "x"))
		}
		made := &card.Card{Version: card.V3, Name: "Mira", Book: given(want)}
		text, err := made.JSON()
		if err != nil {
			t.Fatal(err)
		}
		c, err := card.Read(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Entries { // a card's entry always has a name
			if want.Entries[i].Name == want.Entries[i].ID {
				want.Entries[i].Name = ""
			}
		}
		if got := take(c, "User"); !reflect.DeepEqual(got.book, want) {
			t.Fatalf("got  %+v\nwant %+v", got.book, want)
		}
	})
}

// TestImportGoesBack: what import took of a card, export gives back, of the
// configuration and of the two files.
func TestImportGoesBack(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	file := v2(t, fields{"description": "Keeps moths.", "character_book": fields{"scan_depth": 4, "token_budget": 50, "recursive_scanning": true, "entries": []fields{
		{"name": "Rain", "content": "It rains.", "constant": true, "enabled": true, "keys": []string{}},
		{"name": "Lamp", "content": "It is green.", "keys": []string{"lamp"}, "secondary_keys": []string{"night"}, "selective": true, "insertion_order": 3, "extensions": fields{"selectiveLogic": 3, "probability": 40, "useProbability": true}},
		{"name": "Gone", "content": "It is off.", "keys": []string{"gone"}, "enabled": false, "extensions": fields{}},
	}}})
	for name, text := range map[string][]byte{"mira.json": file, "familiar.toml": []byte("[familiars.aria]\npersona = \"Aria\"")} {
		if err := os.WriteFile(at(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, told bytes.Buffer
	std := command.Streams{Out: &out, Err: &told}
	if err := (&importCommand{File: at("mira.json"), Config: at("familiar.toml"), User: defaultUser, Write: true, Yes: true}).Run(t.Context(), std); err != nil {
		t.Fatal(err)
	}
	for what, export := range map[string]*exportCommand{
		"the configuration": {Who: "mira", To: at("a.json"), Config: at("familiar.toml")},
		"the files":         {Who: at("cards/mira.md"), To: at("b.png"), Lorebook: at("cards/mira.lore.toml")},
	} {
		if err := export.Run(t.Context(), std); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		got, err := read(export.To)
		if err != nil {
			t.Fatal(err)
		}
		want := []card.Entry{
			{Name: "Rain", Content: "It rains.", Constant: true, Enabled: true},
			{ID: "lamp", Name: "Lamp", Content: "It is green.", Keys: []string{"lamp"}, Secondary: []string{"night"}, Selective: true, Logic: card.AndAll, Enabled: true, Chance: 40, Words: card.Within, Order: 3},
			{ID: "gone", Name: "Gone", Content: "It is off.", Keys: []string{"gone"}, Words: card.Within},
		}
		if got.Description != "Keeps moths." || got.Book.ScanDepth != 4 || got.Book.TokenBudget != 50 || !got.Book.Recursive || !reflect.DeepEqual(got.Book.Entries, want) {
			t.Errorf("%s: got %+v", what, got.Book)
		}
	}
	if err := (&exportCommand{Who: "mira", To: at("c.json"), Config: at("familiar.toml"), Lorebook: at("cards/mira.lore.toml")}).Run(t.Context(), std); err == nil {
		t.Error("a lorebook beside a familiar's own is taken")
	}
	if err := (&exportCommand{Who: at("cards/mira.md"), To: at("c.json"), Lorebook: at("familiar.toml")}).Run(t.Context(), std); err == nil || !strings.Contains(err.Error(), "there is no such key") {
		t.Errorf("a lorebook that is none: %v", err)
	}
}

// TestFailedImportLeavesNothing: where the card or the configuration can't be
// written, neither card nor lorebook stays.
func TestFailedImportLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string][]byte{"mira.json": v2(t, book(fields{"content": "Green.", "keys": []string{"lamp"}})), "familiar.toml": []byte("[familiars.aria]\npersona = \"Aria\"")} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := importCommand{File: filepath.Join(dir, "mira.json"), Config: filepath.Join(dir, "familiar.toml"), User: defaultUser, Write: true, Yes: true, ID: "bo"}
	made, err := c.familiar(&card.Card{Name: "Mira", Book: &card.Book{Entries: []card.Entry{{Content: "x", Keys: []string{"y"}, Enabled: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	at, beside := filepath.Join(dir, "cards", "bo.md"), filepath.Join(dir, "cards", "bo.lore.toml")
	for _, tt := range []struct{ into, before string }{
		{"../familiar.toml", "broken ="},
		{".", "[familiars.aria]\npersona = \"Aria\""}, // a folder can't be replaced
	} {
		if err := c.writeAll(made, at, beside, filepath.Join(dir, "cards", tt.into), []byte(tt.before), 0o600); err == nil {
			t.Fatalf("%q is written into %s", tt.before, tt.into)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "cards", "*")); len(left) > 0 {
			t.Errorf("%s: %v are left", tt.into, left)
		}
	}
}

// FuzzTake: whatever an entry says, its lorebook is sound, reads back as it was
// written, and something is told of each entry.
func FuzzTake(f *testing.F) {
	f.Add("lamp", "lamp", "@@depth 4\nIt is {{user}}'s.\n\t\"x\" \\", "night", "0", true)
	f.Add("\u202e\x00", "/a(?=b)/", "\r\n\x1b[2J", "\u2028", "a\u0301", false)
	f.Add(strings.Repeat("x", 70), "\U000e0001", "x\u00ad\u2028y \u200b\"\"\"", "\x7f", "\uFEFF", true)
	f.Add("x", "y", "\u200b\u034f", "z", "1", true)
	f.Fuzz(func(t *testing.T, name, key, content, secondary, id string, selective bool) {
		c := &card.Card{Name: "Mira", Book: &card.Book{Entries: []card.Entry{
			{Name: name, Keys: []string{key, "lamp"}, Content: content, Secondary: []string{secondary}, Selective: selective, ID: id, Enabled: true, Chance: 200},
			{Comment: name, Keys: []string{key}, Content: content, ID: id, Enabled: true, ScanDepth: 1 << 20},
			{Content: content, Constant: true, Enabled: selective, Chance: 5},
		}}}
		taken := take(c, "User")
		if len(taken.notes) != len(c.Book.Entries) {
			t.Fatalf("got %d notes", len(taken.notes))
		}
		text := written(taken.book, "x")
		read, problems := config.ParseLorebook("x", []byte(text))
		if len(problems) > 0 || !reflect.DeepEqual(read.Book().Entries, taken.book.Entries) {
			t.Fatalf("%v\n%s", problems, text)
		}
	})
}
