package eventlog

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// Replay implements journal.Log, up to the record that is the channel's
// newest when it begins. A record that can't be read is left out as in
// Consume.
func (l *Log) Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[journal.Record, error] {
	return l.walk(ctx, "replay", channel, func(w *walk) error {
		for after := after; after < w.newest.Sequence; {
			batch, err := l.store.BatchUntil(ctx, w.stream, w.subject, after+1, w.newest.Sequence, store.ReplayBatch)
			if err != nil || len(batch) == 0 { // what was there is erased
				return err
			}
			for _, m := range batch {
				if after = m.Sequence; after > w.newest.Sequence || !w.show(m) {
					return nil
				}
			}
		}
		return nil
	})
}
