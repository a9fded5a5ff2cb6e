// Package lore is what a familiar knows of things that come up: entries of a book,
// each with keys. Of the lines that a turn shows its model, [Lore.Pick] says which
// entries belong into the prompt.
//
// It knows the entries and the lines it is given, and nothing else: what stands in
// another channel, or in a line that the familiar hasn't heard, can bring in no entry,
// because whoever writes the prompt hands over the lines of that prompt and no others.
// It has no luck of its own: the draws of entries with a chance come of a seed, so that
// an order given again picks the same. actors/agent calls it; config reads the book.
//
//	lore.go    what a book is, and its bounds
//	compile.go keys made ready to be looked for
//	key.go     whether a key is in a text
//	window.go  the lines as they are searched
//	pick.go    which entries, in which order, within which room
package lore

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/bounds"
)

// A Book is a familiar's lore, as its file says it.
type Book struct {
	Depth         int     `toml:"depth"`          // how many of the newest lines are searched for keys; 1 to 100; default 8
	Budget        int     `toml:"budget"`         // characters that all entries of a prompt have at most; default 4000
	Rounds        int     `toml:"rounds"`         // how often texts of entries may bring in others; 0 to 5; default 0: never
	Match         Match   `toml:"match"`          // how keys are looked for; default word
	CaseSensitive bool    `toml:"case_sensitive"` // capitals matter, in every entry; default false
	Entries       []Entry `toml:"entries"`        // default none
}

// An Entry is one thing the familiar knows.
type Entry struct {
	ID   string `toml:"id"`   // what traces and why call it: letters, digits, - and _; always to be given, once
	Name string `toml:"name"` // what the model is told that it is about; default "": the id
	Text string `toml:"text"` // what it knows; always to be given

	Keys          []string `toml:"keys"`           // one of them brings it in: a word, or a regular expression as /moths?/i
	Secondary     []string `toml:"secondary"`      // looked for in the same lines, once a key is found; default none
	Logic         Logic    `toml:"logic"`          // what is wanted of the secondary keys; default any
	Match         Match    `toml:"match"`          // how its keys are looked for; default "": as the book has it
	CaseSensitive bool     `toml:"case_sensitive"` // capitals matter; default false: as the book has it
	Depth         int      `toml:"depth"`          // lines that are searched for its keys; default 0: as the book has it

	Constant bool `toml:"constant"` // it is in every prompt, if there is room; default false
	Off      bool `toml:"off"`      // it is in none; default false
	Chance   int  `toml:"chance"`   // percent: how often it is used when its keys come up; default 100
	Wakes    bool `toml:"wakes"`    // its text may bring in others, if the book has rounds; default true
	Woken    bool `toml:"woken"`    // the texts of others may bring it in; default true

	Priority int   `toml:"priority"` // those with more keep their room longer; default 0
	Order    int   `toml:"order"`    // those with less stand earlier in the prompt; default 0
	Place    Place `toml:"place"`    // where it stands in the prompt; default first
}

// A Match is how a key is looked for in a text. Capitals, full-width letters and how
// accents are composed don't matter, unless the entry is case-sensitive.
type Match string

// The ways.
const (
	AsBook Match = ""     // of an entry: as the book has it
	Word   Match = "word" // it must not touch other letters; where words have no spaces between them, anywhere
	Part   Match = "part" // anywhere, also inside a word
)

// A Logic is what is wanted of an entry's secondary keys.
type Logic string

// The logics. An entry without secondary keys needs its keys only.
const (
	Any    Logic = "any"     // one of them is there
	All    Logic = "all"     // all of them are
	NotAny Logic = "not_any" // none of them is
	NotAll Logic = "not_all" // one of them is missing
)

// A Place is where an entry stands in a prompt.
type Place string

// The places.
const (
	First Place = "first" // before all lines
	Last  Place = "last"  // right before the lines to answer
)

// Bounds of a book, so that a search of it takes milliseconds.
const (
	MaxDepth    = 100     // lines
	MaxBudget   = 100_000 // characters
	MaxRounds   = 5
	MaxEntries  = 2_000
	MaxPicked   = 100    // entries of a turn
	MaxKeys     = 10_000 // of the book, secondary ones among them
	MaxPatterns = 100    // keys of the book that are regular expressions
	MaxKey      = 256    // characters of a key
	MaxText     = 20_000 // characters of a text
	MaxName     = 64     // characters of an id or a name
)

// Default returns a book without entries.
func Default() Book {
	return Book{Depth: 8, Budget: 4000, Match: Word}
}

// Start fills in an entry's defaults, whatever its table says.
func (e *Entry) Start(map[string]any) {
	*e = Entry{Logic: Any, Chance: 100, Wakes: true, Woken: true, Place: First}
}

// Validate says what is out of bounds, all of it.
func (b *Book) Validate() error {
	keys := 0
	for i := range b.Entries {
		keys += len(b.Entries[i].Keys) + len(b.Entries[i].Secondary)
	}
	return bounds.Check(
		bounds.Within("depth", b.Depth, 1, MaxDepth),
		bounds.Within("budget", b.Budget, 1, MaxBudget),
		bounds.Within("rounds", b.Rounds, 0, MaxRounds),
		bounds.OneOf("match", b.Match, Word, Part),
		bounds.Must(len(b.Entries) <= MaxEntries, "entries: got %d of them: want at most %d", len(b.Entries), MaxEntries),
		bounds.Must(keys <= MaxKeys, "entries have %d keys: want at most %d", keys, MaxKeys),
	)
}

// Validate says what is out of bounds, all of it, but for what its keys say: see
// [Compile].
func (e *Entry) Validate() error {
	return bounds.Check(
		bounds.Must(IsID(e.ID), "id %q: want up to %d letters, digits, - and _", e.ID, MaxName),
		bounds.Must(utf8.RuneCountInString(e.Name) <= MaxName, "name: want at most %d characters", MaxName),
		bounds.Must(visible(e.Text), "text is empty: want what the familiar knows"),
		bounds.Must(utf8.RuneCountInString(e.Text) <= MaxText, "text: want at most %d characters, got %d", MaxText, utf8.RuneCountInString(e.Text)),
		bounds.Must(len(e.Keys) > 0 || e.Constant || e.Off, "keys: want at least one, or constant = true"),
		bounds.OneOf("logic", e.Logic, Any, All, NotAny, NotAll),
		bounds.Must(e.Match == AsBook || e.Match == Word || e.Match == Part, "match = %q: want one of word, part", e.Match),
		bounds.Within("depth", e.Depth, 0, MaxDepth),
		bounds.Within("chance", e.Chance, 0, 100),
		bounds.OneOf("place", e.Place, First, Last),
	)
}

// IsID reports whether a text can be an entry's id.
func IsID(id string) bool {
	return id != "" && utf8.RuneCountInString(id) <= MaxName && !strings.ContainsFunc(id, func(r rune) bool {
		return r != '-' && r != '_' && !unicode.In(r, unicode.L, unicode.M, unicode.N)
	})
}

// visible reports whether a text has a letter or sign that people see.
func visible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) })
}

// A Wrong is what is wrong with one entry, as [Compile] found it.
type Wrong struct {
	Entry int // from 0
	Err   error
}

// Error returns "entries[1]: what is wrong".
func (w *Wrong) Error() string { return fmt.Sprintf("entries[%d]: %v", w.Entry+1, w.Err) }

// Unwrap returns what is wrong.
func (w *Wrong) Unwrap() error { return w.Err }
