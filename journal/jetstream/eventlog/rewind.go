package eventlog

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// Rewind implements journal.Log. A record that can't be read is left out as in
// Consume.
func (l *Log) Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return l.walk(ctx, "rewind", channel, func(w *walk) error {
		until, err := l.endBefore(ctx, w, channel, before)
		if err != nil {
			return err
		}
		return l.showBack(ctx, w, until, before)
	})
}

// RewindFrom implements [journal.SequenceSeeker].
func (l *Log) RewindFrom(ctx context.Context, channel messages.ChannelID, before uint64) iter.Seq2[journal.Record, error] {
	return l.walk(ctx, "rewind", channel, func(w *walk) error {
		return l.showBack(ctx, w, min(w.newest.Sequence, max(1, before)-1), 0)
	})
}

// showBack shows the records up to a sequence that are from before a moment (0: all),
// newest first.
func (l *Log) showBack(ctx context.Context, w *walk, until uint64, before messages.Instant) error {
	back := store.BackwardFrom(w.stream, w.subject, until)
	for {
		found, err := l.store.Stretch(ctx, &back)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, m := range found {
			if before != 0 && momentOf(m) >= before {
				continue
			}
			if !w.show(m) {
				return nil
			}
		}
	}
}

// endBefore returns the sequence from which a channel's records of before a moment are
// looked for, back from there; 0: of all moments.
func (l *Log) endBefore(ctx context.Context, w *walk, channel messages.ChannelID, before messages.Instant) (uint64, error) {
	until := w.newest.Sequence
	if before == 0 {
		return until, nil
	}
	if l.config.Fenced {
		before += journal.ClocksApart
	}
	if last, known := w.partition.index.LastBefore(channel, until, before); known {
		return last, nil
	}
	return l.lastBefore(ctx, w.stream, w.subject, w.newest, before)
}

// lastBefore returns a sequence after which all of a channel's records are of a
// moment or later, and no other. The moments grow with the sequences, so some
// twenty reads find it; those that the server keeps are none of ours after a
// restore.
func (l *Log) lastBefore(ctx context.Context, stream, subject string, newest *jetstream.RawStreamMsg, t messages.Instant) (uint64, error) {
	if momentOf(newest) < t {
		return newest.Sequence, nil
	}
	from, until := uint64(1), newest.Sequence
	for from < until {
		middle := from + (until-from)/2
		found, err := l.store.BatchUntil(ctx, stream, subject, middle, newest.Sequence, 1)
		switch {
		case err != nil:
			return 0, err
		case len(found) == 0 || momentOf(found[0]) >= t:
			until = middle
		default:
			from = found[0].Sequence + 1
		}
	}
	return until - 1, nil
}

// momentOf returns when a record was appended; 0 for one that can't be read.
func momentOf(m *jetstream.RawStreamMsg) messages.Instant {
	e, _, err := cutEntry(m.Data)
	if err != nil {
		return 0
	}
	return e.at
}
