// Package script knows which scripts put spaces between words, so that whoever looks for a
// word or a name in a text knows where it ends.
package script

import (
	"unicode"
	"unicode/utf8"
)

// unspaced are the scripts that put no spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Javanese, unicode.Yi,
}

// IsUnspaced reports whether a character is of a script that puts no spaces between words.
func IsUnspaced(r rune) bool { return r >= utf8.RuneSelf && unicode.In(r, unspaced...) }

// Abuts reports whether a letter may stand right beside a name without making another word
// of it: it is of a script without spaces, or of Hangul, which joins endings to names.
func Abuts(r rune) bool { return IsUnspaced(r) || unicode.Is(unicode.Hangul, r) }
