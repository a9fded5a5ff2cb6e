package app

import (
	"context"
	"sync"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// An onlooker shows watchers what is journaled for channels of other processes. It
// reads their partitions as long as somebody watches.
type onlooker struct {
	mu      sync.Mutex
	watched map[int]map[messages.ChannelID]bool // by partition that is read for that
}

// lookEvery is how often it is looked whether anybody watches still.
const lookEvery = 10 * time.Second

// lookBack is how many records before the newest an onlooker begins with: a stream has
// read its past before, and leaves out what it knows.
const lookBack = 256

// lookOn shows a channel that another process has, unless it is shown already.
func (a *App) lookOn(id messages.ChannelID) {
	k := a.Journal.Partition(id)
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	if channels := a.onlooker.watched[k]; channels != nil {
		channels[id] = true
		return
	}
	if a.onlooker.watched == nil {
		a.onlooker.watched = map[int]map[messages.ChannelID]bool{}
	}
	a.onlooker.watched[k] = map[messages.ChannelID]bool{id: true}
	go a.look(k)
}

// look reads a partition for those that watch, until nobody does or it is this
// process's.
func (a *App) look(k int) {
	ctx, stop := context.WithCancel(a.running)
	defer stop()
	go func() {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for a.anybodyLooks(k) {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		stop()
	}()
	last, err := a.Journal.Last(ctx, k)
	if err == nil {
		err = a.Journal.Consume(ctx, k, last-min(last, lookBack), func(r journal.Record) {
			if !a.reader.Reads(r.Channel) && a.Watch.Watched(r.Channel) { // else its reader shows it
				a.Watch.Record(r)
			}
		})
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("channels of other processes are not shown live", "partition", k, "err", err)
	}
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	delete(a.onlooker.watched, k)
}

// anybodyLooks reports whether a partition is to be read for those that watch.
func (a *App) anybodyLooks(k int) bool {
	a.onlooker.mu.Lock()
	defer a.onlooker.mu.Unlock()
	for id := range a.onlooker.watched[k] {
		if a.Watch.Watched(id) && !a.reader.Reads(id) {
			return true
		}
	}
	return false
}
