package irc

import (
	"strings"
	"unicode"

	"github.com/ergochat/irc-go/ircfmt"
)

// hexColour begins a colour of six digits, which ircfmt doesn't know.
const hexColour = '\x04'

// plain returns a text without formatting codes and control characters, so that
// it is one line and no command of any kind.
func plain(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD") // what is left out may have kept two halves of a control character apart
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
		return text
	}
	var b strings.Builder
	text = ircfmt.Strip(text)
	for len(text) > 0 {
		i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' })
		if i < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:i])
		if text[i] == hexColour {
			text = text[i+1+hexDigits(text[i+1:]):]
			continue
		}
		if text[i] == '\n' || text[i] == '\r' {
			b.WriteByte(' ')
		}
		text = text[i+runeLen(text[i]):]
	}
	return b.String()
}

// runeLen returns the length of a control character by its first byte: those
// after ASCII have two.
func runeLen(first byte) int {
	if first < 0x80 {
		return 1
	}
	return 2
}

// hexDigits returns the length of "rrggbb" or "rrggbb,rrggbb" at the start.
func hexDigits(text string) int {
	if !isHex(text, 6) {
		return 0
	}
	if len(text) > 6 && text[6] == ',' && isHex(text[7:], 6) {
		return 13
	}
	return 6
}

func isHex(text string, n int) bool {
	if len(text) < n {
		return false
	}
	return strings.Trim(text[:n], "0123456789abcdefABCDEF") == ""
}
