package app

import (
	"slices"
	"sync"
	"time"

	"familiar/messages"
)

// everyChannel is in place of a channel whose decisions are watched: those of all.
const everyChannel messages.ChannelID = ""

// spectating is what this process has been told of channels that are watched here, and
// that others have.
type spectating struct {
	mu      sync.Mutex
	reached bool              // others could be told by now
	telling bool              // others know that something is watched
	heard   map[string]uint64 // the number of the last news, by process
}

// tellWatched tells the others what is watched here. That nothing is any more is told
// once. Who began to watch before they could be told begins again: what they decided
// meanwhile is in the journal.
func (a *App) tellWatched() {
	if a.Watch != nil && a.spectating.tell(a) {
		a.Watch.Missed()
	}
}

// tell does so, and reports whether something was watched before anybody could be told.
func (s *spectating) tell(a *App) (late bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	watched := a.Watch.Watching()
	watched = watched[:min(len(watched), mostWatched)]
	if len(watched) == 0 && !s.telling && s.reached {
		return false
	}
	if s.telling = len(watched) > 0; !s.telling {
		s.heard = nil
	}
	if !tellAll(a, tellWatching, watched) || s.reached {
		return false
	}
	s.reached = true
	return s.telling && len(a.Sharing.Others()) > 0
}

// follows reports whether news come right after the last ones of their process.
func (s *spectating) follows(from string, n uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.telling {
		return true // nobody is shown any
	}
	if s.heard == nil || len(s.heard) >= mostSpectators {
		s.heard = map[string]uint64{}
	}
	last := s.heard[from]
	s.heard[from] = n
	return n == last+1
}

// hearNews shows watchers here what a channel of another process decided, or is about.
// If something in between is missing they begin again, and find it in the journal.
func (a *App) hearNews(from string, n newsTold) {
	if a.Watch == nil {
		return
	}
	if !a.spectating.follows(from, n.N) {
		a.Watch.Missed()
	}
	if n.Decided != nil {
		e, err := messages.DecodeEvent(n.Decided)
		if err != nil {
			a.Log.Debug("decisions of another process can't be read", "process", from, "err", err)
			return
		}
		if told, is := e.(messages.Explained); is {
			a.Watch.Notes(a.foreign(told.Notes))
		}
	}
	if d := n.Doing; d != nil && !a.reader.Reads(d.Channel) {
		a.Watch.Doing(d.Channel, d.here())
	}
}

// foreign returns the decisions of channels that aren't this process's: its own are
// shown already.
func (a *App) foreign(notes []*messages.Note) (foreign []*messages.Note) {
	for _, n := range notes {
		if !a.reader.Reads(n.Channel) {
			foreign = append(foreign, n)
		}
	}
	return foreign
}

// here returns what seats are about by this machine's clock.
func (d *doingTold) here() []messages.Doing {
	return shiftedSeats(d.Seats, messages.InstantOf(time.Now()).Sub(d.Now))
}

// shiftedSeats returns what seats are about by a clock that is so much later.
func shiftedSeats(seats []messages.Doing, by time.Duration) []messages.Doing {
	shifted := slices.Clone(seats)
	for i := range shifted {
		shifted[i].Until = later(shifted[i].Until, by)
	}
	return shifted
}
