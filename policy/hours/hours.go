// Package hours says how much a familiar may say at a moment, by the clock on
// its own wall.
//
// The rules: inside a quiet span it says nothing, like one that was told to be
// quiet. Outside its active spans it speaks only when somebody addresses it;
// with no active spans it is always active. A quiet span beats an active one.
// Whoever has the right to wake it wakes it at any hour.
//
// A span is what the clock on the wall shows, from its first minute to just
// before its last. It may run over midnight and belongs to the day it begins
// on. Where the clock is put forward, the minutes left out don't occur; where
// it is put back, those shown twice count twice.
//
// It knows spans and zones. It does not know lines, seats or what was decided,
// and loads no zone itself: [New] is given a loader. policy/conversation asks
// [Plan.At] for every line that is to be answered and whenever it is about to
// think or speak unasked; commands and pages ask [Plan.Until].
package hours

import "familiar/messages"

// A Level is how much a familiar may say.
type Level uint8

// The levels, the freest first.
const (
	Free   Level = iota // whatever its policy says
	Asked               // only when somebody addresses it
	Silent              // nothing
)

// String returns the word for notes and pages.
func (l Level) String() string {
	switch l {
	case Asked:
		return "asked"
	case Silent:
		return "silent"
	default:
		return "free"
	}
}

// Lets reports whether the familiar may speak for that reason. Being woken by
// somebody with the right to do so is always one.
func (l Level) Lets(t messages.Trigger) bool {
	switch {
	case t == messages.Woken:
		return true
	case t.Unsolicited():
		return l == Free
	default:
		return l != Silent
	}
}
