package app

import (
	"slices"
	"sync"
	"time"
)

// A Silence is a process of the deployment that tells nothing, as one that stands still:
// of what it decides nothing is shown here until it does, or others have what it had.
type Silence struct {
	Process
	Since time.Time // when it was heard last, by this machine's clock
}

// silentAfter is for how long a process tells nothing before it is called silent: each
// tells its time every second.
const silentAfter = 3 * tellEvery

// silences is when the other processes were heard last.
type silences struct {
	mu     sync.Mutex
	heard  map[string]time.Time // by process
	looked time.Time
	silent []Silence
}

// hear notes that a process tells something.
func (s *silences) hear(process string, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, is := s.heard[process]; is {
		s.heard[process] = now
	}
}

// look finds which of the processes that are there are silent, and reports whether that
// are others than before. Who has stood still itself gives all of them time.
func (s *silences) look(others []Process, now time.Time) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	heard, stood := make(map[string]time.Time, len(others)), now.Sub(s.looked) > silentAfter
	var silent []Silence
	for _, p := range others {
		at, is := s.heard[p.ID]
		if !is || stood {
			at = now
		}
		if heard[p.ID] = at; now.Sub(at) > silentAfter {
			silent = append(silent, Silence{p, at})
		}
	}
	changed = !slices.Equal(silent, s.silent)
	s.heard, s.looked, s.silent = heard, now, silent
	return changed
}

// Silences returns the processes of the deployment that tell nothing at the moment, in
// the order of their ids.
func (a *App) Silences() []Silence {
	a.silences.mu.Lock()
	defer a.silences.mu.Unlock()
	return slices.Clone(a.silences.silent)
}

// tellSilences has who watches here be told which processes are silent, when that
// changes.
func (a *App) tellSilences() {
	if a.silences.look(a.Sharing.Others(), time.Now()) && a.Watch != nil {
		a.Watch.SilenceChanged()
	}
}
