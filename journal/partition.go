package journal

import (
	"familiar/internal/fnv"
	"familiar/messages"
)

// How many partitions a durable log has: the default, and the most, which limits
// what a typing error can ask for.
const (
	DefaultPartitions = 8
	MaxPartitions     = 256
)

// PartitionOf returns the partition of a channel among so many: FNV-1a of its id,
// modulo their number. It is the same in every process and never changes.
func PartitionOf(channel messages.ChannelID, partitions int) int {
	h := fnv.Sum(channel)
	// The low bits of FNV are the weakest; the high ones are folded in.
	return int((h ^ h>>32) % uint64(partitions))
}
