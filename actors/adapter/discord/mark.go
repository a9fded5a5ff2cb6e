package discord

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// mark puts Discord's markup in the place of "@Name" of the people given, as
// often as the text stays within limit characters, and gives who is pinged by
// it. Of names that begin alike the longest counts; a name ends where no
// letter, digit or underscore follows; an @ inside a word is none; in code
// Discord shows markup as it is, so there names stay.
func mark(text string, people []messages.Mention, limit int) (marked string, pinged []messages.PersonID) {
	pinged = []messages.PersonID{}
	if len(people) == 0 || !strings.Contains(text, "@") {
		return text, pinged
	}
	people = slices.SortedStableFunc(slices.Values(people), func(a, b messages.Mention) int {
		return cmp.Compare(len(b.Name), len(a.Name))
	})
	length := utf8.RuneCountInString(text)
	var b strings.Builder
	before := ' '
	for len(text) > 0 {
		if end := code(text); end > 0 {
			b.WriteString(text[:end])
			text, before = text[end:], '`'
			continue
		}
		if text[0] == '@' && !isWord(before) {
			if who, ok := whose(text[1:], people); ok {
				tag, name := "<@"+string(who.ID)+">", text[:1+len(who.Name)]
				longer := length + utf8.RuneCountInString(tag) - utf8.RuneCountInString(name)
				if longer <= limit {
					length = longer
					b.WriteString(tag)
					if !slices.Contains(pinged, who.ID) {
						pinged = append(pinged, who.ID)
					}
				} else {
					b.WriteString(name)
				}
				text, before = text[len(name):], 'x'
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteString(text[:size])
		text, before = text[size:], r
	}
	return b.String(), pinged
}

// whose returns who of the people text begins with the name of.
func whose(text string, people []messages.Mention) (messages.Mention, bool) {
	for _, p := range people {
		if p.Name == "" || born(string(p.ID)).IsZero() || len(text) < len(p.Name) || !strings.EqualFold(text[:len(p.Name)], p.Name) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(text[len(p.Name):]); !isWord(next) {
			return p, true
		}
	}
	return messages.Mention{}, false
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}

// code returns how long the piece of code is that text begins with; 0 for none.
// A fence that is never closed goes to the end.
func code(text string) int {
	ticks := len(text) - len(strings.TrimLeft(text, "`"))
	if ticks == 0 {
		return 0
	}
	if end := strings.Index(text[ticks:], text[:ticks]); end >= 0 {
		return ticks + end + ticks
	}
	if ticks >= 3 {
		return len(text)
	}
	return ticks
}
