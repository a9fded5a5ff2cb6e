package conversation

import (
	"familiar/internal/fnv"
	"familiar/messages"
)

// seed is the channel's own start of every draw: two channels don't think at
// the same line.
func seed(channel messages.ChannelID, familiar messages.FamiliarID) uint64 {
	return fnv.Add(fnv.Add(fnv.Sum(channel), "\x00"), familiar)
}
