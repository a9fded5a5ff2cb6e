package odds

import (
	"slices"

	"familiar/messages"
)

// A Table is what a channel whose seats look at the odds remembers: who talked to
// whom, and by which keys its seats go. What passed with one of them is its
// [Seat]'s. The zero Table is of a channel where none looks; it hears nothing.
// Its JSON is the [Room]'s.
type Table struct {
	Room
	selves []Key // of the seats; nil while none looks
}

// Use has the seats go by those keys from now on; nil: none looks at the odds,
// and nothing is remembered.
func (t *Table) Use(selves []Key) {
	if t.selves = selves; selves == nil {
		t.Room = Room{}
	}
}

// Looks reports whether some seat looks at the odds.
func (t *Table) Looks() bool { return t.selves != nil }

// Tell has seat i, whose memory is s, take a line of somebody else that the room
// has heard, see [Seat.Hear].
func (t *Table) Tell(i int, s *Seat, l *Line, bits messages.Facts, crowd int, card *Words) *Facts {
	return s.Hear(l, t.selves[i], bits, crowd, card)
}

// Aims are the people a line is for, the first four of them: a [Line] has room
// for no more.
type Aims struct {
	people [len(Line{}.To)]messages.PersonID
	n      int
}

// AddLine adds those that the network tells: whom a line mentions, and whom it
// replies to, "" for nobody.
func (a *Aims) AddLine(l *messages.Line, to messages.PersonID) {
	a.Add(l.Mentions...)
	if to != "" {
		a.Add(to)
	}
}

// Add adds those that there is room for.
func (a *Aims) Add(people ...messages.PersonID) { a.n += copy(a.people[a.n:], people) }

// AddNew adds somebody who isn't among them yet.
func (a *Aims) AddNew(who messages.PersonID) {
	if !slices.Contains(a.List(), who) {
		a.Add(who)
	}
}

// List returns them.
func (a *Aims) List() []messages.PersonID { return a.people[:a.n] }
