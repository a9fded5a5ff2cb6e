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

// beginSpan begins the turn's span, once.
func (s *State) beginSpan() {
	if t := s.Turn; t.Span == (span.Span{}) {
		t.BeginSpan(s.draw(t.Seat, ofTurn), s.Now, s.Seats[t.Seat].Trace())
	}
}
