package discord

import (
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/messages"
)

// mark puts Discord's markup in the place of "@Name" of the people given, as
// often as the text stays within limit characters, and gives who is pinged by
// it. In code Discord shows markup as it is, so there names stay.
func mark(text string, people []messages.Mention, limit int) (marked string, pinged []messages.PersonID) {
	pinged = []messages.PersonID{}
	if len(people) == 0 || !strings.Contains(text, "@") {
		return text, pinged
	}
	people = slices.DeleteFunc(slices.Clone(people), func(p messages.Mention) bool { return born(string(p.ID)).IsZero() })
	length := utf8.RuneCountInString(text)
	var b strings.Builder
	for len(text) > 0 {
		if end := code(text); end > 0 {
			b.WriteString(text[:end])
			text = text[end:]
			continue
		}
		plain, _, _ := strings.Cut(text, "`")
		text = text[len(plain):]
		for _, s := range adapter.SplitCalls(plain, people, adapter.IsWord) {
			if s.Who == nil {
				b.WriteString(s.Text)
				continue
			}
			tag := "<@" + string(s.Who.ID) + ">"
			longer := length + utf8.RuneCountInString(tag) - utf8.RuneCountInString(s.Text)
			if longer > limit {
				b.WriteString(s.Text)
				continue
			}
			length = longer
			b.WriteString(tag)
			if !slices.Contains(pinged, s.Who.ID) {
				pinged = append(pinged, s.Who.ID)
			}
		}
	}
	return b.String(), pinged
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
