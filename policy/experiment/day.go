package experiment

import (
	"fmt"
	"time"

	"familiar/messages"
	"familiar/policy/zone"
)

// A Day is a date as a file writes it. An experiment begins, ends and draws anew with
// a day of its zone. The zero Day is none.
type Day zone.Date

// DayOf returns the day of a moment, of UTC.
func DayOf(at messages.Instant) Day { return Day(zone.Zone{}.Date(at)) }

// Start returns the day's first moment, of UTC.
func (d Day) Start() messages.Instant { return zone.Zone{}.Start(zone.Date(d)) }

// String returns the day as 2026-11-25; "" for none.
func (d Day) String() string {
	if d == 0 {
		return ""
	}
	return zone.Date(d).String()
}

// UnmarshalText reads a day as String writes it.
func (d *Day) UnmarshalText(text []byte) error {
	at, err := time.Parse(time.DateOnly, string(text))
	if err != nil || at.Year() < 1971 || at.Year() > 9998 {
		return fmt.Errorf("%q is no day: want one such as 2026-11-25", text)
	}
	*d = DayOf(messages.InstantOf(at))
	return nil
}

// DayOf returns the day of a moment, by the experiment's zone.
func (r *Rules) DayOf(at messages.Instant) Day { return Day(r.Zone.Date(at)) }

// Start returns a day's first moment by the experiment's zone.
func (r *Rules) Start(d Day) messages.Instant { return r.Zone.Start(zone.Date(d)) }
