package jetstream

import (
	"context"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// Erase implements journal.Journal. Of texts that are sealed the keys are
// forgotten; those an older program wrote are taken out and overwritten in the
// server's files, one file of up to 8 MiB for each. What an Erase that was cut
// short has done need not be done again.
//
// Of the channel's records only those that its snapshot holds go; when the line
// is in a later one too, or in a post that waits for its network, the rest is
// done and the error asks for another Erase.
func (j *Journal) Erase(ctx context.Context, orders ...messages.Erase) error {
	if err := j.store.Check(ctx, "erase"); err != nil || len(orders) == 0 {
		return err
	}
	channel := orders[0].Channel
	if err := j.erase(ctx, channel, journal.NewErasure(orders...)); err != nil {
		return fmt.Errorf("journal: erase in %s: %w", channel, j.store.Ended(err))
	}
	return nil
}

func (j *Journal) erase(ctx context.Context, channel messages.ChannelID, gone *journal.Erasure) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	x := &erasing{j: j, channel: channel, name: name, Erasure: sealed.Erasure{Gone: gone}}
	for _, part := range []func(context.Context) error{x.records, x.states, x.notes, x.letters, x.posts} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	if err := j.vault.forgetTexts(ctx, channel, x.Ranges...); err != nil {
		return err
	}
	return x.Left
}

// An erasing is one Erase under way.
type erasing struct {
	j       *Journal
	channel messages.ChannelID
	name    string // its tokens
	sealed.Erasure
}

func (x *erasing) records(ctx context.Context) error {
	bounded, cancel := x.j.store.Bounded(ctx)
	_, covers, err := x.j.snapshots.newestSnapshot(bounded, x.channel)
	cancel()
	if err != nil {
		return err
	}
	return x.j.log.Erase(ctx, x.channel, covers.Seq, &x.Erasure)
}

// states leaves the newest snapshot only.
func (x *erasing) states(ctx context.Context) error {
	j, p := x.j, x.j.snapshots.of(x.channel)
	newest, st, err := j.snapshots.newestSnapshot(ctx, x.channel)
	if err != nil || newest == nil {
		return err
	}
	if st.Form >= sealed.SealedForm {
		at, err := seal.PositionOf(newest.Data)
		if err != nil {
			return err
		}
		if at > seal.State.First() {
			x.Until(at - 1)
		}
	}
	if newest.Sequence == 1 {
		return nil
	}
	stream, subject := j.store.Names.Snapshots(p.number), j.store.Names.Snapshot(p.number, x.name)
	return j.store.Each(ctx, stream, subject, newest.Sequence-1, func(m *jetstream.RawStreamMsg) error {
		if st, err := layout.ReadStamp(m.Header); err == nil && st.Form >= sealed.SealedForm {
			return nil
		}
		return j.store.Delete(ctx, stream, true, m.Sequence)
	})
}

func (x *erasing) notes(ctx context.Context) error {
	return x.j.ledger.Erase(ctx, x.channel, &x.Erasure)
}

// letters writes letters again without what has to go. The server takes the old
// ones out for it; one that isn't sealed is overwritten before.
func (x *erasing) letters(ctx context.Context) error {
	j := x.j
	return j.letters(ctx, j.store.Names.Subject("dead", x.name, "*"), func(m *jetstream.RawStreamMsg, l journal.Letter) error {
		kept, left, changed := x.Gone.Letter(l)
		if !changed {
			return nil
		}
		at, sealed := sealed.PositionOf(m.Data)
		if sealed {
			x.Ranges = append(x.Ranges, seal.Only(at))
		}
		if !sealed || !left {
			if err := j.store.Delete(ctx, j.store.Names.Stream("dead"), !sealed, m.Sequence); err != nil || !left {
				return err
			}
		}
		return j.bury(ctx, kept)
	})
}
