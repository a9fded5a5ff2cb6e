package journal

import (
	"context"
	"iter"

	"familiar/messages"
)

// Archive is everything in the log and the snapshots, for work on all channels at
// once. The time to read it grows with its size.
type Archive interface {
	// Records yields what the log has at the time, oldest first in each partition:
	// of all channels or of those named, from since on (0: from the beginning). A record that can't be read comes with its channel, its
	// sequence and an error, and reading goes on; an error without a sequence
	// ends it.
	Records(ctx context.Context, since messages.Instant, channels ...messages.ChannelID) iter.Seq2[Record, error]
	// Newest yields the newest snapshot of every channel that has one. One that
	// can't be read comes with its revision and an error, and reading goes on; an
	// error without a revision ends it.
	Newest(ctx context.Context) iter.Seq2[Snapshot, error]
}
