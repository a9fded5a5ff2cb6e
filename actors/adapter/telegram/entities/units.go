// Package entities reads and writes texts as Telegram has them: characters, and
// apart from them entities that say which of them are a link, a mention, code.
// Their offsets count UTF-16 code units. It knows no account; who is called by
// which name it is told.
package entities

import "unicode/utf8"

// unitsOf returns how many UTF-16 code units a character is.
func unitsOf(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// units returns the length of a text as Telegram counts it.
func units(text string) (n int) {
	for _, r := range text {
		n += unitsOf(r)
	}
	return n
}

// A ruler finds the byte at which a code unit stands in a text. It is asked in
// any order, and quick where each place comes after the one before.
type ruler struct {
	text        string
	at, already int // a byte, and the units before it
}

// byteAt returns the byte at which that many code units have passed. false: the
// text is shorter, or the place is inside a character.
func (r *ruler) byteAt(units int) (int, bool) {
	if units < r.already {
		r.at, r.already = 0, 0
	}
	for r.already < units && r.at < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[r.at:])
		if r.already+unitsOf(c) > units {
			return 0, false
		}
		r.at += size
		r.already += unitsOf(c)
	}
	return r.at, r.already == units && units >= 0
}
