package experiment

import (
	"fmt"
	"time"

	"familiar/messages"
)

// A Zone says where midnight is, by a name of the time zone database. The zero
// Zone is UTC.
type Zone struct{ location *time.Location }

// UnmarshalText reads a name such as "Europe/Berlin"; none is UTC. "Local" is
// refused: what a day is may not depend on the machine. It is called while a
// configuration is read and looks the name up there and then, so that nothing
// has to be read when something is drawn.
func (z *Zone) UnmarshalText(text []byte) error {
	location, err := time.LoadLocation(string(text))
	if err != nil || location == time.Local {
		return fmt.Errorf("zone %q: want a name of the time zone database, such as Europe/Berlin", text)
	}
	z.location = location
	return nil
}

// MarshalText returns the zone's name.
func (z Zone) MarshalText() ([]byte, error) { return []byte(z.String()), nil }

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
