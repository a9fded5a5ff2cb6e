package app

import (
	"context"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

// attendEvery is how often the accounts' presence is checked.
const attendEvery = 5 * time.Second

// attend tells the channels in memory when an account goes or comes back; others
// ask when they wake.
func (a *App) attend(ctx context.Context) {
	tick := time.NewTicker(attendEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if a.presence.Look(now) {
				a.eachChannel(func(id messages.ChannelID) { a.send(channel.Key(id), channel.Attend{}) })
			}
		}
	}
}
