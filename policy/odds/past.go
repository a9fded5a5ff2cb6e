package odds

import (
	"slices"
	"time"
)

// MostKept is how many lines a room keeps the past of. The copies of a line
// come within moments of each other, so that few are open at a time.
const MostKept = 8

// A Past is what a line came after: what only the room as it was then knows of
// the line, and its text does not.
type Past struct {
	Moment
	Of      uint32        `json:"of"` // the line, as the caller calls it
	Before  Author        `json:"b,omitzero"`
	Speaker Key           `json:"s,omitempty"`
	Gap     time.Duration `json:"g,omitempty"`
	Pace    float64       `json:"c,omitempty"`
	Replies float64       `json:"r,omitempty"`
}

// Keep keeps the past of a line just heard, since a seat has yet to hear it;
// of is how [Room.Again] is to find it.
func (r *Room) Keep(l *Line, of uint32) {
	if len(r.Kept) == MostKept {
		r.Kept = slices.Delete(r.Kept, 0, 1)
	}
	r.Kept = append(r.Kept, Past{Moment: l.Moment, Of: of, Before: l.Before, Speaker: l.Speaker, Gap: l.Gap, Pace: l.Pace, Replies: l.Replies})
}

// Drop drops the past of a line that all have heard.
func (r *Room) Drop(of uint32) {
	r.drop(func(p *Past) bool { return p.Of == of })
}

// DropOld drops the past of lines that have been followed by more than
// [MostKept] lines, the newest of which is called that: whoever has not heard
// them is not here.
func (r *Room) DropOld(newest uint32) {
	if len(r.Kept) > 0 {
		r.drop(func(p *Past) bool { return p.Of+MostKept < newest })
	}
}

// drop leaves nil of the last one, so that a Room that keeps nothing holds
// nothing.
func (r *Room) drop(gone func(*Past) bool) {
	if r.Kept = slices.DeleteFunc(r.Kept, func(p Past) bool { return gone(&p) }); len(r.Kept) == 0 {
		r.Kept = nil
	}
}
