package irc

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/messages"
)

// The greatest lengths of what the protocol leaves room for: a whole command
// with its end, and a user@host that we haven't seen yet.
const (
	lineMost = 512
	hostMost = 11 + 1 + 63
)

// render returns a post as the texts of its PRIVMSGs. Its lines are joined when
// they are more than most; when that is still too much, or there is nothing to
// say, it can never be posted.
func (l *link) render(p messages.Post, at string, dm bool, most int) ([]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var r *room
	if !dm {
		r = l.rooms[roomOf(at)]
	}
	text := signed(p.As, l.address(p, r, dm))
	room := l.roomFor(at)
	lines := fill(strings.Split(text, "\n"), room)
	if len(lines) > most {
		lines = fill([]string{strings.Join(lines, " ")}, room)
	}
	switch {
	case len(lines) == 0:
		return nil, fmt.Errorf("nothing in it can be said: %w", adapter.ErrGone)
	case len(lines) > most:
		return nil, fmt.Errorf("%d lines, more than the %d the server takes at once: %w", len(lines), most, adapter.ErrGone)
	}
	return lines, nil
}

// ShowsNames implements adapter.Namer: a post begins with its name as relays
// write it, "<Aria> ...", before whom it calls.
func (a *Account) ShowsNames() bool { return true }

// signed writes whom a text is by before it; as "" is nobody but the account.
func signed(as, text string) string {
	if as == "" {
		return text
	}
	return "<" + as + "> " + text
}

// address writes who is called as people do here: "Bob: ..." at the head and
// plain "Bob" elsewhere. Who is answered is named at the head if the text
// doesn't.
func (l *link) address(p messages.Post, r *room, dm bool) string {
	text := strings.ReplaceAll(strings.ReplaceAll(p.Text, "\r\n", "\n"), "\r", "\n")
	text = strings.TrimSpace(text)
	people := slices.Clone(p.Mentions)
	slices.SortStableFunc(people, func(a, b messages.Mention) int { return len(b.Name) - len(a.Name) })
	to := p.Quoting.Author
	answers := !dm && p.ReplyTo != "" && to.ID != "" && to.ID != l.a.me && !p.Quoting.Own
	var b strings.Builder
	for first := true; ; first = false {
		i := strings.IndexByte(text, '@')
		if i < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:i])
		who, after, ok := calls(text[i+1:], people)
		if !ok {
			b.WriteByte('@')
			text = text[i+1:]
			continue
		}
		nick := word(l.nickOf(who.ID, who.Name, r))
		b.WriteString(nick)
		answers = answers && who.ID != to.ID
		if first && i == 0 {
			b.WriteByte(':')
			after = strings.TrimLeft(after, ":, ")
			if after != "" && after[0] != '\n' {
				b.WriteByte(' ')
			}
		}
		text = after
	}
	if nick := word(l.nickOf(to.ID, to.Name, r)); answers && nick != "" {
		return nick + ": " + b.String()
	}
	return b.String()
}

// calls finds whose name stands at the start of text, the longest first.
func calls(text string, people []messages.Mention) (who messages.Mention, after string, ok bool) {
	for _, p := range people {
		after, ok := strings.CutPrefix(text, p.Name)
		if next, _ := utf8.DecodeRuneInString(after); ok && p.Name != "" && (after == "" || !isNickRune(next) || next == '-') {
			return p, after, true
		}
	}
	return messages.Mention{}, "", false
}

// word makes a name one word: it stands where a nick is expected.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, name)
}

// roomFor returns how many bytes of text a message to at may have: others get it
// with our nick, user and host before it. The lock is held.
func (l *link) roomFor(at string) int {
	host := l.host
	if host == 0 {
		host = hostMost
	}
	return max(lineMost-len(":"+l.nick+"! PRIVMSG "+at+" :\r\n")-host, 100)
}

// fill returns lines of at most most bytes without control characters, cut
// between words or, where there are none, between characters. Blank ones are
// left out.
func fill(lines []string, most int) []string {
	var filled []string
	for _, line := range lines {
		line = strings.TrimRight(plain(line), " \t")
		for len(line) > most {
			end := strings.LastIndexByte(line[:most+1], ' ')
			if end <= most/2 {
				for end = most; !utf8.RuneStart(line[end]); {
					end--
				}
			}
			if part := strings.TrimRight(line[:end], " \t"); part != "" {
				filled = append(filled, part)
			}
			line = strings.TrimLeft(line[end:], " ")
		}
		if strings.TrimSpace(line) != "" {
			filled = append(filled, line)
		}
	}
	return filled
}
