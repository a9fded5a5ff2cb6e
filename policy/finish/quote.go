package finish

import (
	"cmp"
	"strings"
	"unicode/utf16"

	"familiar/messages"
)

const (
	// quoteMax is how much of a line is quoted, in UTF-16 code units as chat
	// networks count; a longer one is cut one short of it and gets an ellipsis.
	quoteMax = 100
	noText   = "(no text)"
)

// Blockquote quotes a line in one line of text, for networks that have no
// replies of their own: "> <@101>: when does it ship". White space collapses,
// quote marks in front go. The author is written as the network links people:
// by id on discord and slack, as @name on github, elsewhere by name, and by
// whichever of the two is known.
func Blockquote(n messages.Network, by messages.Author, text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = cmp.Or(cut(strings.TrimLeft(text, "> ")), noText)
	return "> " + called(n, by) + ": " + text
}

// Anchor puts a quote before the text that answers it.
func Anchor(quote, text string) string { return quote + "\n\n" + text }

func called(n messages.Network, by messages.Author) string {
	name := cmp.Or(strings.Join(strings.Fields(by.Name), " "), string(by.ID))
	switch {
	case by.ID != "" && (n == "discord" || n == "slack"):
		return "<@" + string(by.ID) + ">"
	case n == "github":
		return "@" + name
	default:
		return name
	}
}

// cut shortens text to quoteMax code units without halving a character.
func cut(text string) string {
	units, end := 0, 0
	for i, r := range text {
		if units <= quoteMax-1 {
			end = i
		}
		units += utf16.RuneLen(r)
	}
	if units <= quoteMax {
		return text
	}
	return text[:end] + "…"
}
