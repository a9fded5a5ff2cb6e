package cues

import (
	"slices"
	"strings"
)

// A vocabulary is the words of the languages with spaces, and pairs of them. Most
// words of a line aren't in it, which it has to find out quickly: a map takes three
// times as long.
type vocabulary struct {
	slots   [1 << 12]uint16 // the newest entry whose text has that slot; 0: there is none
	entries []vocable       // the first stands for none

	// thanks has for each first byte a bit for each length that words of thanks have:
	// they are looked for among several words of a line.
	thanks [256]uint32
}

// A vocable is an entry of a vocabulary.
type vocable struct {
	text  string
	marks Marks
	older uint16 // one more with the same slot; 0: there is none
}

// slotOf spreads words by their first byte, their last and their length.
func slotOf(word string) uint {
	first, last := uint(word[0]), uint(word[len(word)-1])
	return (first<<7 ^ last<<3 ^ uint(len(word))*73) & (1<<12 - 1)
}

var words = func() *vocabulary {
	v := &vocabulary{entries: make([]vocable, 1)}
	for _, l := range languages {
		strict := slices.Collect(each(l.strict))
		for _, list := range []struct {
			words string
			marks Marks
		}{{l.asks, Asks}, {l.thanks, Thanks}, {l.nods, Nods}} {
			for text := range each(list.words) {
				v.add(text, list.marks)
				if !slices.Contains(strict, text) {
					v.add(Unaccented(text), list.marks)
				}
			}
		}
	}
	return v
}()

// add adds a word, or a pair by whose first word it is known that there is one.
func (v *vocabulary) add(text string, m Marks) {
	v.mark(text, m)
	if m == Thanks {
		v.thanks[text[0]] |= 1 << (len(text) & 31)
	}
	if head, _, pair := strings.Cut(text, " "); pair {
		v.mark(head, opens)
	}
}

func (v *vocabulary) mark(text string, m Marks) {
	slot := slotOf(text)
	for i := v.slots[slot]; i != 0; i = v.entries[i].older {
		if v.entries[i].text == text {
			v.entries[i].marks |= m
			return
		}
	}
	v.entries = append(v.entries, vocable{text, m, v.slots[slot]})
	v.slots[slot] = uint16(len(v.entries) - 1)
}

// of returns the marks of a word or pair.
func (v *vocabulary) of(text string) Marks {
	for i := v.slots[slotOf(text)]; i != 0; i = v.entries[i].older {
		if v.entries[i].text == text {
			return v.entries[i].marks
		}
	}
	return 0
}

// Head returns what a line says by its first word, of that many bytes, or by its
// first two.
func Head(line string, word int) Marks {
	m := words.of(line[:word])
	if m&opens == 0 {
		return m
	}
	if len(line) > word && line[word] == ' ' {
		if second, _, rest := Next(line[word:]); second != "" {
			m |= words.of(line[:len(line)-len(rest)])
		}
	}
	return m &^ opens
}

// IsThanks reports whether a word thanks, of a language with spaces.
func IsThanks(word string) bool {
	return MayThank(word[0], len(word)) && words.of(word)&Thanks != 0
}

// MayThank reports whether a word that begins with that byte and has so many may be one
// of [IsThanks].
func MayThank(initial byte, size int) bool { return words.thanks[initial]>>(size&31)&1 != 0 }
