package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// knownFor is how long ago a channel may have been talked in last for its
// network to be asked what was said since.
const knownFor = 7 * 24 * time.Hour

var _ adapter.Past = (*App)(nil)

// Known implements [adapter.Past], by the journal's snapshots: channels that
// somebody is in.
func (a *App) Known(ctx context.Context, network messages.Network, most int) []messages.ChannelID {
	var found []journal.Saved
	settings := a.now.Load()
	for s, err := range a.Journal.Recent(ctx, messages.InstantOf(time.Now().Add(-knownFor))) {
		if err != nil {
			a.Log.Warn("what was said while the program was away is not fetched everywhere", "network", string(network), "err", err)
			break
		}
		if s.Channel.Network() == network && settings.Channel(s.Channel) != nil {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(x, y journal.Saved) int {
		return cmp.Or(cmp.Compare(y.At, x.At), cmp.Compare(x.Channel, y.Channel))
	})
	known := make([]messages.ChannelID, 0, min(most, len(found)))
	for _, s := range found[:min(most, len(found))] {
		known = append(known, s.Channel)
	}
	return known
}

// Last implements [adapter.Past]: the newest line in the snapshot, or in the
// journal after it. Edits of older lines and what we said don't count.
func (a *App) Last(ctx context.Context, id messages.ChannelID) (last messages.LineID, at messages.Instant) {
	posted := func(id messages.LineID) bool { return !adapter.IsCommandLine(id) }
	snapshot, err := a.Journal.Load(ctx, id)
	if err == nil && snapshot.Revision != 0 {
		if s, err := conversation.Decode(snapshot.Body, a.now.Load().in(id)); err == nil {
			last, at = s.Newest(posted)
		}
	}
	for r, err := range a.Journal.Replay(ctx, id, snapshot.Seq) {
		if err != nil {
			a.Log.Warn("the newest line of a channel is not known", "channel", string(id), "err", err)
			break
		}
		if heard, ok := r.Event.(messages.Heard); ok && posted(heard.Line.ID) {
			last, at = heard.Line.ID, r.At
		}
	}
	return last, at
}
