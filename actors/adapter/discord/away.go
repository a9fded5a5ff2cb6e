package discord

import (
	"cmp"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

// lookedFor is how long ago a channel may have been talked in last for its
// lines to be looked at again in a new session.
const lookedFor = 24 * time.Hour

// lookAgain notes the channels that were talked in last, as those whose lines
// may have changed before this session.
func (p *places) lookAgain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	var lately []*place
	for _, known := range p.places {
		if wire.Born(known.heard).After(time.Now().Add(-lookedFor)) {
			lately = append(lately, known)
		}
	}
	slices.SortFunc(lately, func(x, y *place) int {
		if wire.Older(x.heard, y.heard) {
			return 1
		}
		return -1
	})
	for _, known := range lately[:min(len(lately), recalledMost)] {
		known.look = true
	}
}

// lately returns the lines of a channel to look at again, oldest first; none if
// no session has ended since that was done.
func (l *listener) lately(id string, at place) []adapter.Said {
	past := l.account.config.Past
	if past == nil || !at.before && !at.look {
		return nil
	}
	said := past.Lately(l.ctx, l.account.places.id(at.guild, id), adapter.LookedAt)
	said = slices.DeleteFunc(said, func(s adapter.Said) bool { return wire.Born(string(s.ID)).IsZero() })
	slices.SortFunc(said, func(x, y adapter.Said) int {
		return cmp.Or(cmp.Compare(len(x.ID), len(y.ID)), cmp.Compare(x.ID, y.ID)) // as older
	})
	return said
}

// away hands over which of the lines said were edited or deleted while nobody
// was connected. page is the newest messages up to upto; where it doesn't reach
// back to those lines, the messages up to the newest of them are fetched. It
// reports whether that was before Listen's end.
func (l *listener) away(id string, at place, said []adapter.Said, page []*wire.Message, upto string) bool {
	if len(said) == 0 || len(page) == 0 { // history that may not be read is empty
		return true
	}
	a := l.account
	if oldest, newest := string(said[0].ID), string(said[len(said)-1].ID); wire.Older(oldest, page[0].ID) {
		var err error
		if page, err = a.fetch(l.ctx, id, before(wire.After(newest), pageLimit)); err != nil {
			a.log.Warn("edits and deletions of the gap unknown", "channel", id, "err", err)
			return true
		}
		upto = newest
	}
	channel := a.places.id(at.guild, id)
	for _, e := range a.stretch(at.guild, id, page, upto).Changes(said) {
		if !l.hearUntilTaken(channel, e) {
			return false
		}
		if edited, ok := e.(messages.Edited); ok {
			a.texts.rememberText(edited.Line)
		}
	}
	return true
}

// stretch returns a page of a channel's history, oldest first, that has all there
// is up to a message.
func (a *Account) stretch(guild, id string, page []*wire.Message, upto string) adapter.Stretch {
	s := adapter.Stretch{Upto: messages.LineID(upto), Older: func(a, b messages.LineID) bool { return wire.Older(string(a), string(b)) }}
	for i, m := range page {
		if i == 0 {
			s.From = messages.LineID(m.ID)
		}
		listed := adapter.Listed{ID: messages.LineID(m.ID)}
		if m.EditedTimestamp != "" && m.Content != nil && m.IsLine() {
			m.ChannelID = id
			listed.Edited = func() *messages.Line { return a.line(guild, m) }
		}
		s.Listed = append(s.Listed, listed)
	}
	return s
}
