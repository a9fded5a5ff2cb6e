// Package shorten cuts texts between characters, so that what is left of UTF-8
// is UTF-8. It doesn't know what the texts are for.
package shorten

import "unicode/utf8"

// Bytes returns the beginning of text, most bytes of it at the most.
func Bytes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && end > most-utf8.UTFMax && !utf8.RuneStart(text[end]) { // further back it is no UTF-8
		end--
	}
	return text[:end]
}

// Runes returns the beginning of text, most characters of it at the most.
func Runes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for i := range text {
		if most--; most < 0 {
			return text[:i]
		}
	}
	return text
}

// Ellipsis returns text, or of a longer one its beginning and "…": most
// characters in all, at least 1.
func Ellipsis(text string, most int) string {
	if len(Runes(text, most)) == len(text) {
		return text
	}
	return Runes(text, most-1) + "…"
}
