package journal

import "familiar/messages"

// FNV-1a, 64 bit, http://www.isthe.com/chongo/tech/comp/fnv.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// PartitionOf gives the partition of a channel among so many: FNV-1a of its id,
// modulo their number. It is the same in every process and for ever.
func PartitionOf(channel messages.ChannelID, partitions int) int {
	h := uint64(fnvOffset)
	for i := range len(channel) {
		h = (h ^ uint64(channel[i])) * fnvPrime
	}
	// The low bits of FNV are the weakest; the high ones are folded in.
	return int((h ^ h>>32) % uint64(partitions))
}
