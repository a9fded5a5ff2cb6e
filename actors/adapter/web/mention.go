package web

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// mentions finds "@Name" of those who are known: the longest name that fits,
// of equal ones the first in the list, in any case. A name ends where no
// letter, digit or underscore follows; an @ inside a word, as in an address,
// is no mention. Nothing mentions everyone. known is called if there is an @.
func mentions(text string, known func() []messages.Author) []messages.PersonID {
	if !strings.Contains(text, "@") {
		return nil
	}
	people := known()
	var ids []messages.PersonID
	before := ' '
	for i, r := range text {
		if r == '@' && !isWord(before) {
			if id, ok := longest(text[i+1:], people); ok && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		before = r
	}
	return ids
}

// longest returns whose name text begins with.
func longest(text string, people []messages.Author) (id messages.PersonID, ok bool) {
	best := 0
	for _, p := range people {
		if len(p.Name) > best && beginsWith(text, p.Name) {
			id, best = p.ID, len(p.Name)
		}
	}
	return id, best > 0
}

// beginsWith reports whether text begins with the whole name, in any case.
func beginsWith(text, name string) bool {
	for _, want := range name {
		got, size := utf8.DecodeRuneInString(text)
		if size == 0 || got != want && unicode.ToLower(got) != unicode.ToLower(want) {
			return false
		}
		text = text[size:]
	}
	next, _ := utf8.DecodeRuneInString(text)
	return !isWord(next)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
