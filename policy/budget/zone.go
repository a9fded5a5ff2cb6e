package budget

import (
	"fmt"
	"time"

	"familiar/messages"
)

// A Zone says where midnight is, by a name of the time zone database. The zero
// Zone is UTC.
type Zone struct{ location *time.Location }

// In returns the zone of a location; nil is UTC.
func In(l *time.Location) Zone { return Zone{l} }

// UnmarshalText reads a name such as "Europe/Berlin"; none is UTC. "Local" is
// refused: what a day is may not depend on the machine. It is called while a
// configuration is read and looks the name up there and then, so that nothing
// has to be read when a decision is made.
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

// A Day is a date of the calendar, in days since 1970-01-01.
type Day int32

func (d Day) String() string {
	return time.Unix(int64(d)*secondsADay, 0).UTC().Format(time.DateOnly)
}

const secondsADay = 24 * 60 * 60

// day returns the date of now and the first instant of the next one, which lies
// after now.
func (z Zone) day(now messages.Instant) (d Day, ends messages.Instant) {
	year, month, day := time.UnixMilli(int64(now)).In(z.in()).Date()
	d = Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsADay)
	ends = messages.InstantOf(time.Date(year, month, day+1, 0, 0, 0, 0, z.in()))
	for ends <= now { // a midnight that clocks skip may be given as an hour before
		ends = ends.Add(time.Hour)
	}
	return d, ends
}
