package conversation

import (
	"familiar/messages"
	"familiar/policy/span"
)

// questionSpan begins the span of seat i's question: below the line it was asked
// for, or of its own where the familiar thinks of speaking by itself. Lines left
// to that have no spans.
func (s *State) questionSpan(i int, upto uint32, why messages.Trigger) span.Span {
	var parent *messages.Meta
	if !why.Unsolicited() || s.cfg(i).Policy.JudgeEach {
		for _, e := range s.Lines.Waiting(i, s.Seats[i].Settled, upto) {
			if from := s.Lines.Trace(e); from != nil {
				parent = from
			}
		}
	}
	return span.Begin(s.draw(i, ofQuestion), s.Now, parent)
}

// beginSpan begins the turn's span, once: below the question that led to it,
// else below the newest line it answers.
func (s *State) beginSpan() {
	t := s.Turn
	if t.Span != (span.Span{}) {
		return
	}
	seat := &s.Seats[t.Seat]
	var parent *messages.Meta
	for a := range t.Asked {
		if t.Asked[a].Trace != nil {
			parent = t.Asked[a].Trace
		}
	}
	if verdict := seat.Trace(); t.Judged && t.Trigger != messages.Woken && verdict != nil {
		parent = verdict
	}
	t.Span = span.Begin(s.draw(t.Seat, ofTurn), s.Now, parent)
}
