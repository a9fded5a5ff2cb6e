package odds

import (
	"slices"

	"familiar/messages"
)

// A Table is what a channel whose seats look at the odds remembers of who talked to
// whom. What passed with one of the seats is its [Seat]'s. The zero Table is of a
// channel where none looks; it hears nothing. Its JSON is the [Room]'s.
type Table struct {
	Room
	looked bool // at, by some seat
}

// Use has somebody look at the table from now on, or nobody: then nothing is remembered.
func (t *Table) Use(looked bool) {
	if t.looked = looked; !looked {
		t.Room = Room{}
	}
}

// Looks reports whether some seat looks at the odds.
func (t *Table) Looks() bool { return t.looked }

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
