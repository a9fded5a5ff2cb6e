// Package window is the single credit of a whole channel: while it is open every
// line there, by anybody, is for the familiar that holds it.
//
// The rules: the holder's own delivered replies open it and restart its time, and
// nothing else affects it: no line, no silent or unasked turn. It ends at its
// deadline, that instant excluded, or at once when its holder steps back. One
// familiar holds it: another's reply does not take it, and a familiar that is told to
// engage gets it if it holds it already, if the channel is its by default, or if
// nobody holds it and there is no default.
//
// It knows a channel's familiars by name and its deadline. It does not know
// lines, turns or what a window is worth: that is policy/ladder's rung sticky.
// How long one lasts and whether a familiar keeps windows at all is in policy/credit. policy/conversation, whose channels are rooms and threads
// alike, has one State for each and tells it what was delivered and commanded.
package window

import (
	"time"

	"familiar/messages"
	"familiar/messages/because"
)

// A State is a channel's window. The zero State is closed.
type State struct {
	Holder messages.FamiliarID `json:"h,omitempty"` // "": it was never opened, or closed by hand
	Until  messages.Instant    `json:"u,omitempty"` // the first instant at which it is closed
}

// Held returns who holds the window now; "" when it is closed.
func (s State) Held(now messages.Instant) messages.FamiliarID {
	if s.Until > now {
		return s.Holder
	}
	return ""
}

// Replied says that a reply of the familiar was delivered here: its window is
// open for so long from now, unless another holds it.
func (s *State) Replied(by messages.FamiliarID, now messages.Instant, length time.Duration) {
	if holder := s.Held(now); holder == "" || holder == by {
		*s = State{Holder: by, Until: now.Add(length)}
	}
}

// Engage opens the window for a familiar because somebody says so, as a reply
// would. standing is the familiar the channel belongs to by default, "" for
// none: it may also take the window from another. The answer is "" or, as a
// clause that names who has it, why it was refused; then nothing changes.
func (s *State) Engage(who, standing messages.FamiliarID, now messages.Instant, length time.Duration) because.Reason {
	holder := s.Held(now)
	switch {
	case who == holder || who == standing:
	case holder != "":
		return because.WindowHeld{By: string(holder)}
	case standing != "":
		return because.WindowKept{For: string(standing)}
	}
	*s = State{Holder: who, Until: now.Add(length)}
	return nil
}

// StepBack closes the window if the familiar holds it.
func (s *State) StepBack(who messages.FamiliarID) {
	if s.Holder == who {
		*s = State{}
	}
}
