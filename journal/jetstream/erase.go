package jetstream

import (
	"context"
	"errors"
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

// drop has a kept text go: by its key, or, where it isn't sealed, by overwriting
// it.
func (x *erasing) drop(ctx context.Context, stream string, m *jetstream.RawStreamMsg, at seal.Position, sealed bool) error {
	if sealed {
		x.Ranges = append(x.Ranges, seal.Only(at))
		return nil
	}
	return x.j.store.Delete(ctx, stream, true, m.Sequence)
}

func (x *erasing) records(ctx context.Context) error {
	j, channel := x.j, x.channel
	bounded, cancel := j.store.Bounded(ctx)
	_, covers, err := j.newestSnapshot(bounded, channel)
	cancel()
	if err != nil {
		return err
	}
	p, first := j.of(channel), true
	last := seal.Position(0) // of those that all go; 0: there is none
	stream := j.store.Names.Lines(p.number)
	err = j.store.Each(ctx, stream, j.store.Names.Line(p.number, x.name), 0, func(m *jetstream.RawStreamMsg) error {
		at, sealed := sealedAt(m.Data)
		if sealed && first && at > at.Kind().First() { // of those before it, none is kept any more
			x.Until(at - 1)
			first = false
		}
		if x.Gone.All() && m.Sequence <= covers.Seq {
			if sealed {
				last = at
				return nil
			}
			return j.store.Delete(ctx, stream, true, m.Sequence)
		}
		return x.record(ctx, stream, m, covers)
	})
	if last > 0 {
		x.Until(last)
	}
	return err
}

// record looks at one record of a channel of which not everything goes.
func (x *erasing) record(ctx context.Context, stream string, m *jetstream.RawStreamMsg, covers layout.Stamp) error {
	record, err := decode(x.j.vault.texts.Keys, x.channel, m.Sequence, m.Data, nil)
	switch {
	case errors.Is(err, seal.ErrForgotten):
	case err != nil:
		x.j.store.Log.Warn("journal record not looked at for erasure", "seq", m.Sequence, "channel", x.channel, "err", err)
	case record.Seq > covers.Seq:
		if x.Gone.HoldsLine(record.Event) {
			x.Left = fmt.Errorf("event %d has the line and is in no snapshot yet", record.Seq)
		}
	case x.Gone.Record(record):
		at, sealed := sealedAt(m.Data)
		return x.drop(ctx, stream, m, at, sealed)
	}
	return nil
}

// states leaves the newest snapshot only.
func (x *erasing) states(ctx context.Context) error {
	j, p := x.j, x.j.of(x.channel)
	newest, st, err := j.newestSnapshot(ctx, x.channel)
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
