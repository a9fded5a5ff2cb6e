package telegram

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/entities"
	"familiar/actors/adapter/telegram/wire"
	"familiar/internal/shorten"
	"familiar/messages"
)

// lineID returns the id of the line that a message is.
func lineID(message int64) messages.LineID {
	return messages.LineID(strconv.FormatInt(message, 10))
}

// line returns a message, or the parts of an album, as the line it is.
func (a *Account) line(channel messages.ChannelID, parts []*wire.Message, me self) *messages.Line {
	m := parts[0]
	l := &messages.Line{
		ID: lineID(m.ID), Channel: channel, Account: a.id,
		Author: a.author(m, me), At: messages.Instant(m.Date * 1000),
		ReplyTo: a.replyOf(m, me), Nonce: a.nonce(m),
		DM:           m.Chat.Type == wire.Private,
		ExplicitOnly: m.Chat.Type == wire.Channel || m.Automatic,
		Backfilled:   a.isLate(m),
	}
	var said []string
	for _, part := range parts {
		read := entities.Read(part.Text+part.Caption, part.AllEntities(), naming{a.people, me})
		said = append(said, quoted(part), read.Text, shownText(part))
		for _, id := range read.People {
			if !slices.Contains(l.Mentions, id) {
				l.Mentions = append(l.Mentions, id)
			}
		}
		l.Attachments = append(l.Attachments, attachments(part)...)
	}
	l.Text = joined("\n", said)
	if m.Origin != nil && !m.Automatic { // somebody else's words: they call nobody here
		l.Text = joined(" ", []string{"[forwarded]", joined(": ", []string{originName(m.Origin), l.Text})})
		l.Mentions, l.ReplyTo, l.ExplicitOnly = nil, messages.Reply{}, true
	}
	return l
}

// author returns who wrote a message. Who writes in a channel's name, or as an
// anonymous administrator in the group's, is that chat.
func (a *Account) author(m *wire.Message, me self) messages.Author {
	switch {
	case a.nonce(m) != "" || m.From != nil && m.From.ID == me.user.ID:
		return me.author
	case m.SenderChat != nil:
		id := entities.PersonID(m.SenderChat.ID)
		return messages.Author{ID: id, Name: cmp.Or(m.Signature, m.SenderChat.Name(), string(id))}
	case m.From != nil:
		id := entities.PersonID(m.From.ID)
		return messages.Author{ID: id, Name: cmp.Or(m.From.Name(), m.From.Username, string(id)), Bot: m.From.Bot}
	}
	id := entities.PersonID(m.Chat.ID)
	return messages.Author{ID: id, Name: cmp.Or(m.Chat.Name(), string(id))}
}

// nonce returns the id of the post that a message is: Telegram gives a bot none of
// its own messages, but those in channels reach it in their discussion groups.
func (a *Account) nonce(m *wire.Message) string {
	at := stand{m.Chat.ID, m.ID}
	if m.Automatic && m.Origin != nil && m.Origin.Channel != nil {
		at = stand{m.Origin.Channel.ID, m.Origin.Message}
	}
	id, _ := a.past.posts.Get(at)
	return string(id)
}

// replyOf returns which line is answered. In a topic whoever answers nobody
// answers the notice that began it.
func (a *Account) replyOf(m *wire.Message, me self) messages.Reply {
	to := m.ReplyTo
	if to == nil || m.Topic && to.ID == m.Thread {
		return messages.Reply{}
	}
	return messages.Reply{ID: a.past.line(stand{m.Chat.ID, to.ID}), Author: a.author(to, me).ID}
}

// isLate reports whether a message comes so late that it is of a gap, by
// Telegram's clock.
func (a *Account) isLate(m *wire.Message) bool {
	said := time.Unix(max(m.Date, m.Edited), 0)
	return time.Now().Add(a.api.Clock.Ahead()).Sub(said) > a.config.Late
}

// quoteMost is how much of a quotation is read, in runes.
const quoteMost = 500

// quoted returns the part of the message answered that somebody chose; without a
// choice the reply says enough.
func quoted(m *wire.Message) string {
	if m.Quote == nil || !m.Quote.Manual || strings.TrimSpace(m.Quote.Text) == "" {
		return ""
	}
	return "> " + shorten.Ellipsis(strings.Join(strings.Fields(m.Quote.Text), " "), quoteMost)
}

// originName returns who wrote what is passed on.
func originName(o *wire.Origin) string {
	name := o.Name
	switch {
	case o.User != nil:
		name = o.User.Name()
	case o.Chat != nil:
		name = o.Chat.Name()
	case o.Channel != nil:
		name = o.Channel.Name()
	}
	return adapter.CleanName(name, adapter.NameMost)
}

// joined puts those of the parts together that say something.
func joined(by string, parts []string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), by)
}
