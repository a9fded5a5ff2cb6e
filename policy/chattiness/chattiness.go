// Package chattiness computes when a seat thinks about speaking although
// nobody asked it to: after a lull, in the middle of talk, or because a
// question stands unanswered.
//
// It knows counts and instants of lines, and how the judge answered so far. It
// does not know which lines wait, who the people are or what was said; it asks
// no judge and sets no timer. policy/conversation calls [State.Hear] for every
// line, [State.Next] to learn what to wait for, [State.Asked] when it asks the
// judge, and [State.Refused] or [State.Spoke] with the outcome.
//
// docs/chattiness.md explains the formula; a test keeps its tables and this
// package equal.
package chattiness

import "familiar/messages"

// The terms of the formula, as Due.Term, notes and the page call them.
const (
	TermLull     = "lull"     // the talk paused
	TermVoice    = "voice"    // a speaker has finished, or a voice channel paused
	TermQuestion = "question" // a question found no answer
	TermCurve    = "curve"    // enough lines were heard
	TermBackoff  = "backoff"  // something is due, but the judge refused too often
)

// A Signal is what chattiness has to know of one line. The zero Signal is a
// line aimed at somebody else.
type Signal struct {
	Arms     bool              // it counts and restarts the lull; in `social` not when aimed elsewhere or by a peer
	Question bool              // it asks something; matters only together with Arms
	Endpoint bool              // a speaker has finished, which is itself the lull; only together with Arms
	Own      bool              // the familiar wrote it: it never arms, and counts for the share of talk
	Answers  bool              // it replies to the open question or is aimed at who asked; need not arm
	Author   messages.PersonID // who wrote it; "" counts as somebody else than who asked
}

// A Due says when to think about speaking if nothing more is said.
type Due struct {
	At      messages.Instant // now or earlier: now; 0: never
	Trigger messages.Trigger // what to tell the judge; "" only when At is 0
	Term    string           // which term set At; "" only when At is 0
}
