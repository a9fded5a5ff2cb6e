package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/journal"
	"familiar/messages"
)

// An onlooker shows watchers what is journaled for channels of other processes. It
// reads these channels, and no others, as long as somebody watches.
type onlooker struct {
	mu      sync.Mutex
	watched map[int]*onlook // by partition of which something is read
}

// An onlook is what is read of a partition. Its channels change under the onlooker's
// lock; the rest is its goroutine's.
type onlook struct {
	channels map[messages.ChannelID]bool
	changed  chan struct{} // holds one when there are more of them

	read  uint64                        // the sequence up to which they were read
	shown map[messages.ChannelID]uint64 // the newest sequence shown
}

// lookEvery is how often it is looked whether anybody watches still.
const lookEvery = 10 * time.Second

// lookAgain is the pause after a reading that failed.
const lookAgain = time.Second

// lookBack is how many of a partition's records before the newest an onlooker begins
// with: a stream has read its past before, and leaves out what it knows.
const lookBack = 256

// lookOn shows a channel that another process has, unless it is shown already.
func (a *App) lookOn(id messages.ChannelID) {
	k := a.Journal.Partition(id)
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	o := a.onlooker.watched[k]
	switch {
	case o == nil:
		o = &onlook{map[messages.ChannelID]bool{id: true}, make(chan struct{}, 1), 0, map[messages.ChannelID]uint64{}}
		if a.onlooker.watched == nil {
			a.onlooker.watched = map[int]*onlook{}
		}
		a.onlooker.watched[k] = o
		go a.look(k, o)
	case !o.channels[id]:
		o.channels[id] = true
		select {
		case o.changed <- struct{}{}:
		default:
		}
	}
}

// look reads for those that watch, until nobody does or the partition is this
// process's.
func (a *App) look(k int, o *onlook) {
	for channels := a.lookedOn(k, o); len(channels) > 0; channels = a.lookedOn(k, o) {
		reading, stop := context.WithCancel(a.running)
		ended := make(chan error, 1)
		go func() { ended <- a.showForeign(reading, k, o, channels) }()
		err := a.awaitOthers(k, o, channels, ended)
		if stop(); err == nil {
			err = <-ended
		}
		if err != nil && a.running.Err() == nil {
			a.Log.Warn("channels of other processes are not shown live, trying again", "partition", k, "err", err)
			adapter.Wait(a.running, lookAgain)
		}
		if a.running.Err() != nil {
			return
		}
	}
}

// lookedOn returns the channels that are to be read; none: it is over.
func (a *App) lookedOn(k int, o *onlook) (channels []messages.ChannelID) {
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	select {
	case <-o.changed: // it is among these
	default:
	}
	for id := range o.channels {
		if a.Watch.Watched(id) && !a.reader.Reads(id) {
			channels = append(channels, id)
		} else {
			delete(o.channels, id)
			delete(o.shown, id)
		}
	}
	if len(channels) == 0 {
		a.onlooker.end(k, o)
	}
	slices.Sort(channels)
	return channels
}

// end forgets what is read of a partition, unless that has begun anew. The caller holds
// the lock.
func (l *onlooker) end(k int, o *onlook) {
	if l.watched[k] == o {
		delete(l.watched, k)
	}
}

// awaitOthers waits until other channels are to be read, or the reading has failed.
func (a *App) awaitOthers(k int, o *onlook, than []messages.ChannelID, failed <-chan error) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-failed:
			return err
		case <-a.running.Done():
			return nil
		case <-o.changed:
			return nil
		case <-tick.C:
			if !slices.Equal(a.lookedOn(k, o), than) {
				return nil
			}
		}
	}
}

// showForeign shows channels of another process's partition until ctx ends.
func (a *App) showForeign(ctx context.Context, k int, o *onlook, channels []messages.ChannelID) error {
	last, err := a.Journal.Last(ctx, k)
	switch {
	case ctx.Err() != nil: // others are to be read, or it is over
		return nil
	case err != nil:
		return err
	}
	if from := last - min(last, lookBack); o.read == 0 || from < o.read {
		o.read = from
	}
	return a.Journal.Follow(ctx, k, channels, o.read, func(r journal.Record) {
		o.read = r.Seq
		if r.Seq > o.shown[r.Channel] && !a.reader.Reads(r.Channel) && a.Watch.Watched(r.Channel) { // else its reader shows it
			o.shown[r.Channel] = r.Seq
			a.Watch.Record(r)
		}
	})
}
