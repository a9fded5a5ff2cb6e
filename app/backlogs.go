package app

import (
	"sync"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

const (
	// tellFrom is the backlog from which on others are told of it: below what makes lines
	// wake nobody.
	tellFrom    = 100
	mostTold    = 1000 // channels that are behind, of one process
	mostTellers = 256  // processes whose channels are
	behindFor   = 3 * tellEvery
)

// backlogs is which channels of other processes can't keep up, as these say.
type backlogs struct {
	mu sync.Mutex
	of map[string]behind // by process
}

// A behind is what one process said last.
type behind struct {
	at       time.Time
	channels map[messages.ChannelID]int
}

// hear takes what a process says, in place of what it said before.
func (b *backlogs) hear(from string, channels map[messages.ChannelID]int) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	for process, said := range b.of {
		if now.Sub(said.at) > behindFor {
			delete(b.of, process)
		}
	}
	if _, told := b.of[from]; !told && len(b.of) >= mostTellers || len(channels) > mostTold {
		return
	}
	if b.of == nil {
		b.of = map[string]behind{}
	}
	b.of[from] = behind{now, channels}
}

// in returns the backlog of a channel; 0: nobody said that it is behind.
func (b *backlogs) in(id messages.ChannelID) (most int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, said := range b.of {
		if time.Since(said.at) <= behindFor {
			most = max(most, said.channels[id])
		}
	}
	return most
}

// backlogs returns the channels here that can't keep up.
func (a *App) backlogs() map[messages.ChannelID]int {
	if a.activity.Count() < tellFrom {
		return nil
	}
	all := map[messages.ChannelID]int{}
	a.eachChannel(func(id messages.ChannelID) {
		if n := a.host.Backlog(channel.Key(id)); n >= tellFrom && len(all) < mostTold {
			all[id] = n
		}
	})
	return all
}
