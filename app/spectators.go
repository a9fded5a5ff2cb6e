package app

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

// Bounds of what other processes are shown.
const (
	mostWatched    = 1000 // channels, of one process
	mostSpectators = 256  // processes
	mostNews       = 4096 // news that wait to be told; more are missed
	watchedFor     = 3 * tellEvery
)

// spectators is which processes have watchers of channels here: pages that show a
// channel, streams of decisions.
type spectators struct {
	by   atomic.Pointer[map[string]*spectator] // by process; replaced, never changed: looked at for every decision
	mu   sync.Mutex                            // held to replace it
	news chan newsFor
}

// A spectator is one of these processes.
type spectator struct {
	said     time.Time // when it said last what it watches
	channels map[messages.ChannelID]bool
	told     *atomic.Uint64 // numbers its news, so that it knows what it has missed
}

// newsFor is news for one process.
type newsFor struct {
	process string
	n       uint64
	notes   []*messages.Note
	doing   *doingTold
}

func newSpectators() *spectators { return &spectators{news: make(chan newsFor, mostNews)} }

func (s *spectators) all() map[string]*spectator {
	if by := s.by.Load(); by != nil {
		return *by
	}
	return nil
}

// watches reports whether another process watches a channel.
func (s *spectators) watches(id messages.ChannelID) bool {
	for _, p := range s.all() {
		if p.channels[id] {
			return true
		}
	}
	return false
}

// hear takes what a process watches now, and returns what it didn't before.
func (s *spectators) hear(from string, watched []messages.ChannelID) (fresh []messages.ChannelID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, by := time.Now(), map[string]*spectator{}
	for id, p := range s.all() {
		if id != from && now.Sub(p.said) <= watchedFor {
			by[id] = p
		}
	}
	before := s.all()[from]
	if len(watched) > 0 && len(watched) <= mostWatched && len(by) < mostSpectators {
		p := &spectator{now, make(map[messages.ChannelID]bool, len(watched)), &atomic.Uint64{}}
		if before != nil && now.Sub(before.said) <= watchedFor {
			p.told = before.told
		}
		for _, id := range watched {
			p.channels[id] = true
			if before == nil || !before.channels[id] {
				fresh = append(fresh, id)
			}
		}
		by[from] = p
	}
	s.by.Store(&by)
	return fresh
}

// notes tells decisions to who watches.
func (s *spectators) notes(notes []*messages.Note) {
	for id, p := range s.all() {
		var wanted []*messages.Note
		for _, n := range notes {
			if p.channels[everyChannel] || p.channels[n.Channel] {
				wanted = append(wanted, n)
			}
		}
		if len(wanted) > 0 {
			s.put(p, newsFor{process: id, notes: wanted})
		}
	}
}

// doing tells what a channel's familiars are about to who watches it; now is by the
// clock of what they are about.
func (s *spectators) doing(id messages.ChannelID, seats []messages.Doing, now messages.Instant) {
	for process, p := range s.all() {
		if p.channels[id] {
			s.put(p, newsFor{process: process, doing: &doingTold{id, seats, now}})
		}
	}
}

// put never waits: what doesn't fit is missed, and the numbers tell.
func (s *spectators) put(p *spectator, n newsFor) {
	n.n = p.told.Add(1)
	select {
	case s.news <- n:
	default:
	}
}

// tellSpectators tells other processes what they watch here until ctx ends.
func (a *App) tellSpectators(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-a.spectators.news:
			told := newsTold{N: n.n, Doing: n.doing}
			if n.notes != nil {
				event, err := messages.EncodeEvent(messages.Explained{Notes: n.notes})
				if err != nil {
					a.Log.Warn("decisions not shown to another process", "process", n.process, "err", err)
					continue
				}
				told.Decided = json.RawMessage(event)
			}
			tellProcess(a, n.process, tellNews, told)
		}
	}
}

// hearWatched takes what another process watches. Channels here that it didn't before
// say what their familiars are about.
func (a *App) hearWatched(from string, watched []messages.ChannelID) {
	for _, id := range a.spectators.hear(from, watched) {
		if id == everyChannel || !a.hosts(id) {
			continue
		}
		if _, live := a.reader.CatchUp(id); live {
			a.send(channel.Key(id), channel.Look{})
		}
	}
}
