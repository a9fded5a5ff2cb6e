// Package zone says by which clock a day begins and ends: what date it is at a moment, and
// when a date begins, also where clocks are put forward or back at midnight.
//
// It knows names of the time zone database, and looks one up while a configuration is read,
// never when something is decided. policy/budget ends its days by it, policy/experiment
// draws by them.
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

// UnmarshalText reads a name such as "Europe/Berlin"; none is UTC. "Local" is refused: what
// a day is may not depend on the machine.
func (z *Zone) UnmarshalText(text []byte) error {
	location, err := time.LoadLocation(string(text))
	if err != nil || location == time.Local {
		return fmt.Errorf("zone %q: want a name of the time zone database, such as Europe/Berlin", text)
	}
	z.location = location
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

// Date returns the date of a moment, in days since 1970-01-01.
func (z Zone) Date(at messages.Instant) int32 {
	year, month, day := time.UnixMilli(int64(at)).In(z.in()).Date()
	return int32(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsADay)
}

const secondsADay = 24 * 60 * 60

// Start returns the first moment of a date.
func (z Zone) Start(date int32) messages.Instant {
	year, month, day := time.Unix(int64(date)*secondsADay, 0).UTC().Date()
	at := messages.InstantOf(time.Date(year, month, day, 0, 0, 0, 0, z.in()))
	for z.Date(at) < date { // a midnight that clocks skip may be given as an hour before
		at = at.Add(time.Hour)
	}
	for z.Date(at.Add(-time.Hour)) >= date { // one that there is twice as the second
		at = at.Add(-time.Hour)
	}
	return at
}
