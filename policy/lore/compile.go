package lore

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"familiar/internal/fnv"
)

// Lore is a book made ready to be searched. The nil Lore is empty. It is never
// changed and may be shared.
type Lore struct {
	book    Book
	entries []entry // in the order in which they get room
	exact   bool    // some keys are looked for in lines as they were written
}

// An entry is one of the book's, made ready.
type entry struct {
	*Entry
	keys, secondary []key
	at              int      // in the file
	hash            uint64   // of its id, for draws
	depth, size     int      // lines searched, and characters of its text
	told            haystack // its text, as others' keys are looked for in it
}

// Compile makes a book ready to be searched, and says what is wrong with it: of one
// entry it is a [Wrong]. An entry that is off is checked, too.
func Compile(b Book) (*Lore, error) {
	errs := []error{b.Validate()}
	made := &Lore{book: b, entries: make([]entry, 0, len(b.Entries))}
	ids, patterns := make(map[string]bool, len(b.Entries)), 0
	for i := range b.Entries {
		e := &b.Entries[i]
		own := []error{e.Validate()}
		if ids[e.ID] {
			own = append(own, fmt.Errorf("id %q is another entry's, too: want each once", e.ID))
		}
		ids[e.ID] = true
		ready, err := b.ready(e)
		if err := errors.Join(append(own, err)...); err != nil {
			errs = append(errs, &Wrong{i, err})
			continue
		}
		ready.at = i
		patterns += ready.patterns()
		made.exact = made.exact || ready.isExact()
		if !e.Off {
			made.entries = append(made.entries, ready)
		}
	}
	if patterns > MaxPatterns {
		errs = append(errs, fmt.Errorf("entries have %d keys that are regular expressions: want at most %d", patterns, MaxPatterns))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for i := range made.entries {
		made.entries[i].told = newHaystack(made.entries[i].Text, made.exact)
	}
	slices.SortStableFunc(made.entries, func(a, b entry) int { return a.firstOf(&b) })
	return made, nil
}

// firstOf says who gets room first: what is always there, then what has more
// priority, then what stands later, since that is nearer to the answer.
func (e *entry) firstOf(other *entry) int {
	if e.Constant != other.Constant {
		if e.Constant {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(other.Priority, e.Priority), cmp.Compare(other.Order, e.Order))
}

// ready makes an entry of the book ready.
func (b *Book) ready(e *Entry) (entry, error) {
	made := entry{Entry: e, hash: fnv.Sum(e.ID), depth: cmp.Or(e.Depth, b.Depth), size: utf8.RuneCountInString(e.Text)}
	match, caseSensitive := cmp.Or(e.Match, b.Match), e.CaseSensitive || b.CaseSensitive
	var errs []error
	ready := func(texts []string) (keys []key) {
		for _, text := range texts {
			k, err := newKey(text, match, caseSensitive)
			errs = append(errs, err)
			keys = append(keys, k)
		}
		return keys
	}
	made.keys, made.secondary = ready(e.Keys), ready(e.Secondary)
	return made, errors.Join(errs...)
}

func (e *entry) patterns() (n int) {
	for _, keys := range [][]key{e.keys, e.secondary} {
		for i := range keys {
			if keys[i].pattern != nil {
				n++
			}
		}
	}
	return n
}

func (e *entry) isExact() bool {
	exact := func(k key) bool { return k.exact }
	return slices.ContainsFunc(e.keys, exact) || slices.ContainsFunc(e.secondary, exact)
}

// Book returns what it was made of; of the nil Lore an empty one.
func (l *Lore) Book() Book {
	if l == nil {
		return Default()
	}
	return l.book
}
