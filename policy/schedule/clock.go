// Package schedule says when a familiar speaks by a schedule of its own: by a
// clock on some wall, or because nobody has said anything for long.
//
// The rules in full:
//
//   - An occurrence is what the clock on the wall shows. Where the clock is put
//     forward past it, it comes when that happens, with all others that are
//     passed so as one; where the clock shows it twice, it comes the first time.
//     So each comes once, in every zone.
//   - About it comes earlier or later by a number of the channel's own.
//   - A silence begins with the last line that a person said, or when the rule
//     is first known. It occurs once in each.
//   - What comes later than Overdue is left out. Of several that have come
//     meanwhile only the newest counts. A silence that was left out begins anew.
//   - A rule that is new, or changed, begins with its first occurrence to come.
//
// It knows rules, moments and names. It does not know what keeps a familiar from
// speaking: policy/conversation owns a [Clock] for each channel and asks it.
package schedule

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

// A Clock is how far the schedules of a channel's familiars are. The zero Clock
// has none, and nor has a nil one, which only Clock.settle can't be asked of.
type Clock struct {
	Entries []Entry           `json:"entries,omitempty"`
	Heard   messages.Instant  `json:"heard,omitempty"` // when a person last said something, as far as a silence counts it
	Ready   []Ready           `json:"ready,omitempty"` // have come and wait to be said, oldest first
	Again   deadline.Deadline `json:"again,omitzero"`  // when those that the floor keeps waiting try again

	seats []Seat // whose plans these are, by the configuration in force
}

// An Entry is how far one plan is.
type Entry struct {
	deadline.Deadline                     // of the next occurrence; N 0: of a silence that has occurred
	Familiar          messages.FamiliarID `json:"familiar"`
	Plan              uint64              `json:"plan"`           // which it is, by what it means
	Wall              Wall                `json:"wall,omitempty"` // of the next occurrence; 0: it is by silence
}

// A Ready is an occurrence that has come.
type Ready struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Name     string              `json:"name"` // of its rule
	Due      messages.Instant    `json:"due"`
}

// A Seat is whose plans they are.
type Seat struct {
	Familiar messages.FamiliarID
	Seed     uint64 // of the familiar in the channel
	Plans    []Plan
}

// readyMost is how many occurrences wait for the floor or a turn; of the rest
// each is as one that is overdue.
const readyMost = 8

// IsZero reports whether there is nothing to keep.
func (c *Clock) IsZero() bool {
	return len(c.Entries) == 0 && len(c.Ready) == 0 && c.Heard == 0 && c.Again == deadline.Deadline{}
}

// hear takes a line that a person has said at that moment.
func (c *Clock) hear(at messages.Instant) {
	if c != nil && len(c.Entries) > 0 {
		c.Heard = max(c.Heard, at)
	}
}

// HearLine takes a person's line as the end of a silence: fetched later, at the time that
// the network says.
func (c *Clock) HearLine(l *messages.Line, now messages.Instant) {
	switch {
	case l.Author.Bot:
	case l.Backfilled:
		c.hear(min(l.At, now))
	default:
		c.hear(now)
	}
}

// use has it go by the plans of these seats from the next Clock.settle on.
func (c *Clock) use(seats []Seat) { c.seats = seats }

// Used returns the clock that goes by the plans of these seats; nil where there was none
// and is nothing to go by.
func (c *Clock) Used(seats []Seat) *Clock {
	if c == nil {
		if len(seats) == 0 {
			return nil
		}
		c = &Clock{}
	}
	c.use(seats)
	return c
}

// Settled returns the clock once it is settled; nil where nothing is left to keep.
func (c *Clock) Settled(now messages.Instant, numbers *deadline.Counter) *Clock {
	if c == nil {
		return nil
	}
	if c.settle(now, numbers); c.IsZero() {
		return nil
	}
	return c
}

// settle has each plan wait for its next occurrence, and lets go of plans that there
// are no more. It changes nothing where all do already.
func (c *Clock) settle(now messages.Instant, numbers *deadline.Counter) {
	c.Entries = slices.DeleteFunc(c.Entries, func(e Entry) bool { _, plan := c.find(e.Familiar, e.Plan); return plan == nil })
	if len(c.Entries) == 0 {
		c.Entries = nil
	}
	for s := range c.seats {
		seat := &c.seats[s]
		for k := range seat.Plans {
			c.arm(now, seat, &seat.Plans[k], numbers)
		}
	}
	c.Ready = slices.DeleteFunc(c.Ready, func(r Ready) bool { return c.Named(r) == nil })
	if len(c.Ready) == 0 {
		c.Ready, c.Again = nil, deadline.Deadline{}
	}
	if len(c.Entries) == 0 {
		c.Heard = 0
	}
}

