package store

import (
	"sync"
	"time"
)

// silentFor is how long a process is not waited for that was asked and said nothing
// for askWithin: about as long as its mark holds.
const silentFor = 15 * time.Second

// silences is which processes said nothing when they were asked, by epoch.
type silences struct {
	mu    sync.Mutex
	until map[uint64]time.Time
}

// add notes that these said nothing.
func (s *silences) add(epochs map[uint64]bool, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for epoch, until := range s.until {
		if now.After(until) {
			delete(s.until, epoch)
		}
	}
	if s.until == nil {
		s.until = make(map[uint64]time.Time)
	}
	for epoch := range epochs {
		if _, silent := s.until[epoch]; !silent {
			s.until[epoch] = now.Add(silentFor)
		}
	}
}

// remove notes that one has answered.
func (s *silences) remove(epoch uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.until, epoch)
}

// of returns how many of these have been silent lately.
func (s *silences) of(epochs map[uint64]bool, now time.Time) (silent int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for epoch := range epochs {
		if until, is := s.until[epoch]; is && !now.After(until) {
			silent++
		}
	}
	return silent
}
