package conversation

import (
	"familiar/messages"
	"familiar/policy/turn"
)

// Rehearse returns the order of a turn in which a familiar answers a line that calls
// it, in a channel where nothing was said before. false: it has no seat there.
func Rehearse(channel messages.ChannelID, c *Config, who messages.FamiliarID, line messages.Quoted) (order messages.Compose, is bool) {
	ch := New(channel, c)
	s := &ch.State
	if s.Seats.Of(who) < 0 && ch.Shadow != nil {
		s = ch.Shadow
	}
	seat := s.Seats.Of(who)
	if seat < 0 {
		return messages.Compose{}, false
	}
	s.Turn = &turn.Turn{Seat: seat, Trigger: messages.Address, Overrides: true} // whoever else the room is assigned to
	order = s.composeOrder()
	order.Addressed = append(order.Addressed, line)
	return order, true
}
