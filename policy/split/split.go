// Package split cuts a text that is longer than a network takes into parts
// that read well by themselves.
//
// The rules: a part is at most as long as the limit, in the unit its network
// counts. It ends where the text pauses, looked for in its second half: behind
// a blank line, else a line, else a sentence, else a word. Links, mentions,
// inline code and characters of several code points stay whole unless one of
// them alone is longer than a part. A code fence that has to be cut is closed
// at the end of its part and opened again, with its language, in the next.
//
// Nothing else is added and nothing is left out: the parts behind one another,
// without the fences added, are the text.
//
// It knows characters. It does not know networks, turns or what is worth
// saying. policy/conversation calls [Text] for each part of a turn.
package split

import "unicode/utf8"

// A Unit is what a network counts.
type Unit uint8

// The units.
const (
	Runes Unit = iota // code points
	UTF16             // code units of UTF-16, two for most emoji
	Bytes             // of UTF-8
)

// A Limit is how long a message may be. The zero Limit is none.
type Limit struct {
	Max  int // in Unit; 0 or less: any length
	Unit Unit
}

// least is the smallest limit that is kept: four bytes hold any rune, and
// nobody reads parts of a few letters.
const least = 16

// Len returns the length of a text in the unit.
func (u Unit) Len(text string) int {
	switch u {
	case Bytes:
		return len(text)
	case UTF16:
		n := 0
		for _, r := range text {
			n += u.of(r, 0)
		}
		return n
	default:
		return utf8.RuneCountInString(text)
	}
}

// fit reports whether a text has at most that length. It reads no further.
func (u Unit) fit(text string, most int) bool {
	if len(text) <= most {
		return true
	}
	if u == Bytes {
		return false
	}
	n := 0
	for _, r := range text {
		if n += u.of(r, 0); n > most {
			return false
		}
	}
	return true
}

// of returns what a rune of that many bytes counts.
func (u Unit) of(r rune, size int) int {
	switch {
	case u == Bytes:
		return size
	case u == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// Text cuts a text into parts within the limit. A text that fits, and any text
// without a limit, is one part. A limit under 16 counts as 16.
func Text(text string, l Limit) []string {
	if l.Max <= 0 || l.Unit.fit(text, l.Max) {
		return []string{text}
	}
	l.Max = max(l.Max, least)
	var parts []string
	begin, open := 0, fence{}
	for _, end := range ends(text, l) {
		part := open.head() + text[begin:end.at]
		if end.open.mark != "" {
			part += end.open.tail(part)
		}
		parts = append(parts, part)
		begin, open = end.at, end.open
	}
	return append(parts, open.head()+text[begin:])
}

// ends returns where the parts end, but the last.
func ends(text string, l Limit) []place {
	var all []place
	var last place
	for {
		room := l.Max - l.Unit.Len(last.open.head())
		if l.Unit.fit(text[last.at:], room) {
			return all
		}
		next := cut(text[last.at:], last.open, room, l)
		next.at += last.at
		all, last = append(all, next), next
	}
}
