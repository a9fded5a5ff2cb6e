package card

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func entryOf(t *testing.T, fields string) (Entry, *Card) {
	t.Helper()
	c, err := Read(strings.NewReader(`{"spec":"chara_card_v2","data":{"name":"Mira","character_book":{"entries":[` + fields + `]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	return c.Book.Entries[0], c
}

// TestExtensions: what SillyTavern and RisuAI say of an entry in their own ways.
func TestExtensions(t *testing.T) {
	for _, tt := range []struct {
		story, fields string
		want          Entry
		unsupported   string
	}{
		{
			"SillyTavern's defaults", `{"keys":["a"],"content":"x","extensions":{"position":1,"exclude_recursion":false,"display_index":3,"probability":100,"useProbability":true,"depth":4,"selectiveLogic":0,"group":"","group_override":false,"group_weight":100,"prevent_recursion":false,"delay_until_recursion":false,"scan_depth":null,"match_whole_words":null,"use_group_scoring":false,"case_sensitive":null,"automation_id":"","role":0,"vectorized":false,"sticky":0,"cooldown":0,"delay":0}}`,
			Entry{Keys: []string{"a"}, Content: "x", Enabled: true, Position: AfterCharacter},
			"",
		},
		{
			"all that is understood", `{"keys":["a"],"secondary_keys":["b"],"selective":true,"content":"x","extensions":{"position":4,"exclude_recursion":true,"probability":30,"useProbability":true,"depth":2,"selectiveLogic":3,"prevent_recursion":true,"scan_depth":5,"match_whole_words":true,"case_sensitive":true}}`,
			Entry{
				Keys: []string{"a"}, Secondary: []string{"b"}, Selective: true, Logic: AndAll, Content: "x", Enabled: true, Chance: 30, ScanDepth: 5,
				Words: Whole, CaseSensitive: true, Unwoken: true, Unwaking: true, Position: InChat, Depth: 2,
			},
			"",
		},
		{"a chance that isn't used", `{"keys":["a"],"extensions":{"probability":30,"useProbability":false}}`, Entry{Keys: []string{"a"}, Enabled: true}, ""},
		{"no chance at all", `{"keys":["a"],"extensions":{"probability":0,"useProbability":true}}`, Entry{Keys: []string{"a"}}, ""},
		{"RisuAI's chance and capitals", `{"keys":["a"],"mode":"normal","extensions":{"risu_activationPercent":75,"risu_case_sensitive":true,"risu_loreCache":null}}`, Entry{Keys: []string{"a"}, Enabled: true, Chance: 75, CaseSensitive: true}, ""},
		{"RisuAI's folder", `{"keys":["a"],"mode":"folder"}`, Entry{Keys: []string{"a"}, Enabled: true}, "character_book mode folder"},
		{"a group and what time does", `{"keys":["a"],"extensions":{"group":"g","sticky":3}}`, Entry{Keys: []string{"a"}, Enabled: true}, "character_book.entries.extensions.group character_book.entries.extensions.sticky"},
		{"a place that isn't there", `{"keys":["a"],"extensions":{"position":6}}`, Entry{Keys: []string{"a"}, Enabled: true}, "character_book position 6"},
		{"nonsense", `{"keys":["a"],"extensions":{"position":"x","probability":{},"selectiveLogic":9,"scan_depth":-2}}`, Entry{Keys: []string{"a"}, Enabled: true}, "character_book.entries.extensions.selectiveLogic"},
	} {
		got, c := entryOf(t, tt.fields)
		var unsupported []string
		for _, u := range c.Unsupported {
			unsupported = append(unsupported, u.What)
		}
		if !reflect.DeepEqual(got, tt.want) || strings.Join(unsupported, " ") != tt.unsupported {
			t.Errorf("%s:\ngot  %+v, %q\nwant %+v", tt.story, got, unsupported, tt.want)
		}
	}
}

// TestEntriesByID: a book as SillyTavern's own files have it, with their names.
func TestEntriesByID(t *testing.T) {
	c, err := Read(strings.NewReader(`{"data":{"name":"Mira","character_book":{"entries":{
		"10": {"uid":10,"key":["c"],"comment":"third","content":"z","order":3,"disable":true},
		"2": {"uid":2,"key":["b"],"keysecondary":["d"],"selective":true,"selectiveLogic":2,"content":"y","position":4,"depth":1,"probability":20,"useProbability":true,"matchWholeWords":false,"excludeRecursion":true},
		"0": {"key":"a, e","content":"x","alwaysActive":true,"insertorder":100,"` + risuExtensions + `":{"risu_case_sensitive":true}}
	}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Entry{
		{Keys: []string{"a", "e"}, Content: "x", Constant: true, Enabled: true, Order: 100, CaseSensitive: true},
		{ID: "2", Keys: []string{"b"}, Secondary: []string{"d"}, Selective: true, Logic: NotAny, Content: "y", Enabled: true, Chance: 20, Words: Within, Unwoken: true, Position: InChat, Depth: 1},
		{ID: "10", Comment: "third", Keys: []string{"c"}, Content: "z", Order: 3},
	}
	if !reflect.DeepEqual(c.Book.Entries, want) || len(c.Unsupported) > 0 {
		t.Errorf("got  %+v\nwant %+v\n%v", c.Book.Entries, want, c.Unsupported)
	}
}

// TestSettled: what lines with @@ say of an entry.
func TestSettled(t *testing.T) {
	keyed := Entry{Keys: []string{"k"}, Enabled: true}
	for _, tt := range []struct {
		lines   string
		change  func(*Entry)
		unknown string
	}{
		{"", func(*Entry) {}, ""},
		{"@@activate", func(e *Entry) { e.Constant = true }, ""},
		{"@@DONT_ACTIVATE", func(e *Entry) { e.Enabled = false }, ""},
		{"@@depth 3\n\n@@scan_depth 7\n@@priority 5\n@@probability 40", func(e *Entry) {
			e.Position, e.Depth, e.ScanDepth, e.Priority, e.Chance = InChat, 3, 7, 5, 40
		}, ""},
		{"@@probability 0", func(e *Entry) { e.Enabled = false }, ""},
		{"@@probability 100", func(*Entry) {}, ""},
		{"@@end\n@@unrecursive\n@@no_recursive_search\n@@match_full_word", func(e *Entry) {
			e.Position, e.Unwaking, e.Unwoken, e.Words = InChat, true, true, Whole
		}, ""},
		{"@@position before_desc\n@@position personality\n@@ignore_on_max_context", func(e *Entry) { e.Position, e.Priority = BeforeCharacter, -1000 }, "@@position"},
		{"@@additional_keys a, b", func(e *Entry) { e.Selective, e.Secondary = true, []string{"a", "b"} }, ""},
		{"@@additional_keys a\n@@additional_keys b\n@@additional_keys c", func(e *Entry) {
			e.Selective, e.Secondary, e.Logic = true, []string{"a", "b", "c"}, AndAll
		}, ""},
		{"@@exclude_keys a\n@@exclude_keys b", func(e *Entry) { e.Selective, e.Secondary, e.Logic = true, []string{"a", "b"}, NotAny }, ""},
		{"@@exclude_keys_all a,b\n@@exclude_keys c", func(e *Entry) { e.Selective, e.Secondary, e.Logic = true, []string{"a", "b"}, NotAll }, "@@exclude_keys"},
		{"@@role user\n@@depth x\n@@\n@@activate_only_after 3", func(*Entry) {}, "@@role @@depth @@ @@activate_only_after"},
	} {
		e := keyed
		e.Content = tt.lines + "\nThe text.\n@@depth 9"
		want := keyed
		want.Content = "The text.\n@@depth 9"
		tt.change(&want)
		got, unknown := e.Settled()
		if !reflect.DeepEqual(got, want) || strings.Join(unknown, " ") != tt.unknown {
			t.Errorf("%q:\ngot  %+v, %q\nwant %+v, %q", tt.lines, got, unknown, want, tt.unknown)
		}
	}
}

// TestBookReadsBack: a book that is written and read again says the same.
func TestBookReadsBack(t *testing.T) {
	word := rapid.StringMatching(`[a-z나비]{1,5}`)
	rapid.Check(t, func(t *rapid.T) {
		c := &Card{Version: V3, Name: "Mira", Book: &Book{
			Name: word.Draw(t, "name"), ScanDepth: rapid.IntRange(0, 9).Draw(t, "depth"), TokenBudget: rapid.IntRange(0, 900).Draw(t, "budget"), Recursive: rapid.Bool().Draw(t, "recursive"),
		}}
		for range rapid.IntRange(0, 3).Draw(t, "entries") {
			e := Entry{
				ID: word.Draw(t, "id"), Name: word.Draw(t, "entry"), Content: word.Draw(t, "content"), Keys: rapid.SliceOfN(word, 1, 3).Draw(t, "keys"),
				Selective: rapid.Bool().Draw(t, "selective"), Logic: rapid.SampledFrom(logics).Draw(t, "logic"), Constant: rapid.Bool().Draw(t, "constant"),
				Enabled: rapid.Bool().Draw(t, "enabled"), Regex: rapid.Bool().Draw(t, "regex"), CaseSensitive: rapid.Bool().Draw(t, "case"),
				Words: rapid.SampledFrom([]Words{Unsaid, Whole, Within}).Draw(t, "words"), ScanDepth: rapid.IntRange(0, 9).Draw(t, "scan"), Chance: rapid.IntRange(0, 99).Draw(t, "chance"),
				Unwoken: rapid.Bool().Draw(t, "unwoken"), Unwaking: rapid.Bool().Draw(t, "unwaking"), Order: rapid.IntRange(-9, 9).Draw(t, "order"), Priority: rapid.IntRange(-9, 9).Draw(t, "priority"),
				Position: rapid.SampledFrom([]Position{Anywhere, BeforeCharacter, AfterCharacter, InChat}).Draw(t, "position"),
			}
			if e.Selective {
				e.Secondary = rapid.SliceOfN(word, 1, 2).Draw(t, "secondary")
			}
			if e.Position == InChat {
				e.Depth = rapid.IntRange(0, 9).Draw(t, "behind")
			}
			c.Book.Entries = append(c.Book.Entries, e)
		}
		text, err := c.JSON()
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, c) {
			t.Fatalf("got  %+v %v\nwant %+v", got.Book, got.Unsupported, c.Book)
		}
	})
}

// TestArchivesOfRisuAI: with a picture before them and a module within.
func TestArchivesOfRisuAI(t *testing.T) {
	for _, tt := range []struct{ card, why string }{
		{v1, "export the character as JSON"},
		{v2, "its book is the card's"},
	} {
		file := append([]byte("\xff\xd8\xff\xe0 a picture \xff\xd9"), archive(t, [2]string{"module.risum", "o\x00"}, [2]string{"card.json", tt.card}, [2]string{"card.json", "{}"})...)
		c, err := Read(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if last := c.Unsupported[len(c.Unsupported)-1]; c.Name != "Mira" || last.What != "module.risum" || !strings.Contains(last.Why, tt.why) {
			t.Errorf("got %s, %v", c.Name, c.Unsupported)
		}
	}
	if _, err := Read(strings.NewReader("\xff\xd8\xff\xe0 a picture")); err == nil || !strings.Contains(err.Error(), "the archive can't be read") {
		t.Errorf("a picture alone: %v", err)
	}
}

func TestHidden(t *testing.T) {
	c := &Card{Name: "Mira"}
	if got := c.Plain("{{bot}} {{hidden_key: x}}{{// y}}hums.", "User"); got != "Mira hums." {
		t.Errorf("got %q", got)
	}
}

// FuzzReadBook: whatever a file holds, there are entries within bounds, or an error of
// the package's; and each can be settled and written.
func FuzzReadBook(f *testing.F) {
	f.Add([]byte(`{"entries":{"0":{"key":["a"],"position":4,"probability":"x"},"1":[]}}`))
	f.Add([]byte(`{"type":"risu","data":[{"key":"a,b","content":"@@depth 1\n@@additional_keys a,b\nx","alwaysActive":1}]}`))
	f.Add([]byte(`{"data":{"entries":[{"keys":"a","extensions":{"selectiveLogic":-1}}]}}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := ReadBook(bytes.NewReader(file), "Mira")
		if err != nil {
			if c != nil || !errors.Is(err, ErrNoCard) && !errors.Is(err, ErrTooLarge) {
				t.Fatalf("got %+v and %v", c, err)
			}
			return
		}
		if n := len(c.Book.Entries); n == 0 || n > MaxEntries {
			t.Fatalf("got %d entries", n)
		}
		for i := range c.Book.Entries {
			if e, _ := c.Book.Entries[i].Settled(); strings.HasPrefix(e.Content, "@@") || e.Chance < 0 || e.Chance > 99 || e.ScanDepth < 0 {
				t.Fatalf("got %+v", e)
			}
		}
		if _, err := c.JSON(); err != nil && !errors.Is(err, ErrTooLarge) {
			t.Fatal(err)
		}
	})
}
