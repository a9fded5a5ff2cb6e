package experiment

import (
	"time"

	"familiar/messages"
)

// A Zone says where midnight is. The zero Zone is UTC.
type Zone struct{ location *time.Location }

// ZoneOf returns that of a location, which whoever reads a configuration has looked
// up: nothing is read when something is drawn. nil is UTC.
func ZoneOf(location *time.Location) Zone { return Zone{location} }

// String returns the name that the time zone database has for it.
func (z Zone) String() string { return z.in().String() }

func (z Zone) in() *time.Location {
	if z.location == nil {
		return time.UTC
	}
	return z.location
}

// DayOf returns the day of a moment, by the experiment's zone.
func (r *Rules) DayOf(at messages.Instant) Day {
	year, month, day := at.Time().In(r.Zone.in()).Date()
	return DayOf(messages.InstantOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC)))
}

// Start returns a day's first moment by the experiment's zone.
func (r *Rules) Start(d Day) messages.Instant {
	year, month, day := d.Start().Time().UTC().Date()
	at := messages.InstantOf(time.Date(year, month, day, 0, 0, 0, 0, r.Zone.in()))
	for r.DayOf(at) < d { // a midnight that clocks skip may be given as an hour before
		at = at.Add(time.Hour)
	}
	for r.DayOf(at.Add(-time.Hour)) >= d { // one that there is twice as the second
		at = at.Add(-time.Hour)
	}
	return at
}
