package conversation

import (
	"familiar/messages"
	"familiar/policy/span"
	"familiar/policy/transcript"
)

// An OpenSpan is a question or a turn that is under way.
type OpenSpan struct {
	span.Span
	Turn     bool // else a question
	N        uint64
	Familiar messages.FamiliarID
	Trigger  messages.Trigger
	Lines    []Linked // what it is about
}

// A Linked is a line that another span is about.
type Linked struct {
	ID   messages.LineID
	Meta messages.Meta // zero: the line has no trace
}

// openQuestions appends each seat's question that is under way.
func (s *State) openQuestions(out []OpenSpan) []OpenSpan {
	for i := range s.Seats {
		j := s.Seats[i].Judging
		if j == nil {
			continue
		}
		open := OpenSpan{Span: j.Span, N: j.N, Familiar: s.Seats[i].Familiar, Trigger: j.Trigger}
		for _, e := range s.Lines.Waiting(i, s.Seats[i].Settled, j.Upto) {
			open.Lines = append(open.Lines, linked(s.Lines.Entry(e)))
		}
		out = append(out, open)
	}
	return out
}

// openTurn appends the turn that is under way.
func (s *State) openTurn(out []OpenSpan) []OpenSpan {
	t := s.Turn
	if t == nil {
		return out
	}
	open := OpenSpan{Span: t.Span, Turn: true, N: t.Order(), Familiar: s.Seats[t.Seat].Familiar, Trigger: t.Trigger}
	for _, lines := range []transcript.Entries{t.Asked, t.Given} {
		for k := range lines {
			open.Lines = append(open.Lines, linked(lines[k]))
		}
	}
	return append(out, open)
}

func linked(e transcript.Entry) Linked {
	if e.Trace == nil {
		return Linked{ID: e.ID}
	}
	return Linked{e.ID, *e.Trace}
}
