package lore

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// known is an entry as a file makes it, about its id.
func known(id string, keys ...string) Entry {
	var e Entry
	e.Start(nil)
	e.ID, e.Text, e.Keys = id, "About "+id+".", keys
	return e
}

func with(e Entry, change func(*Entry)) Entry {
	change(&e)
	return e
}

func compiled(t testing.TB, b Book) *Lore {
	t.Helper()
	l, err := Compile(b)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func bookOf(entries ...Entry) Book {
	b := Default()
	b.Entries = entries
	return b
}

func TestPick(t *testing.T) {
	lines := []string{"Ana: the garden gate is red", "Bo: and the LAMP?", "Ana: it burns all night"}
	for _, tt := range []struct {
		story string
		book  Book
		want  string // ids
		none  string // ids that had no room
	}{
		{"a key, whatever its capitals", bookOf(known("lamp", "Lamp")), "lamp", ""},
		{"no key", bookOf(known("moth", "moth")), "", ""},
		{"one of several keys", bookOf(known("gate", "door", "gate")), "gate", ""},
		{"a key within a word", bookOf(known("den", "den")), "", ""},
		{"the same, where parts count", bookOf(with(known("den", "den"), func(e *Entry) { e.Match = Part })), "den", ""},
		{"a key of two words", bookOf(known("gate", "garden gate")), "gate", ""},
		{"a key with other capitals, where they count", bookOf(with(known("lamp", "Lamp"), func(e *Entry) { e.CaseSensitive = true })), "", ""},
		{"a key with the same capitals, where they count", bookOf(with(known("lamp", "LAMP"), func(e *Entry) { e.CaseSensitive = true })), "lamp", ""},
		{"a regular expression", bookOf(known("lamp", "/l[aeiou]mps?/i")), "lamp", ""},
		{"one that looks at capitals", bookOf(known("lamp", "/lamp/")), "", ""},
		{"an entry that looks less far back", bookOf(with(known("gate", "gate"), func(e *Entry) { e.Depth = 2 })), "", ""},
		{"and far enough", bookOf(with(known("gate", "gate"), func(e *Entry) { e.Depth = 3 })), "gate", ""},
		{"a constant one", bookOf(with(known("rain"), func(e *Entry) { e.Constant = true })), "rain", ""},
		{"one that is off", bookOf(with(known("lamp", "lamp"), func(e *Entry) { e.Off = true })), "", ""},
		{"one that never has luck", bookOf(with(known("lamp", "lamp"), func(e *Entry) { e.Chance = 0 })), "", ""},
		{"any, and one is there", logic(Any, "night", "moth"), "lamp", ""},
		{"any, and none is there", logic(Any, "moth"), "", ""},
		{"all, and all are there", logic(All, "night", "gate"), "lamp", ""},
		{"all, and one is missing", logic(All, "night", "moth"), "", ""},
		{"not any, and none is there", logic(NotAny, "moth", "den"), "lamp", ""},
		{"not any, and one is there", logic(NotAny, "moth", "night"), "", ""},
		{"not all, and one is missing", logic(NotAll, "night", "moth"), "lamp", ""},
		{"not all, and all are there", logic(NotAll, "night", "gate"), "", ""},
		{"in their order, then as in the file", bookOf(
			with(known("c", "lamp"), func(e *Entry) { e.Order = 2 }), known("b", "lamp"), with(known("d", "lamp"), func(e *Entry) { e.Order = 2 }),
			with(known("a", "lamp"), func(e *Entry) { e.Order, e.Priority = -1, -5 }), with(known("z", "lamp"), func(e *Entry) { e.Place, e.Order = Last, -9 }),
		), "a b c d z", ""},
		{"room for one: the constant one", narrow(8, known("lamp", "lamp"), with(known("rain"), func(e *Entry) { e.Constant, e.Text = true, "It rains" })), "rain", "lamp"},
		{"room for one: that of more priority", narrow(11, with(known("lamp", "lamp"), func(e *Entry) { e.Order = 9 }), with(known("gate", "gate"), func(e *Entry) { e.Priority = 1 })), "gate", "lamp"},
		{"room for one: the later", narrow(11, known("lamp", "lamp"), with(known("gate", "gate"), func(e *Entry) { e.Order = 1 })), "gate", "lamp"},
		{"a small one gets the room of a large", narrow(11, with(known("lamp", "lamp"), func(e *Entry) { e.Text, e.Order = strings.Repeat("x", 12), 1 }), known("gate", "gate")), "gate", "lamp"},
		{"characters, not bytes", narrow(3, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "나비다" })), "lamp", ""},
		{"a text brings in nothing", rounds(0, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths like it." }), known("moth", "moths")), "lamp", ""},
		{"a text brings in another", rounds(1, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths like it." }), known("moth", "moths")), "lamp moth", ""},
		{"but not a third", rounds(1, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths." }), with(known("moth", "moths"), func(e *Entry) { e.Text = "Wool." }), known("wool", "wool")), "lamp moth", ""},
		{"which a second round does", rounds(2, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths." }), with(known("moth", "moths"), func(e *Entry) { e.Text = "Wool." }), known("wool", "wool")), "lamp moth wool", ""},
		{"a circle ends", rounds(5, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths." }), with(known("moth", "moths"), func(e *Entry) { e.Text = "Lamp." })), "lamp moth", ""},
		{"a text that may bring in none", rounds(5, with(known("lamp", "lamp"), func(e *Entry) { e.Text, e.Wakes = "Moths.", false }), known("moth", "moths")), "lamp", ""},
		{"an entry that none may bring in", rounds(5, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths." }), with(known("moth", "moths"), func(e *Entry) { e.Woken = false })), "lamp", ""},
		{"a secondary key in a text", rounds(1, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths." }), with(known("gate", "gate"), func(e *Entry) { e.Secondary = []string{"moths"} })), "lamp gate", ""},
		{"what has no room brings in nothing", func() Book {
			b := rounds(5, with(known("lamp", "lamp"), func(e *Entry) { e.Text = "Moths like it there." }), with(known("moth", "moths"), func(e *Entry) { e.Text = "x" }))
			b.Budget = 5
			return b
		}(), "", "lamp"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got := compiled(t, tt.book).Pick(lines, 1, Picked{})
			if ids := strings.Join(got.IDs(), " "); ids != tt.want || strings.Join(got.NoRoom, " ") != tt.none {
				t.Errorf("got %q, no room for %q; want %q, %q", ids, got.NoRoom, tt.want, tt.none)
			}
		})
	}
}

func logic(of Logic, secondary ...string) Book {
	return bookOf(with(known("lamp", "lamp"), func(e *Entry) { e.Logic, e.Secondary = of, secondary }))
}

func narrow(budget int, entries ...Entry) Book {
	b := bookOf(entries...)
	b.Budget = budget
	return b
}

func rounds(n int, entries ...Entry) Book {
	b := bookOf(entries...)
	b.Rounds = n
	return b
}

func TestNone(t *testing.T) {
	var none *Lore
	if got := none.Pick([]string{"x"}, 1, Picked{}); len(got.Entries) != 0 {
		t.Errorf("got %v", got.IDs())
	}
	if got := compiled(t, bookOf(known("lamp", "lamp"))).Pick(nil, 1, Picked{}); len(got.Entries) != 0 {
		t.Errorf("got %v of no lines", got.IDs())
	}
}

// TestLanguages: words touch no other letters where there are spaces between words,
// and are found anywhere where there are none.
func TestLanguages(t *testing.T) {
	for _, tt := range []struct {
		key, line string
		want      bool
	}{
		{"art", "start", false},
		{"art", "the art, of it", true},
		{"art", "art", true},
		{"ana", "banana ana", true},
		{"Straße", "in der STRASSE", false}, // ß isn't ss
		{"straße", "die Straße.", true},
		{"café", "the cafe\u0301 there", true}, // composed and not
		{"ｌａｍｐ", "a lamp", true},
		{"лампа", "Лампа горит", true},
		{"лампа", "лампада", false},
		{"灯", "那个路灯很亮", true},
		{"蛾", "蛾が飛ぶ", true},
		{"ランプ", "古いランプを見た", true},
		{"lamp", "那个lamp很亮", true},
		{"โคม", "มีโคมไฟเก่า", true},
		{"나비", "나비가 난다", true},   // an ending
		{"나비", "흰나비가 난다", false}, // another word
		{"مصباح", "مصباح قديم", true},
		{"c++", "I like C++.", true},
		{"?", "what?", true},
		{"-_-", "so -_- then", true},
		{"old lamp", "old lamps", false},
	} {
		if got := len(compiled(t, bookOf(known("x", tt.key))).Pick([]string{tt.line}, 1, Picked{}).Entries) > 0; got != tt.want {
			t.Errorf("%q in %q: got %v, want %v", tt.key, tt.line, got, tt.want)
		}
	}
}

// TestChance: a draw is the turn's and the entry's alone, and comes as often as said.
func TestChance(t *testing.T) {
	b := bookOf(with(known("half", "lamp"), func(e *Entry) { e.Chance = 30 }), with(known("other", "lamp"), func(e *Entry) { e.Chance = 30 }))
	l, alone := compiled(t, b), compiled(t, bookOf(b.Entries[0]))
	const turns = 4000
	n, both := 0, 0
	for order := range uint64(turns) {
		seed := Seed("irc/#garden", "mira", order)
		got := l.Pick([]string{"lamp"}, seed, Picked{}).IDs()
		if again := l.Pick([]string{"lamp", "x"}, seed, Picked{}).IDs(); !slices.Equal(got, again) {
			t.Fatalf("got %v, then %v", got, again)
		}
		has := slices.Contains(got, "half")
		if has != (len(alone.Pick([]string{"lamp"}, seed, Picked{}).Entries) > 0) {
			t.Fatal("another entry changes an entry's luck")
		}
		if has {
			n++
		}
		if len(got) == 2 {
			both++
		}
	}
	if n < turns*27/100 || n > turns*33/100 || both < turns*7/100 || both > turns*11/100 {
		t.Errorf("of %d turns %d have it and %d both, want 30 and 9 in 100", turns, n, both)
	}
	if Seed("a", "b", 1) == Seed("a", "b", 2) || Seed("a", "b", 1) == Seed("ab", "", 1) {
		t.Error("turns share their luck")
	}
}

// TestMore: what came since brings in what isn't there yet, within what room is left.
func TestMore(t *testing.T) {
	b := bookOf(known("lamp", "lamp"), known("gate", "gate"), known("moth", "moth"))
	b.Budget = len("About lamp.") + len("About moth.")
	l := compiled(t, b)
	first := l.Pick([]string{"the lamp"}, 1, Picked{})
	then := l.Pick([]string{"the lamp", "a moth"}, 1, first)
	both := first.With(then)
	last := l.Pick([]string{"the lamp", "a moth", "the gate"}, 1, both)
	all := both.With(last).With(l.Pick([]string{"the gate"}, 1, both.With(last)))
	if got := fmt.Sprint(first.IDs(), then.IDs(), last.IDs(), all.IDs(), all.NoRoom); got != "[lamp] [moth] [] [lamp moth] [gate]" {
		t.Errorf("got %s", got)
	}
}

// TestMany: a prompt has no more entries than are told.
func TestMany(t *testing.T) {
	var all []Entry
	for i := range MaxPicked + 3 {
		all = append(all, with(known(fmt.Sprint("e", i)), func(e *Entry) { e.Constant = true }))
	}
	b := bookOf(append(all, known("lamp", "lamp"))...)
	b.Budget = MaxBudget
	l := compiled(t, b)
	got := l.Pick(nil, 1, Picked{})
	if more := l.Pick([]string{"lamp"}, 1, got); len(got.Entries) != MaxPicked || len(got.NoRoom) != 3 || len(more.Entries) != 0 || len(more.NoRoom) != 4 {
		t.Errorf("got %d and %d, then %d and %d", len(got.Entries), len(got.NoRoom), len(more.Entries), len(more.NoRoom))
	}
}

// TestSearched: of lines without end the newest are searched, and the beginning of
// what has no room for more.
func TestSearched(t *testing.T) {
	l := compiled(t, bookOf(known("lamp", "lamp"), known("gate", "gate"), known("moth", "moth")))
	filler := strings.Repeat("ä ", maxSearched/4)
	got := l.Pick([]string{"gate " + filler + " lamp", filler + " moth"}, 1, Picked{}).IDs()
	if strings.Join(got, " ") != "gate moth" {
		t.Errorf("got %q", got)
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		story string
		entry Entry
		says  string
	}{
		{"no id", known("", "x"), `id ""`},
		{"an id with a space", known("a b", "x"), "letters, digits"},
		{"no key", known("x"), "keys: want at least one"},
		{"an empty key", known("x", " "), "a key is empty"},
		{"a key of an accent", known("x", "\u0301"), "a key is empty"},
		{"a key on two lines", known("x", "a\nb"), "no line break"},
		{"a long key", known("x", strings.Repeat("x", MaxKey+1)), "at most 256 characters"},
		{"a broken expression", known("x", "/(/"), "as a regular expression"},
		{"an expression that looks ahead", known("x", "/a(?=b)/"), "as a regular expression"},
		{"an expression that would grow", known("x", "/((a{100}){100}){100}/"), "as a regular expression"},
		{"a flag", known("x", "/a/x"), "there is no flag x"},
		{"no text", with(known("x", "y"), func(e *Entry) { e.Text = " \u200b" }), "text is empty"},
		{"a long text", with(known("x", "y"), func(e *Entry) { e.Text = strings.Repeat("x", MaxText+1) }), "text: want at most"},
		{"a logic", with(known("x", "y"), func(e *Entry) { e.Logic = "xor" }), "logic"},
		{"a place", with(known("x", "y"), func(e *Entry) { e.Place = "middle" }), "place"},
		{"a match", with(known("x", "y"), func(e *Entry) { e.Match = "some" }), "match"},
		{"a chance", with(known("x", "y"), func(e *Entry) { e.Chance = 101 }), "chance"},
		{"a depth", with(known("x", "y"), func(e *Entry) { e.Depth = MaxDepth + 1 }), "depth"},
		{"a broken secondary key, of one that is off", with(known("x", "y"), func(e *Entry) { e.Off, e.Secondary = true, []string{"/[/"} }), "as a regular expression"},
	} {
		_, err := Compile(bookOf(known("first", "x"), tt.entry))
		if wrong, is := errors.AsType[*Wrong](err); !is || wrong.Entry != 1 || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: got %v, want %q of the second", tt.story, err, tt.says)
		}
	}
	for says, b := range map[string]Book{
		"another entry's":                       bookOf(known("x", "y"), known("x", "z")),
		"depth":                                 {Depth: 0, Budget: 1, Match: Word},
		"budget":                                {Depth: 1, Budget: 0, Match: Word},
		"rounds":                                {Depth: 1, Budget: 1, Match: Word, Rounds: MaxRounds + 1},
		"match":                                 {Depth: 1, Budget: 1},
		"2001 of them":                          bookOf(make([]Entry, MaxEntries+1)...),
		"10001 keys":                            bookOf(known("x", make([]string, MaxKeys+1)...)),
		"101 keys that are regular expressions": bookOf(known("x", strings.Split(strings.Repeat(" /a/", MaxPatterns+1), " ")[1:]...)),
	} {
		if l, err := Compile(b); l != nil || err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
}

// TestPickHolds: whatever the book and the lines, no entry comes twice, none that
// is off or had already, the budget holds, the order does, and lines that were not given
// have no part in it.
func TestPickHolds(t *testing.T) {
	word := rapid.SampledFrom([]string{"lamp", "gate", "moth", "灯", "나비", "/m.th/", "LAMP", "a"})
	rapid.Check(t, func(t *rapid.T) {
		b := Book{
			Depth: rapid.IntRange(1, 4).Draw(t, "depth"), Budget: rapid.IntRange(1, 60).Draw(t, "budget"), Rounds: rapid.IntRange(0, MaxRounds).Draw(t, "rounds"),
			Match: rapid.SampledFrom([]Match{Word, Part}).Draw(t, "match"), CaseSensitive: rapid.Bool().Draw(t, "case"),
		}
		for i := range rapid.IntRange(0, 8).Draw(t, "entries") {
			b.Entries = append(b.Entries, Entry{
				ID: fmt.Sprint("e", i), Keys: rapid.SliceOfN(word, 1, 3).Draw(t, "keys"), Secondary: rapid.SliceOfN(word, 0, 2).Draw(t, "secondary"),
				Logic: rapid.SampledFrom([]Logic{Any, All, NotAny, NotAll}).Draw(t, "logic"), Text: strings.Join(rapid.SliceOfN(word, 1, 5).Draw(t, "text"), " "),
				Constant: rapid.Bool().Draw(t, "constant"), Off: rapid.Bool().Draw(t, "off"), Chance: rapid.SampledFrom([]int{0, 50, 100}).Draw(t, "chance"),
				Wakes: rapid.Bool().Draw(t, "wakes"), Woken: rapid.Bool().Draw(t, "woken"), Priority: rapid.IntRange(0, 2).Draw(t, "priority"),
				Order: rapid.IntRange(0, 2).Draw(t, "order"), Place: rapid.SampledFrom([]Place{First, Last}).Draw(t, "place"),
			})
		}
		l, err := Compile(b)
		if err != nil {
			t.Fatal(err)
		}
		lines := rapid.SliceOfN(rapid.StringMatching(`(lamp|gate|moth|灯|나비| |b){0,6}`), 0, 6).Draw(t, "lines")
		seed := rapid.Uint64().Draw(t, "seed")
		got := l.Pick(lines, seed, Picked{})
		if older := l.Pick(lines[max(0, len(lines)-b.Depth):], seed, Picked{}); !slices.Equal(older.IDs(), got.IDs()) {
			t.Fatalf("lines beyond the depth change %v to %v", older.IDs(), got.IDs())
		}
		more := l.Pick(append(slices.Clone(lines), "lamp gate moth"), seed, got)
		spent, seen := 0, map[string]bool{}
		for _, p := range []Picked{got, more} {
			for i, e := range p.Entries {
				if seen[e.ID] || e.Off || e.Chance == 0 {
					t.Fatalf("%s is in %v, then %v", e.ID, got.IDs(), more.IDs())
				}
				seen[e.ID] = true
				spent += len([]rune(e.Text))
				if i > 0 && (places[p.Entries[i-1].Place] > places[e.Place] || p.Entries[i-1].Place == e.Place && p.Entries[i-1].Order > e.Order) {
					t.Fatalf("%v are out of order", p.IDs())
				}
			}
		}
		if spent > b.Budget {
			t.Fatalf("%d characters, want %d at most", spent, b.Budget)
		}
		if len(got.At(First))+len(got.At(Last)) != len(got.Entries) {
			t.Fatal("an entry stands nowhere")
		}
	})
}

// FuzzKey: whatever a key says, it is an error or found in itself.
func FuzzKey(f *testing.F) {
	for _, text := range []string{"lamp", "/lamps?/i", "/", "//", "나비", "İstanbul", "ΟΔΟΣ", "a\u0301", "/\\u{1F600}|\\u0041/u"} {
		f.Add(text, "the lamp", true, false)
	}
	f.Fuzz(func(t *testing.T, text, line string, part, caseSensitive bool) {
		match := Word
		if part {
			match = Part
		}
		k, err := newKey(text, match, caseSensitive)
		if err != nil {
			return
		}
		h := newHaystack(line, true)
		h.has(&k)
		if k.pattern == nil {
			if self := newHaystack(" "+strings.TrimSpace(text)+" ", true); !self.has(&k) {
				t.Fatalf("%q isn't found in %q", k.text, self)
			}
		}
	})
}

// BenchmarkPick searches a large book over a full page.
func BenchmarkPick(b *testing.B) {
	words := strings.Fields("lamp gate moth garden kettle harbour window letter bridge orchard candle thunder winter market velvet copper")
	for _, tt := range []struct {
		name  string
		match Match
	}{{"word", Word}, {"part", Part}} {
		b.Run(tt.name, func(b *testing.B) {
			book := Default()
			book.Match, book.Depth, book.Rounds = tt.match, 30, 2
			for i := range 500 {
				book.Entries = append(book.Entries, known(fmt.Sprint("e", i), fmt.Sprint(words[i%16], "-", i), fmt.Sprint(words[i%13], i), fmt.Sprint(words[i%7], " of ", words[i%11], i)))
			}
			book.Entries[3].Keys[0], book.Entries[400].Keys[1] = "thunder", "copper"
			l := compiled(b, book)
			var lines []string
			for i := range 30 {
				lines = append(lines, fmt.Sprintf("Ana: so the %s was by the %s all %s, wasn't it? nobody has seen it since the %s of last year", words[i%16], words[i%5], words[i%7], words[i%11]))
			}
			b.ReportAllocs()
			for b.Loop() {
				if len(l.Pick(lines, 1, Picked{}).Entries) != 2 {
					b.Fatal("want two")
				}
			}
		})
	}
}

// BenchmarkWorst searches the largest book over the longest lines, once for words and
// once for regular expressions.
func BenchmarkWorst(b *testing.B) {
	var every strings.Builder // pairs of letters and digits that the keys have
	for i := range 100 {
		fmt.Fprintf(&every, "%d%02d ", i%10, i)
	}
	line := "az z " + every.String() + strings.Repeat("abacab adabac abadab acabad ", 3500/28)
	lines := slices.Repeat([]string{line}, maxSearched/len(line))
	for name, fill := range map[string]func(*Book){
		"words": func(book *Book) {
			for i := range MaxEntries {
				e := known(fmt.Sprint("e", i))
				for k := range MaxKeys / MaxEntries {
					e.Keys = append(e.Keys, fmt.Sprint("abadab acabaz ", i, k))
				}
				book.Entries = append(book.Entries, e)
			}
		},
		"patterns": func(book *Book) {
			for i := range MaxPatterns {
				book.Entries = append(book.Entries, known(fmt.Sprint("e", i), fmt.Sprintf("/(a|b)+(c|d)*a.b.*%d$/im", i)))
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			book := Default()
			book.Depth = MaxDepth
			fill(&book)
			l := compiled(b, book)
			for b.Loop() {
				if len(l.Pick(lines, 1, Picked{}).Entries) > 0 {
					b.Fatal("want none")
				}
			}
		})
	}
}
