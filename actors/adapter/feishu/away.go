package feishu

import (
	"familiar/actors/adapter"
	"familiar/messages"
)

// lookBack takes what became, in a gap, of the lines heard before it in channels.
func (l *listening) lookBack(channels []messages.ChannelID, gaps map[messages.ChannelID]newest) {
	past := l.account.config.Past
	if past == nil {
		return
	}
	for _, channel := range channels {
		said := past.Lately(l.ctx, channel, adapter.LookedAt)
		if len(said) == 0 {
			continue
		}
		_, until := past.Last(l.ctx, channel)
		if err := l.away(channel, said, gaps[channel].dm, until); err != nil {
			l.account.log.Warn("edits and deletions of a gap are not known", "channel", string(channel), "err", err)
		}
		if l.ctx.Err() != nil {
			return
		}
	}
}

// away takes which of the lines said, the newest of them at until, were edited or
// withdrawn. The network lists withdrawn messages as such; one that it doesn't
// list may only be hidden.
func (l *listening) away(channel messages.ChannelID, said []adapter.Said, dm bool, until messages.Instant) error {
	place, err := parse(channel)
	if err != nil {
		return err
	}
	found, err := l.account.list(l.ctx, place, listing{most: historyPage, newest: true, until: until})
	if err != nil {
		return err
	}
	arrivals := make(map[messages.LineID]*arrival)
	var s adapter.Stretch
	for _, i := range found {
		id := messages.LineID(i.ID)
		listed := adapter.Listed{ID: id, Gone: i.Deleted}
		if !i.Deleted && i.Updated != i.Created && milliseconds(i.Updated) != 0 {
			listed.Edited = func() *messages.Line {
				arrivals[id] = l.account.backfilled(l.ctx, i, channel, dm, l.me)
				return arrivals[id].line
			}
		}
		s.Listed = append(s.Listed, listed)
	}
	for _, change := range s.Changes(said) {
		var e *arrival
		switch change := change.(type) {
		case messages.Deleted:
			e = &arrival{key: "recalled " + string(change.ID), channel: channel, deleted: change.ID}
		case messages.Edited:
			e = arrivals[change.Line.ID]
			e.edited, e.channel = true, channel
		}
		if err := l.take(l.ctx, e, 0); err != nil {
			return err
		}
	}
	return nil
}
