package transcript

import "familiar/messages"

// Marks are what is known of a line besides who said what. No counts the
// channel's lines from 1. Seats are bits: those of a line of a [Log] are set by
// its methods only.
type Marks struct {
	No      uint32           `json:"n"`
	For     uint32           `json:"f,omitempty"` // seats it is addressed to, a bit each
	Waits   uint32           `json:"w,omitempty"` // seats that think about it
	Decided uint32           `json:"d,omitempty"` // seats that have decided on it
	Unheard uint32           `json:"l,omitempty"` // seats whose own account has no copy of it: they have not heard it
	Hidden  uint32           `json:"h,omitempty"` // seats that must not see it, now or later
	Named   uint32           `json:"m,omitempty"` // seats it mentions
	By      int8             `json:"b,omitempty"` // the seat that said it, from 1; 0: somebody else
	Old     bool             `json:"o,omitempty"` // from before we listened
	Again   bool             `json:"r,omitempty"` // an edit has made it count as new
	Gone    bool             `json:"g,omitempty"` // deleted or forgotten: nobody is shown it any more
	Open    bool             `json:"e,omitempty"` // everybody in the workspace could read it as it was said, in each copy and edit
	At      messages.Instant `json:"t"`           // append time
}

// Reseat moves the marks along with their seats: to has the new place of each,
// -1 for one that is gone.
func (m *Marks) Reseat(to []int) {
	for _, seats := range []*uint32{&m.For, &m.Waits, &m.Decided, &m.Unheard, &m.Hidden, &m.Named} {
		*seats = MoveSeats(*seats, to)
	}
	if m.By > 0 && int(m.By) <= len(to) {
		m.By = int8(to[m.By-1] + 1)
	}
}

// MoveSeats returns a set of seats, a bit each, at their new places.
func MoveSeats(seats uint32, to []int) uint32 {
	var moved uint32
	for o, i := range to {
		if i >= 0 && seats&(1<<o) != 0 {
			moved |= 1 << i
		}
	}
	return moved
}
