package budget

import "slices"

// Kin is which persons are one: what any of them has had, all have. The zero Kin, and
// nil, are nobody's.
type Kin struct {
	groups [][]Person
	of     map[Person]int // a group's place
}

// NewKin returns the Kin of groups that have nobody in common; one of fewer than two is
// left out.
func NewKin(groups ...[]Person) *Kin {
	k := &Kin{of: map[Person]int{}}
	for _, group := range groups {
		if len(group) < 2 {
			continue
		}
		for _, p := range group {
			k.of[p] = len(k.groups)
		}
		k.groups = append(k.groups, slices.Clone(group))
	}
	return k
}

// Of returns who is one with a person, the person among them; nil: nobody else.
func (k *Kin) Of(p Person) []Person {
	if k == nil {
		return nil
	}
	if i, is := k.of[p]; is {
		return k.groups[i]
	}
	return nil
}

// An Overdraft is that somebody has had what one may a day.
type Overdraft uint8

// The overdrafts.
const (
	NotYet Overdraft = iota // they haven't
	Alone                   // they have had it all themselves
	Shared                  // together with who they are one with
)

// Relate has l count persons as one from now on, with what each has had today. It
// appends to out that others have had what they may.
func (l *Ledger) Relate(kin *Kin, c *Config, out []Change) []Change {
	l.kin = kin
	return l.reviewPersons(c, out)
}

// hadBy returns what a person has had today, with who they are one with.
func (l *Ledger) hadBy(p Person) Had {
	had := l.Persons[p]
	for _, other := range l.kin.Of(p) {
		if other != p {
			had = had.plus(l.Persons[other])
		}
	}
	return had
}

// overdraft returns whether somebody has had what one may a day.
func (l *Ledger) overdraft(p Person, c *Config) Overdraft {
	switch {
	case c.overdrawn(l.Persons[p]):
		return Alone
	case c.overdrawn(l.hadBy(p)):
		return Shared
	}
	return NotYet
}
