package cues

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Unaccented returns a text as it is typed without accents: é is e, ё is е. The
// short и stays, as nobody types й without it, and so do the marks of scripts
// other than Latin, Greek and Cyrillic, where they make another letter.
func Unaccented(text string) string {
	var b strings.Builder
	before := rune(0)
	for _, r := range norm.NFD.String(text) {
		const grave, last, breve = 0x300, 0x36f, 0x306
		if r < grave || r > last || r == breve && (before == 'и' || before == 'И') {
			b.WriteRune(r)
		}
		before = r
	}
	return norm.NFC.String(b.String())
}
