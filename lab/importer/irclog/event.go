// Package irclog reads the logs of IRC clients: what a line of one tells in each
// client's way of writing it, when it was said, who is there, and what a log's
// path says. It opens no file.
package irclog

import (
	"time"
	"unicode/utf8"
)

// A Kind is what a line of a log tells.
type Kind uint8

const (
	talked Kind = iota
	acted
	joined
	renamed
	dayBegan // a day begins, or the log
)

// IsTalk reports whether somebody said something.
func (k Kind) IsTalk() bool { return k == talked || k == acted }

// An Event is a line of a log, with the time of day as the client wrote it.
type Event struct {
	Kind Kind
	Nick string
	text string // what was said; of a rename the new nick

	day       time.Time // zero: the line doesn't say
	timed     bool      // there is a time of day
	hour, min int
	sec       int
}

// Said returns the text as it is heard live.
func (e *Event) Said() string {
	if e.Kind == acted {
		return "* " + e.Nick + " " + e.text
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
			end = codes(text, i+1, 6, isHexDigit)
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

func isHexDigit(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }
