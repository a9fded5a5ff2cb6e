package admission

import (
	"slices"
	"time"

	"familiar/messages"
)

// mostAlone is how many people a seat leaves alone; beyond it the first who
// asked is forgotten.
const mostAlone = 100

// A State is what one seat was asked to refrain from. The zero State is
// nothing, and so is a nil one, which can only be read. It is part of the channel's
// snapshot, so a quiet survives restarts.
type State struct {
	Hushed bool                `json:"q,omitempty"` // told to be quiet
	Until  messages.Instant    `json:"u,omitempty"` // when that ends; 0: when told otherwise
	Alone  []messages.PersonID `json:"a,omitempty"` // people who asked to be left alone, in the order they asked
}

// IsZero reports whether there is nothing.
func (s *State) IsZero() bool { return s == nil || !s.Hushed && s.Until == 0 && len(s.Alone) == 0 }

// Clone returns the same for another seat.
func (s *State) Clone() *State {
	if s == nil {
		return nil
	}
	return &State{Hushed: s.Hushed, Until: s.Until, Alone: slices.Clone(s.Alone)}
}

// Anew returns what of it stays where all that was said is forgotten: its quiet.
func (s *State) Anew() *State {
	if s == nil {
		return nil
	}
	return &State{Hushed: s.Hushed, Until: s.Until}
}

// A Word names why a seat keeps from a line, as the note says it.
type Word string

// The words.
const (
	Free    Word = ""      // nothing keeps it
	ByQuiet Word = "quiet" // told to be quiet
	ByAlone Word = "alone" // the author asked to be left alone, and didn't call it
)

// hush makes the seat quiet for so long: with 0 for c.QuietFor, and if that is
// 0, too, until told otherwise. It is never longer than c.QuietMost if that is
// set and a duration is known. It replaces the quiet before and gives its own
// length.
func (s *State) hush(now messages.Instant, d time.Duration, c *Config) time.Duration {
	if d == 0 {
		d = c.QuietFor
	}
	if c.QuietMost > 0 {
		d = min(d, c.QuietMost)
	}
	until := messages.Instant(0)
	if d > 0 {
		until = now.Add(d)
	}
	s.HushUntil(until)
	return d
}

// HushUntil makes the seat quiet until then, 0 until told otherwise, whatever the
// configuration says of that: somebody else has looked at it.
func (s *State) HushUntil(then messages.Instant) { s.Hushed, s.Until = true, then }

// resume ends a quiet and reports whether there was one.
func (s *State) resume(now messages.Instant) bool {
	was := s.Quiet(now)
	s.Hushed, s.Until = false, 0
	return was
}

// Quiet reports whether the seat keeps quiet now: until the instant of its
// end, which is not quiet any more.
func (s *State) Quiet(now messages.Instant) bool {
	return s != nil && s.Hushed && (s.Until == 0 || s.Until > now)
}

// left returns how much longer the seat is quiet; 0 when it isn't, and when
// nobody knows.
func (s *State) left(now messages.Instant) time.Duration {
	if !s.Quiet(now) || s.Until == 0 {
		return 0
	}
	return s.Until.Sub(now)
}

// Leaves reports whether the seat leaves that person alone.
func (s *State) Leaves(person messages.PersonID) bool {
	return s != nil && slices.Contains(s.Alone, person)
}

// LeaveAlone makes the seat leave a person alone.
func (s *State) LeaveAlone(person messages.PersonID) {
	if s.Leaves(person) {
		return
	}
	if len(s.Alone) >= mostAlone {
		s.Alone = slices.Delete(s.Alone, 0, len(s.Alone)-mostAlone+1)
	}
	s.Alone = append(s.Alone, person)
}

// Welcome ends that, because the person said so or is to be forgotten, and
// reports whether there was something to end.
func (s *State) Welcome(person messages.PersonID) bool {
	if s == nil {
		return false
	}
	before := len(s.Alone)
	s.Alone = slices.DeleteFunc(s.Alone, func(p messages.PersonID) bool { return p == person })
	if len(s.Alone) == 0 {
		s.Alone = nil
	}
	return len(s.Alone) < before
}

// KeepsFrom is State.keeps of a line of which those facts hold.
func (s *State) KeepsFrom(now messages.Instant, author messages.PersonID, facts messages.Facts) Word {
	return s.keeps(now, author, facts&messages.SpeaksToUs != 0)
}

// keeps returns what keeps the seat from answering an author, or from thinking
// of speaking unasked because of their line. called says that the line is a
// direct message or mentions or replies to the familiar. It allocates nothing.
func (s *State) keeps(now messages.Instant, author messages.PersonID, called bool) Word {
	switch {
	case s.Quiet(now):
		return ByQuiet
	case !called && s.Leaves(author):
		return ByAlone
	}
	return Free
}
