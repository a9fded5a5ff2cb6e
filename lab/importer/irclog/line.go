package irclog

import (
	"strings"
	"unicode"
)

// longestNick is how long one may be, in bytes.
const longestNick = 64

// timeOfDay reads "23:58" or "23:58:20".
func timeOfDay(text string) (e Event, ok bool) {
	if len(text) != 5 && len(text) != 8 || text[2] != ':' || len(text) == 8 && text[5] != ':' {
		return e, false
	}
	var parts [3]int
	for i := range text {
		switch {
		case i%3 == 2:
		case !isDigit(text[i]):
			return e, false
		default:
			parts[i/3] = 10*parts[i/3] + int(text[i]-'0')
		}
	}
	e.timed, e.hour, e.min, e.sec = true, parts[0], parts[1], parts[2]
	return e, e.hour < 24 && e.min < 60 && e.sec < 61
}

// bracketed reads a time in brackets and a space, together so long.
func bracketed(line string, long int) (e Event, rest string, ok bool) {
	if len(line) < long || line[0] != '[' || line[long-2:long] != "] " {
		return e, "", false
	}
	e, ok = timeOfDay(line[1 : long-2])
	return e, line[long:], ok
}

// angled reads "<@nick> text".
func (e Event) angled(rest string) (Event, bool) {
	nick, text, ok := strings.Cut(rest, "> ")
	if !ok {
		nick, ok = strings.CutSuffix(rest, ">")
	}
	if !ok || !strings.HasPrefix(nick, "<") {
		return e, false
	}
	return e.saidBy(nick[1:], text)
}

func (e Event) saidBy(nick, text string) (Event, bool) {
	e.Kind, e.Nick, e.text = talked, bare(nick), text
	return e, isNick(e.Nick)
}

// acted reads "nick does something".
func (e Event) acted(rest string) (Event, bool) {
	nick, text, _ := strings.Cut(rest, " ")
	e.Kind, e.Nick, e.text = acted, bare(nick), text
	return e, isNick(e.Nick)
}

// joined reads "nick [host] has joined #channel" and "nick (host)".
func (e Event) joined(rest string) (Event, bool) {
	nick, rest, _ := strings.Cut(rest, " ")
	e.Kind, e.Nick = joined, bare(nick)
	return e, isNick(e.Nick) && (strings.Contains(rest, "has joined") || strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")"))
}

// renamed reads "nick is now known as other".
func (e Event) renamed(rest string) (Event, bool) {
	nick, to, ok := strings.Cut(rest, " is now known as ")
	e.Kind, e.Nick, e.text = renamed, bare(nick), strings.TrimSpace(to)
	return e, ok && isNick(e.Nick) && isNick(e.text)
}

// bare returns a nick without the mark of its rights in the channel.
func bare(nick string) string { return strings.TrimLeft(strings.TrimSpace(nick), "@+%&~!") }

// isNick reports whether a word can be somebody's nick.
func isNick(word string) bool {
	return word != "" && len(word) <= longestNick && !strings.ContainsAny(word, " \t,:<>*@") && !strings.ContainsFunc(word, unreadable)
}

// unreadable reports whether a rune of a nick is none of a text.
func unreadable(r rune) bool { return unicode.IsControl(r) || r == unicode.MaxRune }
