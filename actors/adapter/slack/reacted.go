package slack

import (
	"cmp"
	"context"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// An item is what somebody reacted to.
type item struct {
	Type    string `json:"type"` // "message", or a file
	Channel string `json:"channel"`
	TS      string `json:"ts"`
}

// reactionOf reads reaction_added and reaction_removed. The channel is the chat:
// Slack doesn't say in which thread of it the message stands.
func reactionOf(m *message, me self) notice {
	at := m.Item
	if at == nil || at.Type != "message" || at.Channel == "" || !isTS(at.TS) || m.User == "" || m.Reaction == "" {
		return notice{}
	}
	return notice{
		kind: reacted, channel: me.channel(at.Channel, ""), message: m, line: messages.LineID(at.TS),
		key: strings.Join([]string{at.Channel, at.TS, m.Type, m.User, m.Reaction, m.EventTS}, " "),
	}
}

// takeReaction hands a reaction over where its line stands.
func (l *listener) takeReaction(ctx context.Context, n notice) error {
	m := n.message
	if thread, known := l.heardIn.Get(m.Item.key()); known {
		n.channel = l.me.channel(m.Item.Channel, thread)
	} else {
		n.channel = l.me.channel(m.Item.Channel, l.lookUp(ctx, m.Item))
	}
	asking, done := context.WithTimeout(ctx, l.config.Names)
	by := l.author(asking, &message{User: m.User}, l.me)
	done()
	return l.hear(ctx, n.channel, messages.Reacted{Line: n.line, By: by, Emoji: shownEmoji(m.Reaction), Removed: m.Type == "reaction_removed"})
}

// lane returns the channel whose events a reaction comes behind: that of its line
// if it was heard lately, else the chat's, where it is looked up.
func (l *listener) lane(n notice) messages.ChannelID {
	if thread, known := l.heardIn.Get(n.message.Item.key()); known {
		return l.me.channel(n.message.Item.Channel, thread)
	}
	return n.channel
}

// lookUp asks in which thread a message stands; "" for none, and when Slack
// doesn't say in time: then nobody has heard the line where it is said to be.
func (l *listener) lookUp(ctx context.Context, at *item) string {
	if thread, known := l.lookedUp.Get(at.key()); known {
		return thread
	}
	ctx, done := context.WithTimeout(ctx, l.config.Names)
	defer done()
	read, _, err := l.pages(ctx, span{place: place{chat: at.Channel, thread: at.TS}, most: 1})
	if err != nil {
		l.log.Debug("slack message not found", "chat", at.Channel, "ts", at.TS, "err", err)
		return ""
	}
	thread := ""
	for i := range read {
		if m := messageOf(&read[i], at.Channel); m.TS == at.TS {
			thread = m.thread()
		}
	}
	l.lookedUp.Put(at.key(), thread)
	return thread
}

func (i *item) key() string { return i.Channel + " " + i.TS }

// standsMost is how many messages' threads are remembered.
const standsMost = 8192

// stands remembers in which thread messages stand, by chat and ts.
type stands struct {
	*adapter.Recent[string, string]
}

func newStands() stands { return stands{adapter.NewRecent[string, string](standsMost)} }

// rememberStand notes where a message stands that is being heard.
func (s stands) rememberStand(m *message) { s.Put(m.Channel+" "+m.TS, m.thread()) }

// shownEmoji returns a reaction as people see it where its character is known,
// and else by its name. A skin tone makes no difference.
func shownEmoji(name string) string {
	name, _, _ = strings.Cut(strings.Trim(name, ":"), "::")
	return cmp.Or(characters[cmp.Or(aliases[name], name)], ":"+name+":")
}

// characters is emoji the other way round.
var characters = func() map[string]string {
	of := make(map[string]string, len(emoji))
	for character, name := range emoji {
		of[name] = character
	}
	return of
}()

// aliases are second names of some.
var aliases = map[string]string{"thumbsup": "+1", "thumbsdown": "-1", "simple_smile": "slightly_smiling_face"}
