package app

import "familiar/messages"

// relayed returns an event of a channel with those as authors who said it, where a
// relay brings it; own reports that this was one of the channel's familiars.
func (a *App) relayed(id messages.ChannelID, e messages.Event) (taken messages.Event, own bool) {
	now := a.inForce.Now()
	return now.Relaying().Take(id, e, func(name string) bool { return now.IsOurs(id, name) })
}
