// Package screen puts what happens in a channel into plain lines for a
// terminal: a decision, and a line somebody said. It knows the vocabulary of
// messages and writes nothing itself; the commands of cmd/familiar print what
// it gives.
//
// Text from a chat is never trusted: it can't move the cursor, colour the
// screen or turn the direction of what follows. See [Clean].
package screen

import (
	"strings"
	"unicode"

	"familiar/internal/shorten"
)

// Clean makes one harmless line of text: line breaks and tabs become spaces,
// control, formatting and bidirectional characters go, bytes that aren't
// UTF-8 become U+FFFD. A zero-width joiner stays, since emoji are made with
// it.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			return ' '
		case r == '\u200d':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
}

// Cut returns the first runes of text, with an ellipsis for the rest; runes is
// at least 1.
func Cut(text string, runes int) string {
	if len(shorten.Runes(text, runes)) == len(text) {
		return text
	}
	return strings.TrimSpace(shorten.Runes(text, runes-1)) + "…"
}
