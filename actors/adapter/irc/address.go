package irc

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// calledMost is how many people may be called at a line's head.
const calledMost = 10

// named returns a text with everybody it calls as "@Name", and who that is:
// "nick: ..." and "nick, other: ..." at its head, "@nick" anywhere. Only who is
// there can be called; we also by the nick of the configuration, as long as
// nobody else is there under it. head is false for what has none, such as "* bob waves".
func (l *link) named(text string, r *room, head bool) (string, []messages.PersonID) {
	var b strings.Builder
	var called []messages.PersonID
	add := func(nick string, id messages.PersonID) {
		b.WriteString("@" + nick)
		if !slices.Contains(called, id) {
			called = append(called, id)
		}
	}
	rest := text
	for n := 0; head && n < calledMost; n++ {
		space, word, mark, after := callOf(rest)
		nick, id, known := l.present(word, r)
		if !known {
			break
		}
		b.WriteString(space)
		add(nick, id)
		b.WriteString(mark)
		rest = after
		head = mark == "," // a list goes on
	}
	for {
		i := strings.IndexByte(rest, '@')
		if i < 0 {
			b.WriteString(rest)
			return b.String(), called
		}
		b.WriteString(rest[:i])
		last, _ := utf8.DecodeLastRuneInString(rest[:i])
		word := nickAt(rest[i+1:])
		if nick, id, known := l.present(word, r); known && !isNickRune(last) {
			add(nick, id)
		} else {
			b.WriteString("@" + word)
		}
		rest = rest[i+1+len(word):]
	}
}

// callOf takes "  word: rest" apart; word is empty when nobody is called.
func callOf(text string) (space, word, mark, rest string) {
	trimmed := strings.TrimLeft(text, " ")
	space = text[:len(text)-len(trimmed)]
	trimmed = strings.TrimPrefix(trimmed, "@")
	word = nickAt(trimmed)
	rest = trimmed[len(word):]
	if rest == "" || rest[0] != ':' && rest[0] != ',' {
		return "", "", "", text
	}
	if mark, rest = rest[:1], rest[1:]; rest != "" && rest[0] != ' ' {
		return "", "", "", text // "std::move", "a,b"
	}
	return space, word, mark, rest
}

// nickAt returns the longest start of text that could be a nick.
func nickAt(text string) string {
	if i := strings.IndexFunc(text, func(r rune) bool { return !isNickRune(r) }); i >= 0 {
		return text[:i]
	}
	return text
}

// isNickRune reports whether a nick may hold r; utf8.RuneError stands for the
// start of a text.
func isNickRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_[]{}\\|^`", r))
}

// present returns the nick of somebody who is there as they write it, and who
// it is. r is nil in direct messages, where only we can be called. The lock is
// held.
func (l *link) present(word string, r *room) (nick string, id messages.PersonID, known bool) {
	if word == "" {
		return "", "", false
	}
	who := l.folding.fold(word)
	if who == l.folding.fold(l.nick) {
		return l.nick, l.a.me, true
	}
	if r != nil && r.members[who] != nil {
		m := r.members[who]
		return m.nick, l.person(who, m), true
	}
	if who == l.folding.fold(l.a.Nick) { // people know us by it, and nobody else here has it
		return l.a.Nick, l.a.me, true
	}
	return "", "", false
}

// mistakable reports whether a text may mean somebody who is there under the
// nick that the configuration gives to us. The lock is held.
func (l *link) mistakable(text string, r *room) bool {
	ours := l.folding.fold(l.a.Nick)
	return r != nil && ours != l.folding.fold(l.nick) && r.members[ours] != nil && strings.Contains(l.folding.fold(text), ours)
}

// nickOf returns somebody's nick as it is now; name is what they were called
// when they were heard. The lock is held.
func (l *link) nickOf(id messages.PersonID, name string, r *room) string {
	if r == nil {
		return name
	}
	folded := l.folding.fold(name)
	if m := r.members[folded]; m != nil && l.person(folded, m) == id {
		return m.nick
	}
	for who, m := range r.members {
		if l.person(who, m) == id {
			return m.nick
		}
	}
	return name
}
