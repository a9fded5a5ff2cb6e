package budget

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/zone"
)

// daysKept is how many past days' totals a ledger holds.
const daysKept = 31

// A Ledger holds what everything has cost. The zero Ledger is empty. It is made
// to be kept as JSON, and belongs to one actor.
//
// Its moments don't go back: one before an earlier call's counts as that one's, unless it
// is more than an hour before. Then the clock was fast, and has been put right.
type Ledger struct {
	Now  messages.Instant `json:"now,omitempty"`
	Day  zone.Date        `json:"day,omitempty"`
	Ends messages.Instant `json:"ends,omitempty"` // the first instant of the next day

	All       Tally                     `json:"all,omitzero"`
	Familiars Book[messages.FamiliarID] `json:"familiars,omitzero"`
	Channels  Book[messages.ChannelID]  `json:"channels,omitzero"`
	Days      []Spent                   `json:"days,omitempty"`     // the last 31 before today on which anything was spent, oldest first
	Unpriced  int64                     `json:"unpriced,omitempty"` // calls of which nobody knew the price, ever
	Arms      []Armed                   `json:"arms,omitempty"`     // what was used under arms of experiments, in no order

	Persons map[Person]Had `json:"persons,omitempty"` // what each has had today; the 10,000 who had most, and nothing while nobody is limited

	Models map[string]Money `json:"models,omitempty"` // what each has cost today; the configuration bounds how many there are

	Number uint64        `json:"n,omitempty"` // of the last reservation
	Open   []Reservation `json:"open,omitempty"`

	shared      bool                 // it is a sum, see Recount: what was spent since is counted apart
	others      Money                // how many others spend as much unheard, see Alone
	modelsSince map[string]Money     // what models have cost since the last Recount
	over        map[Person]Overdraft // who has had what they may; another one for each change
	kin         *Kin                 // who is one with whom; nil: nobody
}

// Spent is the total of one past day.
type Spent struct {
	Day   zone.Date `json:"d"`
	Spent Money     `json:"t"`
}

// A Call is one call of a model.
type Call struct {
	Channel  messages.ChannelID
	Familiar messages.FamiliarID
	Model    string       // as in Config.Prices
	Arm      messages.Arm // of the experiment that the familiar is in there; "": none

	Person Person // whom the familiar answers; 0: nobody, it speaks unasked or is only asked whether to
	Opens  bool   // it is the first of an answer
}

// A Change says that a limit presses harder or less. With Channel set it is
// that channel's limit, with Familiar set that familiar's, with neither that of
// everything. [Ledger.Pressure] gives what a seat is to be told. With Persons set it
// is about no limit but who has used up their own, see [Ledger.Overdrawn].
type Change struct {
	Channel  messages.ChannelID
	Familiar messages.FamiliarID
	Persons  bool
	Step     Step
}

// Spend books a call that was made, in place of its reservation; reserved is 0
// when it has none. It appends the changes of pressure to out.
func (l *Ledger) Spend(now messages.Instant, call Call, used Usage, reserved uint64, c *Config, out []Change) []Change {
	out = l.advance(now, c, out)
	if r, found := l.takeReservation(reserved); found {
		l.adjustHeld(r, -r.Amount)
		if r.Channel != call.Channel || r.Familiar != call.Familiar {
			out = l.review(r.Channel, r.Familiar, c, out)
		}
	}
	cost, known := c.cost(call.Model, used)
	if !known {
		l.Unpriced++
	}
	l.spendArm(call.Arm, used, cost, known)
	if cost > 0 {
		l.addModel(call.Model, cost)
		if l.shared {
			l.modelsSince[call.Model] = l.modelsSince[call.Model].plus(cost)
		}
	}
	for _, t := range l.tallies(call.Channel, call.Familiar) {
		t.Today, t.Ever = t.Today.plus(cost), t.Ever.plus(cost)
		if l.shared {
			t.since = t.since.plus(cost)
		}
	}
	out = l.give(call, cost, c, out)
	return l.trim(c, l.review(call.Channel, call.Familiar, c, out))
}

