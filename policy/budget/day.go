package budget

import (
	"time"

	"familiar/messages"
)

// A Day is a date of the calendar, in days since 1970-01-01.
type Day int32

func (d Day) String() string {
	return time.Unix(int64(d)*secondsADay, 0).UTC().Format(time.DateOnly)
}

const secondsADay = 24 * 60 * 60

// day returns the date of now and the first instant of the next one, which lies
// after now.
func (c *Config) day(now messages.Instant) (d Day, ends messages.Instant) {
	date := c.Zone.Date(now)
	for ends = c.Zone.Start(date + 1); ends <= now; { // clocks are put back past midnight
		ends = ends.Add(time.Hour)
	}
	return Day(date), ends
}
