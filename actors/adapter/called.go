package adapter

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/script"
	"familiar/messages"
)

// A Span is a part of a text. With Who it is "@" and the name of somebody who
// is called there.
type Span struct {
	Text string
	Who  *messages.Mention
}

// SplitCalls takes a text apart where it calls one of the people: "@Name", the
// longest name that fits, of equal ones the first, in any case. A name ends with
// its word, and an @ inside a word, as in an address, calls nobody. The spans
// together are the text.
func SplitCalls(text string, people []messages.Mention) []Span {
	var spans []Span
	from, before := 0, ' '
	for i, r := range text {
		if r == '@' && i >= from && !joins(before) {
			if who, length := longestName(text[i+1:], people); who != nil {
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

// IsWord reports whether r is part of a word.
func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// joins reports whether r makes another word of the one beside it.
func joins(r rune) bool { return IsWord(r) && !script.Abuts(r) }

// longestName returns whose name a text begins with, and how much of the text
// that is.
func longestName(text string, people []messages.Mention) (who *messages.Mention, length int) {
	for i, p := range people {
		if n := lengthOf(p.Name, text); n > length {
			who, length = &people[i], n
		}
	}
	return who, length
}

// lengthOf returns how much of a text the whole name at its start takes; 0 if
// it isn't there.
func lengthOf(name, text string) int {
	n, last := 0, rune(0)
	for _, want := range name {
		last = want
		got, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || got != want && !strings.EqualFold(string(got), string(want)) {
			return 0
		}
		n += size
	}
	if next, size := utf8.DecodeRuneInString(text[n:]); size > 0 && joins(last) && joins(next) {
		return 0
	}
	return n
}
