package wire

import (
	"cmp"
	"net/http"
	"strings"
	"unicode"

	"familiar/internal/shorten"
)

// maxWords and maxID bound what of a provider's words and of its request id
// gets into an error, in runes.
const (
	maxWords = 200
	maxID    = 100
)

// Clean makes a provider's words fit for an error: one line, nothing that
// doesn't print, no key, at most 200 characters.
func (p Provider) Clean(words string) string {
	return p.oneLine(words, maxWords)
}

// RequestID returns the provider's name for a request, from the headers of its
// answer; empty if there is none.
func (p Provider) RequestID(h http.Header) string {
	return p.oneLine(cmp.Or(h.Get("X-Request-Id"), h.Get("Request-Id")), maxID)
}

func (p Provider) oneLine(text string, limit int) string {
	if p.Key != "" {
		text = strings.ReplaceAll(text, p.Key, "[key]")
	}
	text = strings.ToValidUTF8(text, "")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)
	return shorten.Ellipsis(strings.Join(strings.Fields(text), " "), limit)
}
