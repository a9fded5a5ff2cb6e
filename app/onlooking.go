package app

import (
	"context"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/messages"
)

// An onlooker shows watchers what is journaled for channels of other processes. It
// reads these channels, and no others, as long as somebody watches.
type onlooker struct {
	mu      sync.Mutex
	watched map[int]*onlook // by partition of which something is read
}

// An onlook is what is read of a partition. The first three change under the onlooker's
// lock; the rest is its goroutine's.
type onlook struct {
	channels map[messages.ChannelID]uint64 // the least sequence after which somebody is shown it
	fresh    map[messages.ChannelID]bool   // of these, what is still to be read from there
	changed  chan struct{}                 // holds one when there are others of them
	over     chan struct{}                 // closed once the goroutine has ended

	begun bool
	read  uint64                        // the sequence up to which they were read, once that has begun
	shown map[messages.ChannelID]uint64 // the sequence up to which all is shown
}

// lookEvery is how often it is looked whether anybody watches still.
const lookEvery = 10 * time.Second

// lookAgain is the pause after a reading that failed.
const lookAgain = time.Second

// lookBack is how many of a partition's records before the newest are shown where nobody
// says what was read.
const lookBack = 256

// lately is in place of the sequence up to which a channel was read: the last lookBack
// records of its partition may not have been shown.
const lately = math.MaxUint64

// lookOn shows what a channel that another process has got after a sequence, unless that
// is shown already.
func (a *App) lookOn(id messages.ChannelID, after uint64) {
	k := a.Journal.Partition(id)
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	o := a.onlooker.watched[k]
	if o == nil {
		o = &onlook{
			channels: map[messages.ChannelID]uint64{}, fresh: map[messages.ChannelID]bool{},
			changed: make(chan struct{}, 1), over: make(chan struct{}), shown: map[messages.ChannelID]uint64{},
		}
		if a.onlooker.watched == nil {
			a.onlooker.watched = map[int]*onlook{}
		}
		a.onlooker.watched[k] = o
		defer func() { go a.look(k, o) }()
	}
	if from, known := o.channels[id]; known && from <= after {
		return
	}
	o.channels[id], o.fresh[id] = after, true
	o.change()
}

