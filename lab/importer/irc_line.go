package importer

import (
	"strings"
)

// timeOfDay reads "23:58" or "23:58:20".
func timeOfDay(text string) (e ircEvent, ok bool) {
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
func bracketed(line string, long int) (e ircEvent, rest string, ok bool) {
	if len(line) < long || line[0] != '[' || line[long-2:long] != "] " {
		return e, "", false
	}
	e, ok = timeOfDay(line[1 : long-2])
	return e, line[long:], ok
}

// angled reads "<@nick> text".
func (e ircEvent) angled(rest string) (ircEvent, bool) {
	nick, text, ok := strings.Cut(rest, "> ")
	if !ok {
		nick, ok = strings.CutSuffix(rest, ">")
	}
	if !ok || !strings.HasPrefix(nick, "<") {
		return e, false
	}
	return e.saidBy(nick[1:], text)
}

func (e ircEvent) saidBy(nick, text string) (ircEvent, bool) {
	e.kind, e.nick, e.text = ircSaid, bare(nick), text
	return e, isNick(e.nick)
}

// acted reads "nick does something".
func (e ircEvent) acted(rest string) (ircEvent, bool) {
	nick, text, _ := strings.Cut(rest, " ")
	e.kind, e.nick, e.text = ircActed, bare(nick), text
	return e, isNick(e.nick)
}

// joined reads "nick [host] has joined #channel" and "nick (host)".
func (e ircEvent) joined(rest string) (ircEvent, bool) {
	nick, rest, _ := strings.Cut(rest, " ")
	e.kind, e.nick = ircJoined, bare(nick)
	return e, isNick(e.nick) && (strings.Contains(rest, "has joined") || strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")"))
}

// renamed reads "nick is now known as other".
func (e ircEvent) renamed(rest string) (ircEvent, bool) {
	nick, to, ok := strings.Cut(rest, " is now known as ")
	e.kind, e.nick, e.text = ircRenamed, bare(nick), strings.TrimSpace(to)
	return e, ok && isNick(e.nick) && isNick(e.text)
}

// bare returns a nick without the mark of its rights in the channel.
func bare(nick string) string { return strings.TrimLeft(strings.TrimSpace(nick), "@+%&~!") }

// isNick reports whether a word can be somebody's nick.
func isNick(word string) bool {
	return word != "" && len(word) <= longestName && !strings.ContainsAny(word, " \t,:<>*@") && strings.IndexFunc(word, dropped) < 0
}
