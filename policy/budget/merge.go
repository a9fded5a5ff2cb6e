package budget

import (
	"cmp"
	"slices"

	"familiar/messages"
	"familiar/policy/zone"
)

// Merge adds what another ledger has booked to l, whichever of the two has come
// further: what was spent on an earlier day than the later of both is that day's.
// What is reserved in the other, and its steps, are left out.
func (l *Ledger) Merge(other *Ledger, c *Config) {
	if other.Day > l.Day {
		l.endDay()
		l.Day, l.Ends = other.Day, other.Ends
	}
	l.Now = max(l.Now, other.Now)
	l.add(other)
	l.trim(c, nil)
}

// Recount replaces the totals by the sum of those parts, which are not changed. What
// is reserved in l stays, and so do its steps, until they are looked at, which
// appends their changes to out. A part of a later day than now's is of a process
// whose clock is ahead, and counts for today. It ends what [Ledger.Alone] began.
func (l *Ledger) Recount(now messages.Instant, parts []*Ledger, c *Config, out []Change) []Change {
	out = l.advance(now, c, out)
	next := Ledger{Now: l.Now, Day: l.Day, Ends: l.Ends, Number: l.Number, Open: l.Open, shared: true, modelsSince: map[string]Money{}}
	for _, part := range parts {
		next.add(part)
	}
	next.All.Step, next.over, next.kin = l.All.Step, l.over, l.kin
	keepSteps(&next.Familiars, &l.Familiars)
	keepSteps(&next.Channels, &l.Channels)
	for _, r := range next.Open {
		next.adjustHeld(r, r.Amount)
	}
	*l = next
	return l.trim(c, l.reviewAll(c, out))
}

func keepSteps[K ~string](to, from *Book[K]) {
	for i := range from.Entries {
		if e := &from.Entries[i]; e.Step > Free {
			to.at(e.Of, e.Last).Step = e.Step
		}
	}
}

// Alone has l count as if each of so many other processes spent what this one does
// since the last [Ledger.Recount], until the next: they aren't heard, and all together
// are to spend no more than was left. A channel's own limit is left out: one process
// has the channel. It appends the changes of pressure to out.
func (l *Ledger) Alone(now messages.Instant, others int, c *Config, out []Change) []Change {
	out = l.advance(now, c, out)
	l.others = Money(max(others, 0))
	return l.reviewAll(c, out)
}

// add adds the totals of other: its today's to today's, or if that is before l's
// day, to that day's.
func (l *Ledger) add(other *Ledger) {
	today := other.Day >= l.Day
	if !today {
		l.spentOn(other.Day, other.All.Today)
	}
	for _, d := range other.Days {
		l.spentOn(d.Day, d.Spent)
	}
	l.All.add(&other.All, today)
	l.Familiars.add(&other.Familiars, today)
	l.Channels.add(&other.Channels, today)
	l.Unpriced += other.Unpriced
	if today {
		for model, cost := range other.Models {
			l.addModel(model, cost)
		}
		l.addPersons(other.Persons)
	}
	for _, a := range other.Arms {
		l.addArm(a)
	}
}

// addModel adds to what a model has cost today.
func (l *Ledger) addModel(model string, cost Money) {
	if l.Models == nil {
		l.Models = map[string]Money{}
	}
	l.Models[model] = l.Models[model].plus(cost)
}

// spentOn adds to the total of a past day.
func (l *Ledger) spentOn(day zone.Date, spent Money) {
	if spent == 0 {
		return
	}
	i, found := slices.BinarySearchFunc(l.Days, day, func(s Spent, d zone.Date) int { return cmp.Compare(s.Day, d) })
	if found {
		l.Days[i].Spent = l.Days[i].Spent.plus(spent)
		return
	}
	l.Days = slices.Insert(l.Days, i, Spent{day, spent})
	if len(l.Days) > daysKept {
		l.Days = slices.Delete(l.Days, 0, 1)
	}
}

func (t *Tally) add(other *Tally, today bool) {
	if today {
		t.Today = t.Today.plus(other.Today)
	}
	t.Ever = t.Ever.plus(other.Ever)
}

func (b *Book[K]) add(other *Book[K], today bool) {
	for i := range other.Entries {
		e := &other.Entries[i]
		b.at(e.Of, e.Last).add(&e.Tally, today)
	}
	b.Dropped = b.Dropped.plus(other.Dropped)
}

// at is open, of something whose last call was then or later.
func (b *Book[K]) at(k K, last messages.Instant) *Entry[K] {
	if e := b.find(k); e != nil {
		last = max(last, e.Last)
	}
	return b.open(k, last)
}
