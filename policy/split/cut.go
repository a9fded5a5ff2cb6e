package split

import (
	"unicode"
	"unicode/utf8"
)

// A rank is how good a place to end a part is.
type rank uint8

// The ranks, the worst first.
const (
	within   rank = iota // in the middle of what is read as one character
	torn                 // in a link, a mention or inline code, or behind the line that opens a fence
	anywhere             // between two characters
	word                 // behind a space
	sentence
	line
	blank // behind a blank line
	ranks
)

// A place is where a part may end.
type place struct {
	at   int   // in bytes from the part's start
	used int   // units up to there
	open fence // what is open there
}

// cut returns the best place for the end of the first part of a text that is
// longer than room. open is the fence at its start.
func cut(text string, open fence, room int, l Limit) place {
	var last [ranks]place // of each rank, the furthest
	state, begun, used := open, 0, 0
	atom := 0 // where the link, mention or code that was met ends
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		atom = max(atom, at+atomLen(text[at:], r))
		at += size
		if used += l.Unit.of(r, size); used > room {
			break
		}
		opened := false
		if r == '\n' {
			before := state
			if state = state.after(text[begun:at]); !state.fits(l) {
				state = fence{}
			}
			opened = before.mark == "" && state.mark != ""
			begun = at
		}
		if state.mark != "" && used+l.Unit.Len(state.tail(text[:at])) > room {
			continue
		}
		got := rankOf(text, at, r)
		if got > torn && (at < atom || opened) {
			got = torn
		}
		if r != '\n' && state.turns(text[begun:at], l) {
			got = within
		}
		if got > line && state.mark != "" {
			got = line
		}
		last[got] = place{at, used, state}
	}
	return choose(last, room, text)
}

// choose takes the best rank that leaves the part more than half full, else
// the fullest part that tears nothing, else the fullest.
func choose(last [ranks]place, room int, text string) place {
	for r := blank; r >= word; r-- {
		if 2*last[r].used > room {
			return last[r]
		}
	}
	for _, worst := range []rank{word, anywhere, torn, within} {
		var best place
		for r := worst; r < ranks; r++ {
			if last[r].at > best.at {
				best = last[r]
			}
		}
		if best.at > 0 {
			return best
		}
	}
	_, size := utf8.DecodeRuneInString(text)
	return place{at: size}
}

// rankOf says how good a place the end of r is, which is at that byte.
func rankOf(text string, at int, r rune) rank {
	if at == len(text) {
		return line
	}
	next, _ := utf8.DecodeRuneInString(text[at:])
	switch {
	case joined(r, next):
		return within
	case r == '\n' && at >= 2 && text[at-2] == '\n':
		return blank
	case r == '\n':
		return line
	case unicode.IsSpace(next): // the space stays with what it follows
		return anywhere
	case unicode.IsSpace(r) && at >= 2 && stops(text[:at-1]):
		return sentence
	case unicode.IsSpace(r):
		return word
	case r == '。' || r == '！' || r == '？':
		return sentence
	case r == '，' || r == '、' || r == '；':
		return word
	}
	return anywhere
}

// stops reports whether a sentence ends, before a space.
func stops(text string) bool {
	switch text[len(text)-1] {
	case '.', '!', '?', ':':
		return true
	}
	return false
}

// joined reports whether two runes are read as one character.
func joined(r, next rune) bool {
	const joiner = '\u200d'
	switch {
	case r == '\r' && next == '\n', r == joiner, next == joiner, unicode.Is(unicode.M, next):
		return true
	case next >= 0x1F3FB && next <= 0x1F3FF: // a skin's tone
		return true
	}
	return regional(r) && regional(next) // two make a flag
}

func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
