package feishu

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// lookBackWithin is how long connecting waits for what was changed in a gap;
// then the rest is looked for meanwhile.
const lookBackWithin = 5 * time.Second

// newestFirst returns the channels of gaps to look through, those heard last first.
func newestFirst(gaps map[messages.ChannelID]newest) []messages.ChannelID {
	channels := slices.SortedFunc(maps.Keys(gaps), func(a, b messages.ChannelID) int {
		return cmp.Or(cmp.Compare(gaps[b].at, gaps[a].at), cmp.Compare(a, b))
	})
	return channels[:min(len(channels), catchUpPlaces)]
}

// lookBack takes what became, in a gap, of the lines heard before it, before
// anything newer is heard.
func (l *listening) lookBack(gaps map[messages.ChannelID]newest) {
	if l.account.config.Past == nil || len(gaps) == 0 {
		return
	}
	done := make(chan struct{})
	l.catching.Go(func() { // past lookBackWithin Listen goes on, and waits for it at its end
		defer close(done)
		for _, channel := range newestFirst(gaps) {
			if err := l.away(channel, gaps[channel].dm); err != nil && l.ctx.Err() == nil {
				l.account.log.Warn("edits and deletions of a gap unknown", "channel", string(channel), "err", err)
			}
			if l.ctx.Err() != nil {
				return
			}
		}
	})
	within, stop := context.WithTimeout(l.ctx, lookBackWithin)
	defer stop()
	select {
	case <-done:
	case <-within.Done():
	}
}

// away takes which of a channel's lines were edited or withdrawn. The network
// lists withdrawn messages as such; one that it doesn't list may only be hidden.
func (l *listening) away(channel messages.ChannelID, dm bool) error {
	past := l.account.config.Past
	said := past.Lately(l.ctx, channel, adapter.LookedAt)
	if len(said) == 0 {
		return nil
	}
	place, err := parse(channel)
	if err != nil {
		return err
	}
	_, until := past.Last(l.ctx, channel)
	found, err := l.missed(place, listing{most: historyPage, newest: true, until: until})
	if err != nil {
		return err
	}
	return l.takeAll(l.changed(found, said, channel, dm))
}

// changed returns what listed messages say of the lines said.
func (l *listening) changed(found []item, said []adapter.Said, channel messages.ChannelID, dm bool) (changed []*arrival) {
	edited := make(map[messages.LineID]*arrival)
	var s adapter.Stretch
	for _, i := range found {
		id := messages.LineID(i.ID)
		listed := adapter.Listed{ID: id, Gone: i.Deleted}
		if !i.Deleted && milliseconds(i.Updated) > milliseconds(i.Created) {
			listed.Edited = func() *messages.Line {
				edited[id] = l.account.backfilled(l.ctx, i, channel, dm, l.me)
				return edited[id].line
			}
		}
		s.Listed = append(s.Listed, listed)
	}
	for _, change := range s.Changes(said) {
		if gone, ok := change.(messages.Deleted); ok {
			changed = append(changed, &arrival{key: "recalled " + string(gone.ID), channel: channel, deleted: gone.ID})
		} else if now, ok := change.(messages.Edited); ok {
			e := edited[now.Line.ID]
			e.at, e.channel, e.edited = 0, channel, true // before all that waits
			changed = append(changed, e)
		}
	}
	return changed
}

// takeAll waits until all of what arrived at once is taken.
func (l *listening) takeAll(all []*arrival) error {
	var under []*arrival
	for _, e := range all {
		first, err := l.admit(e)
		if err != nil {
			return err
		}
		if first != nil {
			under = append(under, first)
		}
	}
	for _, e := range under {
		select {
		case <-e.done:
		case <-l.ctx.Done():
			return l.ctx.Err()
		}
	}
	return nil
}
