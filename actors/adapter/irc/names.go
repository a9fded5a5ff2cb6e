package irc

import (
	"strings"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"
)

// names takes a part of a list of members: me, a sign, the channel, nicks
// with the signs of their ranks.
func (l *link) names(m ircmsg.Message) {
	if len(m.Params) < 4 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.rooms[l.folding.fold(m.Params[2])]
	if r == nil {
		return
	}
	for name := range strings.FieldsSeq(m.Params[3]) {
		if name = strings.TrimLeft(name, l.signs); name != "" {
			r.meet(l.folding.fold(name), name)
		}
	}
}

func (l *link) namesEnd(m ircmsg.Message) {
	l.about(m, func(r *room, _ string) { r.whole = true })
}

// topic takes what a room is about when we come in: me, the channel, the text.
func (l *link) topic(m ircmsg.Message) {
	if m.Command == ircevent.RPL_NOTOPIC {
		return
	}
	l.about(m, func(r *room, text string) { r.about = text })
}

// topicSet takes a change of it: the channel, the text.
func (l *link) topicSet(m ircmsg.Message) {
	if len(m.Params) > 1 {
		m.Params = append([]string{""}, m.Params...)
		l.about(m, func(r *room, text string) { r.about = text })
	}
}

// about changes the room that the second parameter names.
func (l *link) about(m ircmsg.Message, change func(r *room, text string)) {
	if len(m.Params) < 3 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.rooms[l.folding.fold(m.Params[1])]; r != nil {
		change(r, plain(m.Params[2]))
	}
}
