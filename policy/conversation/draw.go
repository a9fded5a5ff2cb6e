package conversation

import (
	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/messages"
)

// seed is the channel's own start of every draw: two channels don't think at
// the same line.
func seed(channel messages.ChannelID, familiar messages.FamiliarID) uint64 {
	return fnv.Add(fnv.Add(fnv.Sum(channel), "\x00"), familiar)
}

// draw is seat i's at this moment and count of orders.
func (s *State) draw(i int, salt uint64) uint64 {
	return s.Seats[i].Mood.Seed ^ splitmix.Scatter(uint64(s.Now)) ^ splitmix.Scatter(uint64(s.Number)<<1|salt)
}

// What a draw's salt is.
const (
	ofQuestion = 0
	ofTurn     = 1
)