// change has the goroutine look what it is to read.
func (o *onlook) change() {
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

// endLook ends the reading of a partition that is about to be this process's: its reader
// shows what comes after the checkpoint, so all that there is now is shown before.
func (a *App) endLook(ctx context.Context, k int) {
	a.onlooker.mu.Lock()
	o := a.onlooker.watched[k]
	delete(a.onlooker.watched, k)
	a.onlooker.mu.Unlock()
	if o == nil {
		return
	}
	o.change()
	select {
	case <-o.over:
	case <-ctx.Done():
		return
	}
	for id, after := range o.channels {
		if !o.fresh[id] {
			after = o.shown[id]
		}
		if err := a.showSince(ctx, id, after, o); err != nil && ctx.Err() == nil {
			a.Log.Warn("not all that a channel got is shown to who watches", "channel", string(id), "err", err)
		}
	}
}

// look reads for those that watch, until nobody does or the partition is this
// process's.
func (a *App) look(k int, o *onlook) {
	defer close(o.over)
	for channels, fresh := a.toRead(k, o); len(channels) > 0; channels, fresh = a.toRead(k, o) {
		maps.DeleteFunc(o.shown, func(id messages.ChannelID, _ uint64) bool { return !slices.Contains(channels, id) })
		reading, stop := context.WithCancel(a.running)
		ended := make(chan error, 1)
		go func() { ended <- a.showForeign(reading, k, o, channels, fresh) }()
		err := a.awaitOthers(o, channels, ended)
		if stop(); err == nil {
			err = <-ended
		}
		a.onlooker.putFresh(o, fresh)
		if err != nil && a.running.Err() == nil {
			a.Log.Warn("channels of other processes are not shown live, trying again", "partition", k, "err", err)
			sleep.For(a.running, lookAgain)
		}
		if a.running.Err() != nil {
			return
		}
	}
}

// toRead returns the channels that are to be read, and of those that are shown anew after
// which sequence; none: it is over.
func (a *App) toRead(k int, o *onlook) (channels []messages.ChannelID, fresh map[messages.ChannelID]uint64) {
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	select {
	case <-o.changed: // it is among these
	default:
	}
	if a.onlooker.watched[k] != o {
		return nil, nil
	}
	channels, fresh = a.lookedOn(o), make(map[messages.ChannelID]uint64, len(o.fresh))
	for id := range o.channels {
		if !slices.Contains(channels, id) {
			delete(o.channels, id)
			delete(o.fresh, id)
		}
	}
	for id := range o.fresh {
		fresh[id] = o.channels[id]
	}
	clear(o.fresh)
	if len(channels) == 0 {
		delete(a.onlooker.watched, k)
	}
	return channels, fresh
}

// lookedOn returns those of the channels that somebody watches, and that aren't this
// process's. The caller holds the lock.
func (a *App) lookedOn(o *onlook) (channels []messages.ChannelID) {
	for id := range o.channels {
		if a.Watch.Watched(id) && !a.reader.Reads(id) {
			channels = append(channels, id)
		}
	}
	slices.Sort(channels)
	return channels
}

// staysAs reports whether the channels that are to be read are still these.
func (a *App) staysAs(o *onlook, channels []messages.ChannelID) bool {
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	return slices.Equal(a.lookedOn(o), channels)
}

// putFresh puts back what was not read.
func (l *onlooker) putFresh(o *onlook, fresh map[messages.ChannelID]uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range fresh {
		if _, still := o.channels[id]; still {
			o.fresh[id] = true
		}
	}
}

// awaitOthers waits until other channels are to be read, or the reading has failed.
func (a *App) awaitOthers(o *onlook, than []messages.ChannelID, failed <-chan error) error {
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
			if !a.staysAs(o, than) {
				return nil
			}
		}
	}
}

// showForeign shows channels of another process's partition until ctx ends: first what
// those that are shown anew got after who watches has read them, which it takes out of
// fresh, then what comes.
func (a *App) showForeign(ctx context.Context, k int, o *onlook, channels []messages.ChannelID, fresh map[messages.ChannelID]uint64) error {
	last, err := a.Journal.Last(ctx, k)
	if !o.begun && err == nil {
		o.begun, o.read = true, last
	}
	for id, after := range fresh {
		if err != nil {
			break
		}
		if err = a.showSince(ctx, id, after, o); err == nil {
			delete(fresh, id)
		}
	}
	switch {
	case ctx.Err() != nil: // others are to be read, or it is over
		return nil
	case err != nil:
		return err
	}
	return a.Journal.Follow(ctx, k, channels, o.read, func(r journal.Record) {
		if o.read = max(o.read, r.Seq); r.Seq > o.shown[r.Channel] {
			a.showRecord(r, o)
		}
	})
}

// showSince shows what a channel got after a sequence. Who watches for longer leaves out
// what it knows.
func (a *App) showSince(ctx context.Context, id messages.ChannelID, after uint64, o *onlook) error {
	if after == lately {
		last, err := a.Journal.Last(ctx, a.Journal.Partition(id))
		if err != nil {
			return err
		}
		after = last - min(last, lookBack)
	}
	o.shown[id] = max(o.shown[id], after)
	for r, err := range a.Journal.Replay(ctx, id, after) {
		if err != nil {
			return err
		}
		a.showRecord(r, o)
	}
	return nil
}

// showRecord shows a record of another process's channel.
func (a *App) showRecord(r journal.Record, o *onlook) {
	if !a.reader.Reads(r.Channel) && a.Watch.Watched(r.Channel) { // else its reader shows it
		o.shown[r.Channel] = max(o.shown[r.Channel], r.Seq)
		a.Watch.Record(r)
	}
}
