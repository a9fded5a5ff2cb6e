package experiment

import (
	"math"

	"familiar/lab/fit"
	"familiar/messages"
	"familiar/policy/experiment"
)

// A Rate is a share of the lines said unasked, between the ends of its 95 %
// interval, for which units are drawn with repetition. Units tell: lines of one
// room are alike. NaN is left out: there is nothing to tell it by.
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
}

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
		arms[i].WelcomeRate = rateOf(units, experiment.Welcome)
		arms[i].ComplaintRate = rateOf(units, experiment.Complaint)
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

func rateOf(units []*unit, m experiment.Measure) Rate {
	if len(units) == 0 {
		return Rate{}
	}
	var all Counts
	for _, u := range units {
		all.add(u.all)
	}
	low, high := fit.Interval(len(units), func(drawn []int) float64 {
		var sum Counts
		for _, i := range drawn {
			sum.add(units[i].all)
		}
		return share(&sum, m)
	})
	return newRate(share(&all, m), low, high)
}

// Difference returns the measure in arm b less that in arm a.
func (d *Data) Difference() Rate {
	between := func(a, b *Counts) float64 { return share(b, d.Plan.Measure) - share(a, d.Plan.Measure) }
	sum := func(count int, at func(int) int) (a, b Counts) {
		for i := range count {
			if u := d.units[at(i)]; u.side == messages.SideB {
				b.add(u.all)
			} else {
				a.add(u.all)
			}
		}
		return a, b
	}
	if len(d.units) == 0 {
		return Rate{}
	}
	a, b := sum(len(d.units), func(i int) int { return i })
	low, high := fit.Interval(len(d.units), func(drawn []int) float64 {
		a, b := sum(len(drawn), func(i int) int { return drawn[i] })
		return between(&a, &b)
	})
	return newRate(between(&a, &b), low, high)
}

// share returns the measure's share of what was said; NaN of nothing.
func share(c *Counts, m experiment.Measure) float64 {
	if c.Said == 0 {
		return math.NaN()
	}
	return float64(c.of(m)) / float64(c.Said)
}
