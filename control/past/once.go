package past

import (
	"hash/maphash"

	"familiar/journal"
	"familiar/messages"
)

const (
	onceWindow = 1_000 // line ids remembered
	lookBack   = 4_096 // sequences read before the point of resumption, so that a copy heard late is known
)

// Once knows which of the last 1,000 lines were shown and how, since every
// account journals its own copy of a line, an edit or a deletion.
type Once struct {
	shown map[messages.LineID]uint64 // sum of what a line reads; 0: it is gone
	order []messages.LineID
}

// NewOnce returns one that knows of no line.
func NewOnce() *Once { return &Once{shown: map[messages.LineID]uint64{}} }

// Record reports whether r shows a stream's reader anything new.
func (o *Once) Record(r journal.Record) bool {
	switch e := r.Event.(type) {
	case messages.Heard:
		return o.Line(e.Line)
	case messages.AlsoHeard:
		return o.Line(e.Line)
	case messages.Edited:
		return o.change(e.Line.ID, sum(e.Line))
	case messages.Deleted:
		return o.change(e.ID, 0)
	default:
		return false
	}
}

// Line reports whether no copy of l was shown.
func (o *Once) Line(l *messages.Line) bool {
	if _, known := o.shown[l.ID]; known {
		return false
	}
	return o.change(l.ID, sum(l))
}

func (o *Once) change(id messages.LineID, to uint64) bool {
	was, known := o.shown[id]
	if known && (was == to || was == 0) {
		return false
	}
	o.shown[id] = to
	if known {
		return true
	}
	if o.order = append(o.order, id); len(o.order) > onceWindow {
		delete(o.shown, o.order[0])
		o.order = o.order[1:]
	}
	return true
}

var seed = maphash.MakeSeed()

// sum is of what an edit can change; never 0.
func sum(l *messages.Line) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	_, _ = h.WriteString(l.Text) // a hash takes everything
	for _, m := range l.Mentions {
		_ = h.WriteByte(0)
		_, _ = h.WriteString(string(m))
	}
	return h.Sum64() | 1
}

// Before returns where to begin reading to know what was heard around seq.
func Before(seq uint64) uint64 { return max(seq, lookBack) - lookBack }

// LineOf returns the line of a copy that was heard, nil of another event.
func LineOf(e messages.Event) *messages.Line {
	switch e := e.(type) {
	case messages.Heard:
		return e.Line
	case messages.AlsoHeard:
		return e.Line
	default:
		return nil
	}
}

// ShownAt is the network's time, or when the line was journaled.
func ShownAt(r journal.Record, l *messages.Line) messages.Instant {
	if l.At == 0 {
		return r.At
	}
	return l.At
}
