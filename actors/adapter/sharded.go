package adapter

import (
	"context"
	"time"
)

// A Sharded divides its network among several connections, shards, each of which may
// be another process's. Listen hears the first one, and says how many there are; all
// other calls are for the process that has that.
type Sharded interface {
	// Shards says how they stand, as far as this process knows.
	Shards() Shards
	// ListenShard is Listen for another of so many. It fails with [ErrReshard] when
	// the network wants another number.
	ListenShard(ctx context.Context, shard, of int, hear Hear) error
	// Reshard has Listen find out anew how many there are.
	Reshard()
}

// Shards is how the shards of an account stand.
type Shards struct {
	Of int   // there are; 0: the network was not asked yet
	Up []int // those that are connected here, in order; the first is 0

	Left, Total int       // sessions that may be begun until Resets, and a day; 0: there is no such limit
	Resets      time.Time // when there are Total again
	Asked       time.Time // when the network said that
}
