package journal

import (
	"context"
	"iter"

	"familiar/messages"
)

// Archive is everything the log and the snapshots have, for what concerns all
// channels at once. Reading it takes as long as there is much of it.
type Archive interface {
	// Records yields what the log has, oldest first in each partition, up to
	// where its end is: of all channels or of those named, from since on (0: from
	// the beginning). A record that can't be read comes with its channel, its
	// sequence and an error, and reading goes on; an error without a sequence
	// ends it.
	Records(ctx context.Context, since messages.Instant, channels ...messages.ChannelID) iter.Seq2[Record, error]
	// Newest yields the newest snapshot of every channel that has one. One that
	// can't be read comes with its revision and an error, and reading goes on; an
	// error without a revision ends it.
	Newest(ctx context.Context) iter.Seq2[Snapshot, error]
}
