// Package outage says what becomes of lines a familiar is to answer while its
// model can't be had: when it is tried again, and when people are told.
//
// The rules in full:
//
//   - A failure that may pass has the lines wait. The pauses between tries are
//     5, 10 and then 20 s, each shortened by up to a third by a number of the
//     channel's own, so that thousands of channels don't come back at once. A
//     try is not made before the moment until which the model is certainly not
//     asked, and those who wait for that moment come back over 15 s.
//   - Failures that may pass, but each of which may have to be paid for, end it
//     at the third in a row.
//   - A failure that no pause mends ends it at once.
//   - People are told when an outage has lasted 20 s, when the next try is more
//     than a minute away, or when it ends in no answer; once in an outage. It is
//     another outage after an answer, or when the last failure is longer ago than
//     a line waits.
//
// The package knows no lines, no models and no channel. policy/conversation
// owns a [State] for each seat whose model failed, arms the tries and says the
// [Words].
package outage

import (
	"time"

	"familiar/messages"
)

const (
	firstPause  = 5 * time.Second
	longest     = 20 * time.Second
	comeBack    = 15 * time.Second // those who wait for one moment are spread over it
	costlyTries = 3                // failures in a row that may have to be paid for
	toldAfter   = 20 * time.Second
	toldAhead   = time.Minute
)

// A State is one seat's outage: its model failed and has not answered since.
// The zero State is none.
type State struct {
	Since  messages.Instant `json:"since,omitempty"`  // the first failure
	Last   messages.Instant `json:"last,omitempty"`   // the newest
	Tries  int              `json:"tries,omitempty"`  // failures so far
	Costly int              `json:"costly,omitempty"` // in a row and paid for
	Told   bool             `json:"told,omitempty"`   // people were told
}

// On reports whether the outage goes on at that moment: its last failure is no
// longer ago than within.
func (s *State) On(now messages.Instant, within time.Duration) bool {
	return s.Tries > 0 && now.Sub(s.Last) <= within
}

// Fail counts a failure, the first of another outage if the last one is over,
// and reports whether the model is to be tried again.
func (s *State) Fail(now messages.Instant, fault messages.Fault, within time.Duration) (again bool) {
	if !s.On(now, within) {
		*s = State{Since: now}
	}
	s.Last = now
	s.Tries++
	switch fault {
	case messages.Passing:
		s.Costly = 0
		return true
	case messages.Costly:
		s.Costly++
		return s.Costly < costlyTries
	case messages.Lasting, messages.Declined:
	}
	return false
}

// Pause is how long after the newest failure the next try is made. The model is
// certainly not asked for after; drawn is the channel's number.
func (s *State) Pause(after time.Duration, drawn uint64) time.Duration {
	pause := firstPause
	for n := 1; n < s.Tries && pause < longest; n++ {
		pause *= 2
	}
	pause = min(pause, longest)
	share := float64(drawn>>11) / (1 << 53)
	pause -= time.Duration(share * float64(pause) / 3)
	if after > 0 {
		pause = max(pause, after+time.Duration(share*float64(comeBack)))
	}
	return pause
}

// Tell reports whether people are to be told now, and remembers it. next is the
// moment of the next try; 0: there will be none, and no answer.
func (s *State) Tell(now, next messages.Instant) bool {
	if s.Told || next != 0 && now.Sub(s.Since) < toldAfter && next.Sub(now) <= toldAhead {
		return false
	}
	s.Told = true
	return true
}
