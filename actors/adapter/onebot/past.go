package onebot

import (
	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

const (
	linesMost  = 8192   // messages remembered, at least
	postsMost  = 1024   // the account's own
	peopleMost = 20_000 // names, one for each group a person is in
)

// past remembers what the implementation doesn't repeat when it speaks of it again.
type past struct {
	taken    *adapter.Recent[stand, messages.PersonID] // who wrote a line that was taken
	posts    *adapter.Recent[stand, messages.PostID]   // which post of ours a message is
	names    *adapter.Recent[member, string]           // what a person is called in a channel
	sessions *adapter.Recent[wire.ID, wire.ID]         // in which group somebody's temporary session began
}

// A stand is a message by its channel.
type stand struct {
	channel messages.ChannelID
	message wire.ID
}

// A member is a person in a channel.
type member struct {
	channel messages.ChannelID
	person  wire.ID
}

func newPast() *past {
	return &past{
		taken:    adapter.NewRecent[stand, messages.PersonID](linesMost),
		posts:    adapter.NewRecent[stand, messages.PostID](postsMost),
		names:    adapter.NewRecent[member, string](peopleMost),
		sessions: adapter.NewRecent[wire.ID, wire.ID](peopleMost),
	}
}
