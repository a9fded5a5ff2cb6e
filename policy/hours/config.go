package hours

import (
	"errors"
	"fmt"
)

// mostSpans is how many spans a list may have: a different one for every hour
// of a week would be a mistake.
const mostSpans = 64

// Config is what an operator may tune for each familiar. The zero Config is
// always active.
type Config struct {
	Zone   string `toml:"zone"`   // whose clock the spans mean, as the tz database names it; default "": UTC
	Active []Span `toml:"active"` // when it speaks unasked, "Mon-Fri 09:00-17:30"; outside it only answers; default none: always
	Quiet  []Span `toml:"quiet"`  // when it says nothing at all, "22:00-07:00"; beats active; default none
}

// Default is always active.
func Default() Config { return Config{} }

// Validate says what is wrong, all of it, but not whether the zone exists: that
// [New] finds out.
func (c Config) Validate() error {
	var errs []error
	if c.Zone == "Local" {
		errs = append(errs, errors.New(`zone = "Local": want a name such as "Europe/Berlin", which means the same on every machine`))
	}
	for _, list := range []struct {
		key   string
		spans []Span
	}{{"active", c.Active}, {"quiet", c.Quiet}} {
		if len(list.spans) > mostSpans {
			errs = append(errs, fmt.Errorf("%s: %d spans, want at most %d", list.key, len(list.spans), mostSpans))
		}
		for i, s := range list.spans {
			if err := s.Validate(); err != nil {
				errs = append(errs, fmt.Errorf("%s[%d]: %w", list.key, i+1, err))
			}
		}
	}
	return errors.Join(errs...)
}
