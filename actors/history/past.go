package history

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

// KnownFor is how long ago a channel may have been talked in last for its
// network to be asked what was said since. Of so many channels an account is
// told at most whether it is there: each has to be read.
const (
	KnownFor = 7 * 24 * time.Hour
	lookedAt = 5000
)

// Past returns what one account heard before this process began.
func (r *Reader) Past(account messages.AccountID) adapter.Past { return accountPast{r, account} }

// An accountPast is the journal as one account may know it: what it has heard
// itself.
type accountPast struct {
	*Reader
	account messages.AccountID
}

// Known implements [adapter.Past], by the journal's snapshots: channels in
// which one of the account's familiars is and which it has heard.
func (a accountPast) Known(ctx context.Context, network messages.Network, most int) []messages.ChannelID {
	var found []journal.Saved
	for s, err := range a.Journal.Recent(ctx, messages.InstantOf(time.Now().Add(-KnownFor))) {
		if err != nil {
			a.Log.Warn("lines said while the program was away were not fetched everywhere", "network", string(network), "err", err)
			break
		}
		if s.Channel.Network() == network && seats(a.Config(s.Channel), a.account) {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(x, y journal.Saved) int {
		return cmp.Or(cmp.Compare(y.At, x.At), cmp.Compare(x.Channel, y.Channel))
	})
	known := make([]messages.ChannelID, 0, min(most, len(found)))
	for _, s := range found[:min(lookedAt, len(found))] {
		if len(known) == most {
			break
		}
		if a.here(ctx, s.Channel) {
			known = append(known, s.Channel)
		}
	}
	return known
}

// seats reports whether an account has a familiar in a channel.
func seats(c *conversation.Config, account messages.AccountID) bool {
	return slices.ContainsFunc(c.Seats, func(s conversation.SeatConfig) bool { return s.Account == account })
}

// here reports whether the account has heard something of a channel. Where that
// can't be read it has to ask.
func (a accountPast) here(ctx context.Context, id messages.ChannelID) bool {
	s, _, err := a.saved(ctx, id)
	return err != nil || s == nil || s.Here(a.account)
}

// saved returns the newest state of a channel that was kept, and up to which
// record of the journal it is; nil when there is none.
func (r *Reader) saved(ctx context.Context, id messages.ChannelID) (*conversation.Channel, uint64, error) {
	snapshot, err := r.Journal.Load(ctx, id)
	if err != nil || snapshot.Revision == 0 {
		return nil, 0, err
	}
	s, err := conversation.Decode(snapshot.Body, r.Config(id))
	return s, snapshot.Seq, err
}

// Last implements [adapter.Past]: the newest line in the snapshot, or in the
// journal after it. Edits of older lines and what we said don't count.
func (a accountPast) Last(ctx context.Context, id messages.ChannelID) (last messages.LineID, at messages.Instant) {
	posted := func(id messages.LineID) bool { return !adapter.IsCommandLine(id) }
	s, seq, err := a.saved(ctx, id)
	if err == nil && s != nil {
		last, at = s.Newest(a.account, posted)
	}
	for r, err := range a.Journal.Replay(ctx, id, seq) {
		if err != nil {
			a.Log.Warn("newest line of a channel unknown", "channel", string(id), "err", err)
			break
		}
		if heard, ok := r.Event.(messages.Heard); ok && heardBy(heard.Line, a.account) && posted(heard.Line.ID) {
			last, at = heard.Line.ID, r.At
		}
	}
	return last, at
}

// heardBy reports whether that account has heard a copy of a line: its own, or
// one that doesn't say whose it is.
func heardBy(l *messages.Line, account messages.AccountID) bool {
	return account == "" || l.Account == "" || l.Account == account
}
