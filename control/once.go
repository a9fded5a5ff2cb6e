package control

import (
	"hash/maphash"

	"familiar/journal"
	"familiar/messages"
)

const (
	onceWindow = 1_000 // line ids remembered
	lookBack   = 4_096 // sequences read before the point of resumption, so that a copy heard late is known
)

// once knows which of the last 1,000 lines were shown and how, since every
// account journals its own copy of a line, an edit or a deletion.
type once struct {
	shown map[messages.LineID]uint64 // sum of what a line reads; 0: it is gone
	order []messages.LineID
}

func newOnce() *once { return &once{shown: map[messages.LineID]uint64{}} }

// record reports whether r shows a stream's reader anything new.
func (o *once) record(r journal.Record) bool {
	switch e := r.Event.(type) {
	case messages.Heard:
		return o.line(e.Line)
	case messages.AlsoHeard:
		return o.line(e.Line)
	case messages.Edited:
		return o.change(e.Line.ID, sum(e.Line))
	case messages.Deleted:
		return o.change(e.ID, 0)
	default:
		return false
	}
}

// line reports whether no copy of l was shown.
func (o *once) line(l *messages.Line) bool {
	if _, known := o.shown[l.ID]; known {
		return false
	}
	return o.change(l.ID, sum(l))
}

func (o *once) change(id messages.LineID, to uint64) bool {
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

// before returns where to begin reading to know what was heard around seq.
func before(seq uint64) uint64 { return max(seq, lookBack) - lookBack }

// lineOf returns the line of a copy that was heard, nil of another event.
func lineOf(e messages.Event) *messages.Line {
	switch e := e.(type) {
	case messages.Heard:
		return e.Line
	case messages.AlsoHeard:
		return e.Line
	default:
		return nil
	}
}
