package budget

import (
	"time"

	"familiar/messages"
	"familiar/policy/zone"
)

// day returns the date of now and the first instant of the next one, which lies
// after now.
func (c *Config) day(now messages.Instant) (d zone.Date, ends messages.Instant) {
	d = c.Zone.Date(now)
	for ends = c.Zone.Start(d + 1); ends <= now; { // clocks are put back past midnight
		ends = ends.Add(time.Hour)
	}
	return d, ends
}
