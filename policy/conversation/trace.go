package conversation

import (
	"familiar/messages"
)

// What a familiar thinks and says belongs to a trace: an answer to the one of
// the line it answers, a thought of its own to one that begins with it. The
// ids stand in the state, so that a turn is one trace across a crash, and are
// drawn from what the state has, so that the same events give the same ids.
// Nothing is decided by them, and the state knows nobody who records them.

// A Span is where a question or a turn stands in its trace.
type Span struct {
	Meta   messages.Meta `json:"meta,omitzero"`   // its own ids; At is when it began
	Parent messages.Meta `json:"parent,omitzero"` // what led to it, in the same trace; zero: it is the root
}

// traceOf keeps what a line's trace is; nil when it has none, as mostly. A line
// that nobody has told the time begins now.
func (s *State) traceOf(l *messages.Line) *messages.Meta {
	if l.Meta.TraceID == ([16]byte{}) {
		return nil
	}
	m := l.Meta // the line itself is not to stay in memory
	if m.At == 0 {
		m.At = s.Now
	}
	return &m
}

// span begins seat i's next span below parent; nil makes it a root. salt tells
// apart what has the same number.
func (s *State) span(i int, parent *messages.Meta, salt uint64) Span {
	draw := s.draw(i, salt)
	span := Span{Meta: messages.Meta{At: s.Now, Flags: 1}}
	put(span.Meta.SpanID[:], scatter(draw))
	if parent != nil {
		span.Meta.TraceID, span.Parent = parent.TraceID, *parent
		return span
	}
	put(span.Meta.TraceID[:8], scatter(draw+1))
	put(span.Meta.TraceID[8:], scatter(draw+2))
	return span
}

// draw is seat i's at this moment and count of orders.
func (s *State) draw(i int, salt uint64) uint64 {
	return s.Seats[i].Mood.Seed ^ scatter(uint64(s.Now)) ^ scatter(uint64(s.Number)<<1|salt)
}

// What a draw's salt is.
const (
	ofQuestion = 0
	ofTurn     = 1
)

// put writes v, which is never 0: no id is.
func put(b []byte, v uint64) {
	v = max(v, 1)
	for k := range b {
		b[k] = byte(v >> (8 * k))
	}
}

// scatter is the finalizer of splitmix64 (Steele, Lea and Flood 2014): near
// numbers come out far apart.
func scatter(v uint64) uint64 {
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// questionSpan begins the span of seat i's question, which a line called for
// or a clock.
func (s *State) questionSpan(i int, called bool) Span {
	var parent *messages.Meta
	if called {
		for _, e := range s.waiting(i, s.Seats[i].Judging.Upto) {
			if from := s.Lines.Trace(e); from != nil {
				parent = from
			}
		}
	}
	return s.span(i, parent, ofQuestion)
}

// beginSpan begins the turn's span, once: below the question that led to it,
// else below the newest line it answers.
func (s *State) beginSpan() {
	t := s.Turn
	if t.Span != (Span{}) {
		return
	}
	seat := &s.Seats[t.Seat]
	var parent *messages.Meta
	for a := range t.Asked {
		if t.Asked[a].Trace != nil {
			parent = t.Asked[a].Trace
		}
	}
	if t.Judged && t.Trigger != messages.Woken && seat.Verdict != nil {
		parent = seat.Verdict
	}
	seat.Verdict = nil
	t.Span = s.span(t.Seat, parent, ofTurn)
}

// placeNote gives a note about an order of seat i the place of that order.
func (s *State) placeNote(i int, n *messages.Note) {
	if n.Meta != (messages.Meta{}) || n.N == 0 {
		return
	}
	if t := s.Turn; t != nil && t.Seat == i { // its number may be a newer one by now
		n.Meta = t.Span.Meta
	}
}
