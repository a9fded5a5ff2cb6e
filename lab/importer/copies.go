package importer

import (
	"slices"

	"familiar/messages"
)

// copiesWithin is how many lines of a channel may come between a line and the
// copy another account heard of it.
const copiesWithin = 64

// A copies tells a line from what another account heard of it, by the newest
// ids of each channel.
type copies map[messages.ChannelID][]messages.LineID

// has reports whether the line was heard just now, and remembers it.
func (c copies) has(channel messages.ChannelID, id messages.LineID) bool {
	newest := c[channel]
	if slices.Contains(newest, id) {
		return true
	}
	if len(newest) == copiesWithin {
		newest = newest[:copy(newest, newest[1:])]
	}
	c[channel] = append(newest, id)
	return false
}