// arm has one plan wait for its next occurrence if it doesn't.
func (c *Clock) arm(now messages.Instant, seat *Seat, p *Plan, numbers *deadline.Counter) {
	k := slices.IndexFunc(c.Entries, func(e Entry) bool { return e.Familiar == seat.Familiar && e.Plan == p.id })
	if k < 0 {
		k = len(c.Entries)
		c.Entries = append(c.Entries, Entry{Familiar: seat.Familiar, Plan: p.id})
		if p.spec == nil && c.Heard == 0 {
			c.Heard = now
		}
		if p.spec != nil {
			_, next := p.following(p.wall(now.Add(-2*p.About)), now, seat.Seed)
			c.Entries[k].plan(p, next, seat.Seed, numbers)
			return
		}
		c.Entries[k].Deadline = numbers.By(c.Heard.Add(p.Silence))
		return
	}
	if e := &c.Entries[k]; p.spec == nil && e.N == 0 && c.Heard > e.At {
		e.Deadline = numbers.By(c.Heard.Add(p.Silence))
	}
}

func (e *Entry) plan(p *Plan, w Wall, seed uint64, numbers *deadline.Counter) {
	e.Wall, e.Deadline = w, numbers.By(p.due(w, seed))
}

// Due returns the earliest deadline.
func (c *Clock) Due() (d deadline.Deadline) {
	if c == nil {
		return d
	}
	for i := range c.Entries {
		d = d.Earlier(c.Entries[i].Deadline)
	}
	return d.Earlier(c.Again)
}

// A Left is an occurrence that is left out, and how late it was.
type Left struct {
	Ready
	Late time.Duration
}

// Fired takes the deadline of that number, and reports whether it is the
// clock's. What has come is among Ready then, or it is left.
func (c *Clock) Fired(n uint64, now messages.Instant, numbers *deadline.Counter) (left []Left, is bool) {
	if c == nil {
		return nil, false
	}
	if c.Again.Is(n) {
		c.Again = deadline.Deadline{}
		return nil, true
	}
	k := slices.IndexFunc(c.Entries, func(e Entry) bool { return e.Is(n) })
	if k < 0 {
		return nil, false
	}
	e := &c.Entries[k]
	seat, p := c.find(e.Familiar, e.Plan)
	if p == nil { // Settle lets go of it
		e.Deadline = deadline.Deadline{}
		return nil, true
	}
	come := Ready{Familiar: e.Familiar, Name: p.Name, Due: e.At}
	if p.spec == nil {
		if come.Due = c.Heard.Add(p.Silence); come.Due > now {
			e.Deadline = numbers.By(come.Due)
			return nil, true
		}
		e.Deadline = deadline.Deadline{At: c.Heard} // until somebody says something
	} else {
		newest, next := p.following(e.Wall, now, seat.Seed)
		come.Due = p.due(newest, seat.Seed)
		e.plan(p, next, seat.Seed, numbers)
	}
	if late := now.Sub(come.Due); late > p.Overdue || len(c.Ready) == readyMost {
		if p.spec == nil {
			c.Heard = max(c.Heard, now)
		}
		return []Left{{come, late}}, true
	}
	c.Ready = append(c.Ready, come)
	return nil, true
}

// Knows reports whether every plan of these seats has been taken up.
func (c *Clock) Knows(seats []Seat) bool {
	for s := range seats {
		for k := range seats[s].Plans {
			p := &seats[s].Plans[k]
			if c == nil || !slices.ContainsFunc(c.Entries, func(e Entry) bool { return e.Familiar == seats[s].Familiar && e.Plan == p.id }) {
				return false
			}
		}
	}
	return true
}

// Take takes the oldest occurrence that has come, unless all wait for the floor;
// false: there is none to be said now.
func (c *Clock) Take() (Ready, bool) {
	if c == nil || len(c.Ready) == 0 || c.Again.N != 0 {
		return Ready{}, false
	}
	r := c.Ready[0]
	c.Ready = slices.Delete(c.Ready, 0, 1)
	return r, true
}

// Wait puts an occurrence back until the floor is free.
func (c *Clock) Wait(r Ready, free messages.Instant, numbers *deadline.Counter) {
	c.Ready = slices.Insert(c.Ready, 0, r)
	c.Again = numbers.By(free)
}

// Next returns the familiar's next occurrence: its rule's name, and when; 0: none
// is to come.
func (c *Clock) Next(who messages.FamiliarID) (name string, at messages.Instant) {
	if c == nil {
		return "", 0
	}
	for i := range c.Entries {
		e := &c.Entries[i]
		_, p := c.find(e.Familiar, e.Plan)
		if e.Familiar != who || e.N == 0 || p == nil {
			continue
		}
		due := e.At
		if p.spec == nil {
			due = c.Heard.Add(p.Silence)
		}
		if at == 0 || due < at {
			name, at = p.Name, due
		}
	}
	return name, at
}

// find returns whose plan that is, and the plan; nil: there is none any more.
func (c *Clock) find(who messages.FamiliarID, id uint64) (*Seat, *Plan) {
	return c.first(who, func(p *Plan) bool { return p.id == id })
}

// Named returns the plan of an occurrence that has come; nil: there is none any
// more.
func (c *Clock) Named(r Ready) *Plan {
	_, p := c.first(r.Familiar, func(p *Plan) bool { return p.Name == r.Name })
	return p
}

func (c *Clock) first(who messages.FamiliarID, is func(*Plan) bool) (*Seat, *Plan) {
	for s := range c.seats {
		for k := range c.seats[s].Plans {
			if seat := &c.seats[s]; seat.Familiar == who && is(&seat.Plans[k]) {
				return seat, &seat.Plans[k]
			}
		}
	}
	return nil, nil
}
