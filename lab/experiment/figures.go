package experiment

import (
	"math"

	"familiar/messages"
	"familiar/policy/experiment"
)

// A Rate is a share of the lines said unasked, between the ends of its 95 %
// interval, see [estimate]. What is not known is left out.
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
	e := estimate(units, m)
	half := e.half(e.freedom)
	return newRate(e.rate, math.Max(0, e.rate-half), math.Min(1, e.rate+half))
}

// Difference returns the measure in arm b less that in arm a.
func (d *Data) Difference() Rate {
	a, b := estimate(d.of(messages.SideA), d.Plan.Measure), estimate(d.of(messages.SideB), d.Plan.Measure)
	both := estimated{rate: b.rate - a.rate, variance: a.variance + b.variance}
	half := both.half(freedom(a, b))
	return newRate(both.rate, math.Max(-1, both.rate-half), math.Min(1, both.rate+half))
}
