// Package span places what a familiar thinks and says in a trace: an answer in
// the one of the line it answers, a thought of its own in one that begins with
// it. The ids stand in the channel's state, so that a turn is one trace across a
// crash, and are drawn from what the state has, so that the same events give the
// same ids. Nothing is decided by them.
package span

import (
	"familiar/internal/splitmix"
	"familiar/messages"
)

// A Span is where a question or a turn stands in its trace. The zero Span is
// none.
type Span struct {
	Meta   messages.Meta `json:"meta,omitzero"`   // its own ids; At is when it began
	Parent messages.Meta `json:"parent,omitzero"` // what led to it, in the same trace; zero: it is the root
}

// Begin returns the span that begins now below parent, with ids made of draw;
// nil makes it a root.
func Begin(draw uint64, now messages.Instant, parent *messages.Meta) Span {
	s := Span{Meta: messages.Meta{At: now, Flags: 1}}
	put(s.Meta.SpanID[:], splitmix.Scatter(draw))
	if parent != nil {
		s.Meta.TraceID, s.Parent = parent.TraceID, *parent
		return s
	}
	put(s.Meta.TraceID[:8], splitmix.Scatter(draw+1))
	put(s.Meta.TraceID[8:], splitmix.Scatter(draw+2))
	return s
}

// Of returns where a line stands in its trace; nil when it has none. A line that
// nobody has told the time begins now.
func Of(l *messages.Line, now messages.Instant) *messages.Meta {
	if l.Meta.TraceID == ([16]byte{}) {
		return nil
	}
	m := l.Meta // the line itself is not to stay in memory
	if m.At == 0 {
		m.At = now
	}
	return &m
}

// put writes v, which is never 0: no id is.
func put(b []byte, v uint64) {
	v = max(v, 1)
	for k := range b {
		b[k] = byte(v >> (8 * k))
	}
}
