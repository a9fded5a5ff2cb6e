// Package guard keeps bots from talking in circles. It counts what a channel
// answered bots since a human last spoke: soon the model is told that it may
// stay silent, later nothing a bot says is answered at all. Without a stop the
// guard only advises, and whether to go on is the model's affair.
//
// With a cool-down bots may go on some time after the stop: while no human
// speaks, at most Stop are counted, and Stop more for each cool-down that has
// passed since.
//
// Somebody no network calls a bot counts as one while they answer as quickly and
// evenly as a program does, with nobody else there: see [Rally].
//
// It knows no lines and no turns, only that one counted. Which do, the
// configuration's Count says and policy/conversation, its caller, sees to.
package guard

import (
	"slices"

	"familiar/messages"
)

// State is the guard of one channel. The zero State has counted nothing.
type State struct {
	// Active: the model is told that only bots have talked lately. Once on it
	// stays on, however slowly they go on, until a human resets it.
	Active bool `json:"a,omitempty"`

	// Consecutive is how many were counted since the last reset.
	Consecutive int32 `json:"n,omitempty"`

	// Window are the instants of those counted within Config.Window before
	// the newest, oldest first; at most [windowMost] of them.
	Window []messages.Instant `json:"w,omitempty"`

	Rally Rally `json:"r,omitzero"` // who goes on as a bot does
}

// windowMost keeps a flood of bots from growing the state: the most that Burst
// can be.
const windowMost = 64

// Peer counts one answer to a bot: with Count turns, when a turn begins whose
// newest line is not a human's; with Count lines, when a bot's line is to be
// answered.
func (s *State) Peer(now messages.Instant, c *Config) {
	if s.full(c) && s.cooled(now, c) {
		s.Consecutive, s.Window = 0, nil // a new round; the model is told from its start
	}
	oldest := now.Add(-c.Window)
	s.Window = slices.DeleteFunc(s.Window, func(at messages.Instant) bool { return at < oldest })
	if len(s.Window) == windowMost {
		s.Window = slices.Delete(s.Window, 0, 1)
	}
	s.Window = append(s.Window, now)
	s.Consecutive++
	if int(s.Consecutive) >= c.Notice || len(s.Window) >= c.Burst {
		s.Active = true
	}
}

// A Turn is what the guard knows of one that is about to begin.
type Turn struct {
	Woken  bool // by somebody, or a clock: it answers no line
	Bot    bool // the newest line that it answers is a bot's
	Judged bool // the judge has said yes to it
}

// Lets counts a turn if the newest line it answers is a bot's, and reports whether it may
// be taken. By lines, an addressed one has counted already. To answer a human resets the
// guard where only that does; where any line of theirs does, this one did when it was
// heard, and what bots have said since counts.
func (s *State) Lets(t Turn, now messages.Instant, c *Config) bool {
	if t.Woken || !t.Bot {
		if t.Woken || c.Reset == Engaged {
			s.human(true, c)
		}
		return true
	}
	if s.Stopped(now, c) {
		return false
	}
	if c.Count == Turns || t.Judged {
		s.Peer(now, c)
	}
	return true
}

// Addressed takes that a line is to be answered, which a bot has said or a human.
func (s *State) Addressed(bot bool, now messages.Instant, c *Config) {
	switch {
	case !bot:
		s.human(true, c)
	case c.Count == Lines:
		s.Peer(now, c)
	}
}

// human says that a human posted a line, and whether it is to be answered. It
// resets what was counted if c.Reset counts such a line.
func (s *State) human(engaged bool, c *Config) {
	if engaged || c.Reset == Any {
		s.Active, s.Consecutive, s.Window = false, 0, nil
	}
}

// Stopped reports whether nothing a bot says is to be answered at now. It
// holds until a human resets the guard, or until c.Cooldown after the last one
// counted.
func (s *State) Stopped(now messages.Instant, c *Config) bool {
	return s.full(c) && !s.cooled(now, c)
}

// full reports whether as many were counted as are answered.
func (s *State) full(c *Config) bool { return c.Stop > 0 && int(s.Consecutive) >= c.Stop }

// cooled reports whether the last one counted is a cool-down ago.
func (s *State) cooled(now messages.Instant, c *Config) bool {
	return c.Cooldown > 0 && len(s.Window) > 0 && now.Sub(s.Window[len(s.Window)-1]) >= c.Cooldown
}
