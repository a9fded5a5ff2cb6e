package eventlog

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// Erase has those of a channel's records go that its snapshot holds, which are up
// to sequence `covered`. When the line is in a later one too, the erasure has
// something left.
func (l *Log) Erase(ctx context.Context, channel messages.ChannelID, covered uint64, e *sealed.Erasure) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	k := l.Partition(channel)
	found := sealed.NewFound(seal.Line) // of those that all go, or of all
	var stay []seal.Position
	stream := l.store.Names.Lines(k)
	err = l.store.Each(ctx, stream, l.store.Names.Line(k, name), 0, func(m *jetstream.RawStreamMsg) error {
		at, isSealed := sealedAt(m.Data)
		switch {
		case !e.Gone.All() && isSealed, e.Gone.All() && m.Sequence <= covered && isSealed:
			found.Add(at)
		case isSealed:
			stay = append(stay, at)
		}
		if e.Gone.All() && m.Sequence <= covered {
			if isSealed {
				return nil
			}
			return l.store.Delete(ctx, stream, true, m.Sequence)
		}
		return l.eraseRecord(ctx, stream, channel, m, covered, e)
	})
	if err != nil {
		return err
	}
	if e.Gone.All() {
		e.AllFound(found, stay)
	} else {
		e.Trimmed(found)
	}
	return nil
}

// eraseRecord looks at one record of a channel of which not everything goes. One
// that has to go goes by its key or, where it isn't sealed, by overwriting it.
func (l *Log) eraseRecord(ctx context.Context, stream string, channel messages.ChannelID, m *jetstream.RawStreamMsg, covered uint64, e *sealed.Erasure) error {
	record, err := decode(l.texts.Keys, channel, m.Sequence, m.Data, nil, nil)
	switch {
	case errors.Is(err, seal.ErrForgotten):
	case err != nil:
		l.store.Log.Warn("journal record not checked for erasure", "seq", m.Sequence, "channel", channel, "err", err)
	case record.Seq > covered && l.counts(l.of(channel), record.Seq, m.Data): // else no snapshot will ever hold it
		if e.Gone.HoldsLine(record.Event) {
			e.Left = fmt.Errorf("event %d contains the line and is not in a snapshot yet", record.Seq)
		}
	case e.Gone.Record(record):
		at, isSealed := sealedAt(m.Data)
		if isSealed {
			e.Only(at)
			return nil
		}
		return l.store.Delete(ctx, stream, true, m.Sequence)
	}
	return nil
}
