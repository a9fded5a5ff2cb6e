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

// EpochOf returns this process's epoch as the owner of the channel's partition; 0: a
// visitor's.
func EpochOf(j Journal, channel messages.ChannelID) uint64 { return j.Epoch(j.Partition(channel)) }

// PartitionOf returns the partition of a channel among so many: FNV-1a of its id,
// modulo their number. It is the same in every process and never changes.
func PartitionOf(channel messages.ChannelID, partitions int) int {
	h := fnv.Sum(channel)
	// The low bits of FNV are the weakest; the high ones are folded in.
	return int((h ^ h>>32) % uint64(partitions))
}
