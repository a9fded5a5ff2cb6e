package importer

import (
	"time"
	"unicode/utf8"
)

// An ircKind is what a line of a log tells.
type ircKind uint8

const (
	ircSaid ircKind = iota
	ircActed
	ircJoined
	ircRenamed
	ircDay // a day begins, or the log
)

func (k ircKind) isTalk() bool { return k == ircSaid || k == ircActed }

// An ircEvent is a line of a log, with the time of day as the client wrote it.
type ircEvent struct {
	kind ircKind
	nick string
	text string // what was said; of a rename the new nick

	day       time.Time // zero: the line doesn't say
	timed     bool      // there is a time of day
	hour, min int
	sec       int
}

// said returns the text as it is heard live.
func (e *ircEvent) said() string {
	if e.kind == ircActed {
		return "* " + e.nick + " " + e.text
	}
	return plainIRC(e.text)
}

// plainIRC returns a text without the codes of colours and styles. Styles alone
// are control characters, which go anyway.
func plainIRC(text string) string {
	const colour, hexColour = '\x03', '\x04'
	for i := 0; i < len(text); {
		end := i
		switch text[i] {
		case colour:
			end = codes(text, i+1, 2, isDigit)
		case hexColour:
			end = codes(text, i+1, 6, isHex)
		default:
			_, width := utf8.DecodeRuneInString(text[i:])
			i += width
			continue
		}
		text = text[:i] + text[end:]
	}
	return text
}

// codes returns where "n" or "n,n" of at most so many digits ends.
func codes(text string, at, most int, digit func(byte) bool) int {
	one := func(at int) int {
		end := at
		for end < len(text) && end-at < most && digit(text[end]) {
			end++
		}
		return end
	}
	end := one(at)
	if end > at && end+1 < len(text) && text[end] == ',' && digit(text[end+1]) {
		end = one(end + 1)
	}
	return end
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
