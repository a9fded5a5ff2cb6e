package partitions

import (
	"context"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// Skip marks an event in its channel's journal, so that no reload meets it
// again, and tells the operator before. Its channel waits: it could not be
// loaded without the mark, and what comes next would be skipped in its place.
func (r *Reader) Skip(ctx context.Context, record journal.Record, reason string) {
	r.Log.Error("event skipped", "channel", string(record.Channel), "seq", record.Seq, "reason", reason)
	letter := journal.Letter{At: messages.InstantOf(time.Now()), Channel: record.Channel, Seq: record.Seq, Reason: reason}
	err := r.Retry.Write(ctx, "bury a skipped event", func() error { return r.Journal.Bury(ctx, letter) })
	if err == nil {
		err = r.Retry.Write(ctx, "mark a skipped event", func() error {
			_, err := r.Journal.Append(ctx, journal.EpochOf(r.Journal, record.Channel), record.Channel, messages.Skipped{Seq: record.Seq, Reason: reason})
			return err
		})
	}
	if err != nil {
		r.Channels.Left(record, err)
	}
}
