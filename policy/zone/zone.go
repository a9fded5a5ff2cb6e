// Package zone says what the clock of a place shows: what date it is at a moment, and when a
// date begins, also where clocks are put forward or back at midnight.
//
// It knows names of the time zone database, and looks one up while a configuration is read,
// never when something is decided. What a name means comes with the machine, so a replay on
// another one differs where their databases do. policy/budget ends its days by it,
// policy/experiment draws by them, policy/hours and policy/schedule go by its clock.
package zone

import (
	"fmt"
	"time"

	"familiar/messages"
)

// A Zone says where midnight is. The zero Zone is UTC.
type Zone struct{ location *time.Location }

// Of returns the zone of a location; nil is UTC.
func Of(location *time.Location) Zone { return Zone{location} }

// Load returns the zone of a name such as "Europe/Berlin"; none is UTC.
func Load(name string) (Zone, error) {
	location, err := time.LoadLocation(name)
	if err != nil {
		return Zone{}, fmt.Errorf("zone = %q: %w", name, err)
	}
	return Zone{location}, nil
}

// UnmarshalText reads a name such as "Europe/Berlin"; none is UTC. "Local" is refused: what
// a day is may not depend on the machine.
func (z *Zone) UnmarshalText(text []byte) error {
	named, err := Load(string(text))
	if err != nil || named.location == time.Local {
		return fmt.Errorf("zone %q: want a name of the time zone database, such as Europe/Berlin", text)
	}
	*z = named
	return nil
}

// MarshalText returns [Zone.String].
func (z Zone) MarshalText() ([]byte, error) { return []byte(z.String()), nil }

// String returns the zone's name.
func (z Zone) String() string { return z.in().String() }

func (z Zone) in() *time.Location {
	if z.location == nil {
		return time.UTC
	}
	return z.location
}

// Time returns what the clock shows at a moment.
func (z Zone) Time(at messages.Instant) time.Time { return time.UnixMilli(int64(at)).In(z.in()) }

// A Date is a day of the calendar, counted from 1970-01-01.
type Date int32

const secondsADay = 24 * 60 * 60

// String returns the date as 2026-11-25.
func (d Date) String() string { return d.midnight().Format(time.DateOnly) }

// midnight returns the date's first moment, of UTC.
func (d Date) midnight() time.Time { return time.Unix(int64(d)*secondsADay, 0).UTC() }

// Date returns the date of a moment.
func (z Zone) Date(at messages.Instant) Date {
	year, month, day := z.Time(at).Date()
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsADay)
}

// Start returns the first moment of a date.
func (z Zone) Start(date Date) messages.Instant {
	year, month, day := date.midnight().Date()
	at := messages.InstantOf(time.Date(year, month, day, 0, 0, 0, 0, z.in()))
	for z.Date(at) < date { // a midnight that clocks skip may be given as an hour before
		at = at.Add(time.Hour)
	}
	for z.Date(at.Add(-time.Hour)) >= date { // one that there is twice as the second
		at = at.Add(-time.Hour)
	}
	return at
}
