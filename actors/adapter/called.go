package adapter

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// A Span is a part of a text. With Who it is "@" and the name of somebody who
// is called there.
type Span struct {
	Text string
	Who  *messages.Mention
}

// SplitCalls takes a text apart where it calls one of the people: "@Name", the
// longest name that fits, of equal ones the first, in any case. joins reports
// whether a character belongs to the word beside it: a name ends where none
// follows, and an @ inside a word, as in an address, calls nobody. The spans
// together are the text.
func SplitCalls(text string, people []messages.Mention, joins func(rune) bool) []Span {
	var spans []Span
	from, before := 0, ' '
	for i, r := range text {
		if r == '@' && i >= from && !joins(before) {
			if who, length := longestName(text[i+1:], people, joins); who != nil {
				if i > from {
					spans = append(spans, Span{Text: text[from:i]})
				}
				from = i + 1 + length
				spans = append(spans, Span{text[i:from], who})
			}
		}
		before = r
	}
	if from < len(text) {
		spans = append(spans, Span{Text: text[from:]})
	}
	return spans
}

// IsWord reports whether r is part of a word, in scripts that put spaces
// between them.
func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// IsSpacedWord is [IsWord] on networks where people write Chinese and Japanese: those have no
// spaces, so that their letters don't belong to the word beside them.
func IsSpacedWord(r rune) bool {
	return IsWord(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// longestName returns whose name a text begins with, and how much of the text
// that is.
func longestName(text string, people []messages.Mention, joins func(rune) bool) (who *messages.Mention, length int) {
	for i, p := range people {
		if n := lengthOf(p.Name, text, joins); n > length {
			who, length = &people[i], n
		}
	}
	return who, length
}

// lengthOf returns how much of a text the whole name at its start takes; 0 if
// it isn't there.
func lengthOf(name, text string, joins func(rune) bool) int {
	n := 0
	for _, want := range name {
		got, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || got != want && !strings.EqualFold(string(got), string(want)) {
			return 0
		}
		n += size
	}
	if next, size := utf8.DecodeRuneInString(text[n:]); size > 0 && joins(next) {
		return 0
	}
	return n
}
