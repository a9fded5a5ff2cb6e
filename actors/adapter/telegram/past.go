package telegram

import (
	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

const (
	linesMost  = 8192 // messages remembered, at least
	postsMost  = 1024 // the account's own
	albumsMost = 2048 // parts of albums
	topicsMost = 2048 // names of topics
)

// past remembers of messages what Telegram doesn't repeat when it speaks of them
// again.
type past struct {
	topics *adapter.Recent[stand, int64]               // in which topic of its forum a message stands
	prints *adapter.Recent[stand, uint64]              // what a line that was taken says
	albums *adapter.Recent[stand, *album]              // which album a message is a part of
	series *adapter.Recent[series, *album]             // an album by its name
	posts  *adapter.Recent[stand, messages.PostID]     // which post of ours a message is
	names  *adapter.Recent[messages.ChannelID, string] // what a topic is called
}

// A stand is a message by its chat and its id there.
type stand struct{ chat, message int64 }

// A series is an album by its channel and the name Telegram gives it.
type series struct {
	channel messages.ChannelID
	name    string
}

func newPast() *past {
	return &past{
		topics: adapter.NewRecent[stand, int64](linesMost),
		prints: adapter.NewRecent[stand, uint64](linesMost),
		albums: adapter.NewRecent[stand, *album](albumsMost),
		series: adapter.NewRecent[series, *album](albumsMost),
		posts:  adapter.NewRecent[stand, messages.PostID](postsMost),
		names:  adapter.NewRecent[messages.ChannelID, string](topicsMost),
	}
}

// line returns the id of the line that a message is, or is a part of.
func (p *past) line(at stand) messages.LineID {
	if of, known := p.albums.Get(at); known {
		return lineID(of.first())
	}
	return lineID(at.message)
}

// call remembers what a topic is called; "" changes nothing.
func (p *past) call(channel messages.ChannelID, t *wire.Topic) {
	if name := adapter.CleanName(t.Name, adapter.NameMost); name != "" {
		p.names.Put(channel, name)
	}
}