// Tick ends the day and the reservations whose time is over, and looks at every
// limit again. It is to be called at [Ledger.Due], after decoding, and when the
// configuration has changed. It appends the changes of pressure to out.
func (l *Ledger) Tick(now messages.Instant, c *Config, out []Change) []Change {
	return l.reviewAll(c, l.advance(now, c, out))
}

// Due is when [Ledger.Tick] is next to be called; 0: never, so far.
func (l *Ledger) Due() messages.Instant {
	if len(l.Open) > 0 {
		return min(l.Ends, l.Open[0].Until)
	}
	return l.Ends
}

// Pressure is the step a familiar is under in a channel: the hardest of the
// three limits.
func (l *Ledger) Pressure(channel messages.ChannelID, familiar messages.FamiliarID) Step {
	step := l.All.Step
	if e := l.Channels.find(channel); e != nil {
		step = max(step, e.Step)
	}
	if e := l.Familiars.find(familiar); e != nil {
		step = max(step, e.Step)
	}
	return step
}

// Over returns the models that have cost their limit of today, by name. Calls in
// flight don't count.
func (l *Ledger) Over(c *Config) (over []string) {
	for model, limit := range c.Models {
		if limit > 0 && l.Models[model].plus(l.modelsSince[model].times(l.others)) >= allowed(limit) {
			over = append(over, model)
		}
	}
	slices.Sort(over)
	return over
}

// advance moves the ledger to now: a new day, and reservations that are over.
func (l *Ledger) advance(now messages.Instant, c *Config, out []Change) []Change {
	if l.putBack(now, c) {
		out = l.reviewAll(c, out)
	}
	l.Now = max(l.Now, now)
	for len(l.Open) > 0 && l.Open[0].Until <= l.Now {
		out = l.giveUp(0, c, out)
	}
	if l.Now < l.Ends {
		return out
	}
	day, ends := c.day(l.Now)
	l.Ends = ends
	if day <= l.Day {
		return out // another zone came into force and the day goes on there
	}
	l.endDay()
	l.Day = day
	return l.reviewAll(c, out)
}

// fast is how far moments may go back before the clock was fast.
const fast = time.Hour

// putBack moves the ledger back to now if a fast clock has led it further, and reports
// whether it did. What was spent on days that have not come is today's: else their limits
// would hold until they have.
func (l *Ledger) putBack(now messages.Instant, c *Config) bool {
	by := l.Now.Sub(now)
	if l.Day == 0 || by <= fast {
		return false
	}
	l.Now = now
	for i := range l.Open {
		l.Open[i].Until = l.Open[i].Until.Add(-by)
	}
	var day zone.Date
	if day, l.Ends = c.day(now); day >= l.Day {
		return true
	}
	l.Day = day
	for n := len(l.Days); n > 0 && l.Days[n-1].Day >= day; n-- {
		l.All.Today = l.All.Today.plus(l.Days[n-1].Spent)
		l.Days = l.Days[:n-1]
	}
	return true
}

// endDay begins today's totals anew.
func (l *Ledger) endDay() {
	if l.All.Today > 0 {
		if len(l.Days) == daysKept {
			l.Days = slices.Delete(l.Days, 0, 1)
		}
		l.Days = append(l.Days, Spent{l.Day, l.All.Today})
	}
	l.All.Today, l.All.since = 0, 0
	l.Models, l.Persons = nil, nil
	clear(l.modelsSince)
	for i := range l.Familiars.Entries {
		l.Familiars.Entries[i].Today, l.Familiars.Entries[i].since = 0, 0
	}
	for i := range l.Channels.Entries {
		l.Channels.Entries[i].Today, l.Channels.Entries[i].since = 0, 0
	}
}

// tallies are the three that a call of that familiar in that channel is booked
// in. The pointers hold until the next is opened.
func (l *Ledger) tallies(channel messages.ChannelID, familiar messages.FamiliarID) [3]*Tally {
	return [3]*Tally{&l.All, &l.Familiars.open(familiar, l.Now).Tally, &l.Channels.open(channel, l.Now).Tally}
}
