package discord

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/rest"
	"familiar/actors/adapter/discord/wire"
)

// posted hands over a message.
func (l *listener) posted(m *wire.Message) bool {
	a := l.account
	if !a.resolve(l.ctx, m.GuildID, m.ChannelID) {
		return false
	}
	if !a.heard(m) || a.places.filled(m.ChannelID, m.ID) {
		a.places.heard(m.ChannelID, m.ID)
		return true
	}
	a.awaitAnswer(l.ctx, m)
	line := a.line("", m)
	if !l.hearUntilTaken(line.Channel, messages.Heard{Line: line}) {
		return false
	}
	a.texts.rememberText(line)
	a.places.heard(m.ChannelID, m.ID)
	return true
}

// heard reports whether m is a line that can be handed over.
func (a *Account) heard(m *wire.Message) bool { return m.IsLine() && !isNotice(m) && !a.withheld(m) }

// isNotice reports whether m tells of another channel: it refers to one and to
// no message.
func isNotice(m *wire.Message) bool {
	return m.Type == wire.TypeDefault && m.Reference.ChannelID != "" && m.Reference.MessageID == ""
}

// edited hands over a message whose text or attachments are others now. The
// preview of a link, a pin or a thread is no edit.
func (l *listener) edited(m *wire.Message) bool {
	a := l.account
	if m.EditedTimestamp == "" || m.Content == nil || !m.IsLine() {
		return true
	}
	if !a.resolve(l.ctx, m.GuildID, m.ChannelID) {
		return false
	}
	switch {
	case a.begins(m):
		return l.posted(m)
	case a.withheld(m) && !a.texts.known(m):
		return true
	}
	line := a.line("", m)
	if !a.texts.changed(line) {
		return true
	}
	if !l.hearUntilTaken(line.Channel, messages.Edited{Line: line}) {
		return false
	}
	a.texts.rememberText(line)
	return true
}

// deleted hands over that messages are gone, each by itself.
func (l *listener) deleted(d *wire.Deleted) bool {
	a := l.account
	if !a.resolve(l.ctx, d.GuildID, d.ChannelID) {
		return false
	}
	for _, id := range append(d.IDs, d.ID) {
		if id != "" && !l.hearUntilTaken(a.places.id(d.GuildID, d.ChannelID), messages.Deleted{ID: messages.LineID(id)}) {
			return false
		}
	}
	return true
}

// missing hands over that a channel is gone with all that was said there, if Discord says
// so when it is asked: what it tells of one that was deleted it also tells of one that is
// only hidden from the account.
func (l *listener) missing(c wire.Channel) bool {
	a := l.account
	done, ok := l.fetching()
	if !ok {
		return false
	}
	_, err := a.ask(l.ctx, c.ID)
	done()
	if !rest.IsCode(err, rest.CodeUnknownChannel) {
		return l.ctx.Err() == nil // it is there, or nobody knows
	}
	a.places.remove(c)
	return l.hearUntilTaken(idOf(c), messages.Forgotten{All: true})
}

// ask asks Discord for a channel until it says something, or ctx ends.
func (a *Account) ask(ctx context.Context, id string) (c wire.Channel, err error) {
	again := a.backoff()
	again.Failed = func(err error, pause time.Duration) {
		a.log.Warn("channel not known", "channel", id, "err", err, "retry_in", pause)
	}
	err = again.Until(ctx, func() error {
		return a.rest.Patiently(ctx, "GET", discordgo.EndpointChannel(id), discordgo.EndpointChannel(id), nil, &c)
	})
	return c, err
}

// resolve finds out what a channel and its guild are, if they aren't known: a thread has to be
// told from a channel. It reports whether that was before ctx ended.
func (a *Account) resolve(ctx context.Context, guild, id string) bool {
	if !a.acquaint(ctx, guild) {
		return false
	}
	if _, known := a.places.at(id); known {
		return true
	}
	if guild == "" {
		a.places.setChannel(wire.Channel{ID: id, Type: kindDM})
		return true
	}
	c, err := a.ask(ctx, id)
	if err != nil && !errors.Is(err, adapter.ErrGone) {
		return false
	}
	if err != nil { // one that is hidden from us and was no thread counts as a channel
		c, _ = a.places.gone.Get(id)
	}
	c.ID, c.GuildID = id, cmp.Or(c.GuildID, guild)
	c.Thread.Archived = false // somebody has just written there
	c.LastMessageID = ""
	a.places.setChannel(c)
	return true
}
