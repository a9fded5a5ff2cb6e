package app

import (
	"errors"
	"fmt"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/messages"
)

// channels gives access to the host's channel actors without exposing the host.
type channels struct{ app *App }

// Hand implements [partitions.Channels].
func (c channels) Hand(r journal.Record) error {
	_, err := c.app.host.Send(channel.Key(r.Channel), r)
	return err
}

// Live implements [partitions.Channels].
func (c channels) Live(id messages.ChannelID, passed func()) error {
	_, err := c.app.host.Send(channel.Key(id), channel.Live{Passed: passed})
	return err
}

// Save implements [partitions.Channels].
func (c channels) Save(id messages.ChannelID) { c.app.send(channel.Key(id), channel.Save{}) }

// Has implements [partitions.Channels].
func (c channels) Has(id messages.ChannelID) bool { return c.app.host.Has(channel.Key(id)) }

// Left implements [partitions.Channels].
func (c channels) Left(r journal.Record, err error) { c.app.left.record(c.app.Log, r, err) }

// wake wakes a channel; woken is called once it is awake, or never will be.
func (c channels) wake(id messages.ChannelID, woken func()) {
	if !c.app.hosts(id) {
		woken()
	} else if _, err := c.app.host.Send(channel.Key(id), channel.Wake{Handled: woken}); err != nil {
		woken() // the process ends: the next one finds the deadline
	}
}

func (c channels) backlog(id messages.ChannelID) int {
	if n := c.app.host.Backlog(channel.Key(id)); n > 0 {
		return n
	}
	return c.app.others.backlogs.in(id)
}

// eachChannel calls do for every channel in memory.
func (a *App) eachChannel(do func(messages.ChannelID)) {
	a.host.Each(channel.Kind, func(id string) { do(messages.ChannelID(id)) })
}

// blameless reports whether what an actor panicked with is the journal's: it is closed, or
// another process has the channel now, as after this one stood still.
func blameless(value any) bool {
	err, is := value.(error)
	return is && errors.Is(err, channel.ErrJournal)
}

// bury takes a message that made an actor panic too often.
func (a *App) bury(f host.Failure) {
	r, isRecord := f.Msg.(journal.Record)
	if isRecord {
		defer a.activity.Add(-1)
	}
	if live, is := f.Msg.(channel.Live); is {
		live.Passed()
	}
	if wake, is := f.Msg.(channel.Wake); is && wake.Handled != nil {
		wake.Handled()
	}
	switch failing := blameless(f.Value); {
	case failing && isRecord:
		a.left.record(a.Log, r, f.Value.(error))
	case failing: // it need not be kept, or its channel finds it again
	case isRecord:
		a.reader.Skip(a.running, r, fmt.Sprint(f.Value))
	default:
		a.Log.Error("message given up", "actor", f.Key.String(), "type", fmt.Sprintf("%T", f.Msg))
	}
}
