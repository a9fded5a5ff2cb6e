package irc

import (
	"strconv"
	"strings"
	"time"

	"github.com/ergochat/irc-go/ircmsg"

	"familiar/messages"
)

// idMost is how long an id given by a server may be, in bytes.
const idMost = 200

// heard is a line and where it was said.
type heard struct {
	channel messages.ChannelID
	line    *messages.Line
}

// privmsg takes what somebody said.
func (l *link) privmsg(m ircmsg.Message) { l.hear(m, false, false) }

// notice takes what a program said in a channel, which the protocol forbids to
// answer. One to us alone is kept from everybody, since most are the server's.
func (l *link) notice(m ircmsg.Message) {
	switch {
	case len(m.Params) == 0:
	case isChannel(m.Params[0]) || isStatus(m.Params[0]):
		l.hear(m, true, false)
	default:
		l.answered(m)
	}
}

// hear hands a message over, unless it is none for us; old says that it is
// being played. It waits while too many wait.
func (l *link) hear(m ircmsg.Message, bot, old bool) {
	l.mu.Lock()
	h, ok := l.decode(m, bot, old, time.Now())
	if ok && !h.line.Backfilled {
		l.a.upto.Put(h.channel, h.line.At)
	}
	l.mu.Unlock()
	if !ok {
		return
	}
	l.pushHeard(h)
}

func (l *link) pushHeard(h heard) {
	select {
	case l.a.heard <- h:
	case <-l.ctx.Done():
	}
}

// decode makes a line of a message; ok is false when nobody said anything to
// us: a server's word, a request of a program, another account of this
// process, which hands its own lines over itself, something played that is
// known. The lock is held.
func (l *link) decode(m ircmsg.Message, bot, old bool, now time.Time) (h heard, ok bool) {
	from, err := m.NUH()
	if err != nil || len(m.Params) < 2 || !isNick(from.Name) {
		return heard{}, false
	}
	who, self := l.folding.fold(from.Name), l.folding.fold(l.nick)
	if owner := l.a.Circle.owner(who); owner != "" && owner != l.a.id {
		return heard{}, false
	}
	text, action, ok := spoken(m.Params[1])
	if !ok {
		return heard{}, false
	}
	at := l.folding.fold(m.Params[0])
	in := at
	if l.speaksToSome(at) {
		in = roomOf(at)
	}
	r, begun := l.rooms[in], l.beginningAt(in)
	old = old || begun.follows(m, now)
	line := &messages.Line{Account: l.a.id, At: at64(m, now)}
	switch {
	case isChannel(in) && r != nil && r.in:
		h.channel = l.a.channel(at)
	case at == self && who != self:
		h.channel, line.DM = l.a.direct(who, loginOf(m)), true
	default:
		return heard{}, false
	}
	line.Channel = h.channel
	line.Author, line.Backfilled = l.author(r, who, from.Name, m, bot, old), old
	line.Text, line.Mentions = l.named(text, r, !action)
	line.ExplicitOnly, line.Notice = l.mistakable(text, r), m.Command == "NOTICE"
	if action {
		line.Text = "* " + from.Name + " " + line.Text
	}
	if old && l.known(line, begun) {
		return heard{}, false
	}
	line.ID = l.lineID(m, who, line, now)
	h.line = line
	return h, true
}

// spoken returns what a text says, without formatting; ok is false for the
// requests that programs hide in messages, of which only ACTION is speech.
func spoken(text string) (said string, action, ok bool) {
	inner, hidden := strings.CutPrefix(text, "\x01")
	if !hidden {
		return plain(text), false, true
	}
	inner = strings.TrimSuffix(inner, "\x01")
	word, rest, _ := strings.Cut(inner, " ")
	return plain(rest), true, strings.EqualFold(word, "ACTION")
}

// author returns who wrote a message, and remembers what it tells of them, but
// not of who was here before us.
func (l *link) author(r *room, who, nick string, m ircmsg.Message, bot, old bool) messages.Author {
	bot = bot || m.HasTag("bot")
	known := &member{nick: nick}
	if r != nil && !old {
		if met := r.meet(who, nick); met != nil {
			known = met
		}
	}
	known.nick = nick
	if m.HasTag("account") {
		known.login = loginOf(m)
	}
	known.bot = known.bot || bot
	return messages.Author{ID: l.person(who, known), Name: nick, Bot: bot}
}

// person returns somebody's id: our accounts have their own, who is logged in is
// known by that under any nick, others by their nick.
func (l *link) person(who string, m *member) messages.PersonID {
	if owner := l.a.Circle.owner(who); owner != "" {
		return messages.PersonID("account:" + string(owner))
	}
	if m != nil && m.login != "" {
		return messages.PersonID("login:" + m.login)
	}
	return messages.PersonID(who)
}

// at64 returns when the server got the message, by now's clock if it doesn't
// say.
func at64(m ircmsg.Message, now time.Time) messages.Instant {
	if at, told := stamped(m); told {
		return at
	}
	return messages.InstantOf(now)
}

// lineID returns the server's id of a message, or one of this connection.
func (l *link) lineID(m ircmsg.Message, who string, line *messages.Line, now time.Time) messages.LineID {
	if has, id := m.GetTag("msgid"); has && id != "" && len(id) <= idMost {
		return messages.LineID(id)
	}
	if line.Backfilled {
		return playedID(who, line)
	}
	fresh := l.freshID()
	if line.DM {
		return fresh
	}
	return l.a.Circle.id(l.a.id, line.Channel, string(line.Author.ID), line.Text, fresh, now)
}

// freshID returns an id no line had: when the connection began, whose it is, and
// a count.
func (l *link) freshID() messages.LineID {
	l.lines++
	return messages.LineID(strconv.FormatInt(l.began, 36) + "-" + string(l.a.id) + "-" + strconv.FormatUint(l.lines, 36))
}
