package discord

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"
)

// posted hands over a message.
func (l *lanes) posted(m *message) bool {
	a := l.account
	if !a.resolve(l.ctx, m.GuildID, m.ChannelID) {
		return false
	}
	if !m.isLine() || isNotice(m) || a.places.filled(m.ChannelID, m.ID) {
		a.places.heard(m.ChannelID, m.ID)
		return true
	}
	line := a.line("", m)
	a.texts.changed(line)
	if !l.tell(line.Channel, messages.Heard{Line: line}) {
		return false
	}
	a.places.heard(m.ChannelID, m.ID)
	return true
}

// isNotice reports whether m tells of another channel: it refers to one and to
// no message.
func isNotice(m *message) bool {
	return m.Type == typeDefault && m.Reference.ChannelID != "" && m.Reference.MessageID == ""
}

// edited hands over a message whose text or attachments are others now. The
// preview of a link, a pin or a thread is no edit.
func (l *lanes) edited(m *message) bool {
	a := l.account
	if m.EditedTimestamp == "" || m.Content == nil || !m.isLine() {
		return true
	}
	if !a.resolve(l.ctx, m.GuildID, m.ChannelID) {
		return false
	}
	line := a.line("", m)
	if !a.texts.changed(line) {
		return true
	}
	return l.tell(line.Channel, messages.Edited{Line: line})
}

// deleted hands over that messages are gone, each by itself.
func (l *lanes) deleted(d *deleted) bool {
	a := l.account
	if !a.resolve(l.ctx, d.GuildID, d.ChannelID) {
		return false
	}
	for _, id := range append(d.IDs, d.ID) {
		if id != "" && !l.tell(a.places.id(d.GuildID, d.ChannelID), messages.Deleted{ID: messages.LineID(id)}) {
			return false
		}
	}
	return true
}

// resolve finds out what a channel is, if it isn't known: a thread has to be
// told from a channel. It reports whether that was before ctx ended.
func (a *Account) resolve(ctx context.Context, guild, id string) bool {
	if _, known := a.places.at(id); known {
		return true
	}
	if guild == "" {
		a.places.keep(channel{ID: id, Type: kindDM})
		return true
	}
	for pause := a.config.MinPause; ; pause = min(2*pause, a.config.MaxPause) {
		var c channel
		err := a.rest.patiently(ctx, "GET", discordgo.EndpointChannel(id), discordgo.EndpointChannel(id), nil, &c)
		if err == nil || errors.Is(err, adapter.ErrGone) { // hidden from us: then it counts as a channel
			c.ID, c.GuildID = id, cmp.Or(c.GuildID, guild)
			c.Thread.Archived = false // somebody has just written there
			c.LastMessageID = ""
			a.places.keep(c)
			return true
		}
		a.log.Warn("channel not known", "channel", id, "err", err, "retry_in", pause)
		if !wait(ctx, pause) {
			return false
		}
	}
}

// fetchesAtOnce is how many channels catch up at the same time.
const fetchesAtOnce = 4

// backfill hands over what was said in a channel while nobody was connected:
// the newest lines since the last that was heard.
func (l *lanes) backfill(id string) {
	a := l.account
	at, known := a.places.at(id)
	if !known || a.config.Backfill < 0 {
		return
	}
	select {
	case a.fetchings <- struct{}{}:
		defer func() { <-a.fetchings }()
	case <-l.ctx.Done():
		return
	}
	missed, err := a.fetch(l.ctx, id, newest(a.config.Backfill))
	if err != nil {
		a.log.Warn("missed lines are not known", "channel", id, "err", err)
		return
	}
	missed = slices.DeleteFunc(missed, func(m *message) bool { return !older(at.heard, m.ID) })
	filled := make(map[string]bool, len(missed))
	for _, m := range missed {
		filled[m.ID] = true
		if m.isLine() && !isNotice(m) {
			line := a.line(at.guild, m)
			line.Backfilled = true
			a.texts.changed(line)
			if !l.tell(line.Channel, messages.Heard{Line: line}) {
				return
			}
		}
		a.places.heard(id, m.ID)
	}
	a.places.fill(id, filled)
}
