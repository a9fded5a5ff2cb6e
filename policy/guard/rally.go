package guard

import (
	"math"
	"time"

	"familiar/messages"
)

// When somebody no network calls a bot answers like one: by the last rallyLength
// answers, each the next line after one of ours. Of 505 such rows of answers that
// people in a Discord corpus gave each other none was as even as this and as
// quick, none had a mean under ten seconds.
const (
	rallyLength = 8
	atOnce      = 5 * time.Second  // the mean of the times it took; so quick, they need not be even
	soon        = 20 * time.Second // the same, where they are even
	evenness    = .35              // their standard deviation is at most so much of the mean
	rallyPause  = 10 * time.Minute // an author silent for so long is not a program that goes on for ever
)

// A Rally is a talk with one person between whose lines there were only ours.
type Rally struct {
	With messages.PersonID `json:"w,omitempty"`
	Last messages.Instant  `json:"l,omitempty"` // their newest line

	*Answers // nil: we have said nothing, as mostly
}

// Answers are what they do with our posts.
type Answers struct {
	Bot  bool             `json:"b,omitempty"` // they count as a bot, until somebody else speaks or they pause
	Said messages.Instant `json:"s,omitempty"` // our newest post, if they haven't answered it; 0: they have
	Took []uint32         `json:"t,omitempty"` // ms from a post of ours to their line, oldest first; at most rallyLength
}

// Said says that a post of ours is on its way.
func (s *State) Said(now messages.Instant) {
	r := &s.Rally
	if r.With == "" {
		return
	}
	if r.Answers == nil {
		r.Answers = &Answers{}
	}
	r.Said = now
}

// Hear takes in a line, and reports whether its author is left alone as a bot from now on
// that no network calls one.
func (s *State) Hear(l *messages.Line, now messages.Instant, c *Config) (begins bool) {
	if l.Backfilled {
		return false
	}
	begins = s.heard(l.Author, now, c)
	if !l.Author.Bot && !s.Suspects(l.Author.ID, c) {
		s.human(false, c)
	}
	return begins && c.Stop > 0
}

// heard takes in whose line was heard, and reports whether they count as a bot
// from now on that no network calls one.
func (s *State) heard(author messages.Author, now messages.Instant, c *Config) (begins bool) {
	r := &s.Rally
	switch {
	case author.Bot || !c.Unmarked:
		*r = Rally{}
		return false
	case author.ID != r.With || now.Sub(r.Last) >= rallyPause:
		*r = Rally{With: author.ID, Last: now}
		return false
	}
	r.Last = now
	switch {
	case r.Answers == nil || r.Bot:
		return false
	case r.Said == 0: // who goes on without an answer is no program that waits for one
		r.Took = nil
		return false
	}
	r.Took = append(r.Took, uint32(min(max(now.Sub(r.Said), 0), rallyPause).Milliseconds()))
	r.Said = 0
	if over := len(r.Took) - rallyLength; over > 0 {
		r.Took = r.Took[over:]
	}
	if r.Bot = r.mechanical(); r.Bot {
		r.Took = nil
		s.Active = true
	}
	return r.Bot
}

// Suspects reports whether nothing that person says is to be answered, though no
// network calls them a bot.
func (s *State) Suspects(who messages.PersonID, c *Config) bool {
	return c.Unmarked && c.Stop > 0 && s.Rally.Answers != nil && s.Rally.Bot && s.Rally.With == who
}

// Forget forgets a person.
func (s *State) Forget(who messages.PersonID) {
	if s.Rally.With == who {
		s.Rally = Rally{}
	}
}

// mechanical reports whether the answers came as a program's do.
func (r *Answers) mechanical() bool {
	if len(r.Took) < rallyLength {
		return false
	}
	sum, squares := 0.0, 0.0
	for _, ms := range r.Took {
		sum += float64(ms)
		squares += float64(ms) * float64(ms)
	}
	mean := sum / rallyLength
	deviation := math.Sqrt(max(0, float64(squares/rallyLength)-float64(mean*mean)))
	return mean <= float64(atOnce.Milliseconds()) || mean <= float64(soon.Milliseconds()) && deviation <= evenness*mean
}
