package experiment

import (
	"cmp"
	"math"

	"familiar/messages"
	"familiar/policy/experiment"
)

// A Rate is a share of the lines said unasked, or how much of something a unit has
// on average, between the ends of its 95 % interval, see [estimate]. What is not
// known is left out.
type Rate struct {
	Is   *float64 `json:"is,omitempty"`
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

func newRate(is, low, high float64) Rate {
	known := func(f float64) *float64 {
		if math.IsNaN(f) {
			return nil
		}
		return &f
	}
	return Rate{known(is), known(low), known(high)}
}

// An Arm is what one setting comes to.
type Arm struct {
	Side  messages.Side        `json:"side"`
	Units int                  `json:"units"` // rooms, or days of rooms, in which it decided anything
	Rooms []messages.ChannelID `json:"rooms"`
	Counts
	WelcomeRate   Rate `json:"welcome_rate"`
	ComplaintRate Rate `json:"complaint_rate"`
	AskedEach     Rate `json:"asked_each"` // questions to its judge in each unit
	TurnsEach     Rate `json:"turns_each"` // turns posted in each unit

	Used *Used `json:"used,omitempty"` // nil: not known
}

// Used is what the models were given and gave under an arm, in all, as the budget
// has counted it: no decision holds it, so nothing is known by unit. What was
// thrown away or came to nothing is in it.
type Used struct {
	Calls    int64   `json:"calls"`
	Input    int64   `json:"tokens_in"`
	Output   int64   `json:"tokens_out"`
	Dollars  float64 `json:"usd"`
	Unpriced int64   `json:"unpriced,omitempty"` // of Calls, those of which nobody knew the price
}

// Use tells what each arm has used; nil: nothing. Of two that are nil nothing is
// known.
func (r *Report) Use(a, b *Used) {
	if a == nil && b == nil {
		return
	}
	r.Arms[0].Used, r.Arms[1].Used, r.NotKept = cmp.Or(a, &Used{}), cmp.Or(b, &Used{}), nil
}

// notKept is what an arm uses that no decision holds, so that nothing tells of it
// where the budget's count is not at hand.
func notKept() []string { return []string{"tokens", "dollars"} }

func asked(c *Counts) int { return c.Asked }
func turns(c *Counts) int { return c.Turns }

// Arms returns what each setting comes to.
func (d *Data) Arms() (arms [2]Arm) {
	for i, side := range [2]messages.Side{messages.SideA, messages.SideB} {
		units := d.of(side)
		arms[i] = Arm{Side: side, Units: len(units), Rooms: []messages.ChannelID{}}
		for _, u := range units {
			arms[i].add(u.all)
			if n := len(arms[i].Rooms); n == 0 || arms[i].Rooms[n-1] != u.Room {
				arms[i].Rooms = append(arms[i].Rooms, u.Room)
			}
		}
		arms[i].WelcomeRate = estimate(welcomes(units, experiment.Welcome)).within(0, 1)
		arms[i].ComplaintRate = estimate(welcomes(units, experiment.Complaint)).within(0, 1)
		arms[i].AskedEach = estimate(each(units, asked)).within(0, math.Inf(1))
		arms[i].TurnsEach = estimate(each(units, turns)).within(0, math.Inf(1))
	}
	return arms
}

// of returns the units of a side.
func (d *Data) of(side messages.Side) (units []*unit) {
	for _, u := range d.units {
		if u.side == side {
			units = append(units, u)
		}
	}
	return units
}

// within is the rate with its interval, as far as that lies within what can be.
func (e estimated) within(least, most float64) Rate {
	half := e.half(e.freedom)
	return newRate(e.rate, math.Max(least, e.rate-half), math.Min(most, e.rate+half))
}

// less returns how much higher the rate is than that of arm a.
func (e estimated) less(a estimated) estimated {
	return estimated{e.rate - a.rate, a.variance + e.variance, freedom(a, e)}
}

// Difference returns the measure in arm b less that in arm a.
func (d *Data) Difference() Rate {
	a, b := d.of(messages.SideA), d.of(messages.SideB)
	return estimate(welcomes(b, d.Plan.Measure)).less(estimate(welcomes(a, d.Plan.Measure))).within(-1, 1)
}

// differenceBy is the Difference of what was known at the n-th look.
func (d *Data) differenceBy(n int) Rate {
	known := func(units []*unit) (all []share) {
		for _, u := range units {
			var s share
			for _, k := range u.by[:n] {
				s.of, s.hits = s.of+k.said, s.hits+k.hits
			}
			all = append(all, s)
		}
		return all
	}
	return estimate(known(d.of(messages.SideB))).less(estimate(known(d.of(messages.SideA)))).within(-1, 1)
}

// more returns how much more of something each unit of arm b has.
func (d *Data) more(count func(*Counts) int) Rate {
	a, b := estimate(each(d.of(messages.SideA), count)), estimate(each(d.of(messages.SideB), count))
	return b.less(a).within(math.Inf(-1), math.Inf(1))
}
