package app

import (
	"slices"

	"familiar/messages"
	"familiar/policy/conversation"
)

// relayed returns an event of a channel with those as authors who said it, where a
// relay brings it; own reports that this was one of the channel's familiars.
func (a *App) relayed(id messages.ChannelID, e messages.Event) (taken messages.Event, own bool) {
	now := a.inForce.Now()
	return now.Relaying().Take(id, e, func(name string) bool { return now.IsOurs(id, name) })
}

// isOurs reports whether that is one of the familiars of a channel.
func (a *App) isOurs(id messages.ChannelID, who messages.PersonID) bool {
	c := a.inForce.Now().Channel(id)
	return c != nil && slices.ContainsFunc(c.Seats, func(s conversation.SeatConfig) bool { return s.Self == who || s.Person() == who })
}
