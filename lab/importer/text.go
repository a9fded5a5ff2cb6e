package importer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/shorten"
)

const (
	longestText = 64 << 10 // bytes; no network takes as much in one message
	longestName = 64       // letters
)

// dropped reports whether a rune of a text says nothing: control characters but
// for line ends and tabs, and what the Telegram reader puts in their place.
func dropped(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == controlMark
}

// clean returns a message's text without control characters, cut to length.
func clean(text string) string {
	if strings.ContainsFunc(text, dropped) || !utf8.ValidString(text) {
		text = strings.Map(func(r rune) rune {
			if dropped(r) {
				return -1
			}
			return r
		}, strings.ToValidUTF8(text, "\uFFFD"))
	}
	return shorten.Bytes(text, longestText)
}

// name returns somebody's or something's name as one short line without control
// and direction characters.
func name(text string) string {
	if len(text) <= longestName && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7F }) {
		return strings.TrimSpace(text) // nearly all
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' || r == controlMark:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = strings.TrimSpace(text)
	letters := 0
	for i := range text {
		if letters++; letters > longestName {
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}
