package feishu

import (
	"familiar/actors/adapter"
	"familiar/messages"
)

// away takes which lines of a channel, up to the newest that was heard, were
// edited or withdrawn in a gap. The network lists withdrawn messages as such; one
// that it doesn't list may only be hidden.
func (l *listening) away(channel messages.ChannelID, heard newest) error {
	if l.account.config.Past == nil {
		return nil
	}
	said := l.account.config.Past.Lately(l.ctx, channel, adapter.LookedAt)
	if len(said) == 0 {
		return nil
	}
	place, err := parse(channel)
	if err != nil {
		return err
	}
	found, err := l.account.list(l.ctx, place, listing{most: historyPage, newest: true, until: heard.at.Add(recallMargin)})
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
				arrivals[id] = l.account.backfilled(l.ctx, i, channel, heard.dm, l.me)
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
