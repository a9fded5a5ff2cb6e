package budget

import (
	"cmp"
	"maps"
	"slices"

	"familiar/internal/fnv"
	"familiar/messages"
)

// personsKept is how many persons' shares of a day a ledger holds.
const personsKept = 10_000

// A Person is somebody on a network, as the ledger knows them: by a hash of who they
// are, so that it keeps nobody's name. 0 is nobody.
type Person uint64

// PersonOf returns the person of that id on a network; nobody has none.
func PersonOf(network messages.Network, id messages.PersonID) Person {
	if id == "" {
		return 0
	}
	return Person(max(fnv.Add(fnv.Add(fnv.Sum(network), "/"), id), 1))
}

// Had is what one person has had today.
type Had struct {
	Turns int   `json:"n,omitempty"` // answers that were written for them
	Spent Money `json:"t,omitempty"` // what those cost
}

func (h Had) plus(o Had) Had { return Had{h.Turns + o.Turns, h.Spent.plus(o.Spent)} }

// Each reports whether a person's day has a limit.
func (c *Config) Each() bool { return c.Person > 0 || c.Turns > 0 }

// overdrawn reports whether somebody has had what one may a day.
func (c *Config) overdrawn(h Had) bool {
	return c.Turns > 0 && h.Turns >= c.Turns || c.Person > 0 && h.Spent >= allowed(c.Person)
}

// give books a call on the person it was made for, if anybody is limited.
func (l *Ledger) give(call Call, cost Money, c *Config, out []Change) []Change {
	if call.Person == 0 || !c.Each() {
		return out
	}
	had := Had{Spent: cost}
	if call.Opens {
		had.Turns = 1
	}
	l.addPerson(call.Person, had)
	if len(l.Persons) <= personsKept && l.overdraft(call.Person, c) == l.over[call.Person] {
		return out
	}
	return l.reviewPersons(c, out)
}

// reviewPersons finds out who has had what they may, and appends to out that there are
// others than before.
func (l *Ledger) reviewPersons(c *Config, out []Change) []Change {
	l.trimPersons()
	over := map[Person]Overdraft{}
	for p := range l.Persons {
		overdraft := l.overdraft(p, c)
		if overdraft == NotYet {
			continue
		}
		over[p] = overdraft
		for _, other := range l.kin.Of(p) { // who needn't have had anything
			over[other] = l.overdraft(other, c)
		}
	}
	if maps.Equal(over, l.over) {
		return out
	}
	l.over = over
	return append(out, Change{Persons: true})
}

// trimPersons forgets those who had least, to three quarters of the most there may be,
// once there are more than that.
func (l *Ledger) trimPersons() {
	if len(l.Persons) <= personsKept {
		return
	}
	least := slices.SortedFunc(maps.Keys(l.Persons), func(a, b Person) int {
		x, y := l.Persons[a], l.Persons[b]
		return cmp.Or(cmp.Compare(x.Turns, y.Turns), cmp.Compare(x.Spent, y.Spent), cmp.Compare(a, b))
	})
	for _, p := range least[:len(least)-personsKept*3/4] {
		delete(l.Persons, p)
	}
}

func (l *Ledger) addPersons(other map[Person]Had) {
	for p, had := range other {
		l.addPerson(p, had)
	}
	l.trimPersons()
}

func (l *Ledger) addPerson(p Person, had Had) {
	if l.Persons == nil {
		l.Persons = map[Person]Had{}
	}
	l.Persons[p] = l.Persons[p].plus(had)
}

// Overdrawn gives the persons who have had what they may today. It is never changed.
func (l *Ledger) Overdrawn() map[Person]Overdraft { return l.over }
