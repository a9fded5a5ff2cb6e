package wire

import (
	"net/http"
	"strconv"
	"time"
)

// longestPause bounds the pause a provider may ask for, so that a nonsensical
// one stays a duration.
const longestPause = 24 * time.Hour

// pause returns how long a provider wants us to wait: retry-after-ms in
// milliseconds, or Retry-After in seconds or as a date (RFC 9110, 10.2.3). 0:
// it doesn't say.
func pause(h http.Header, now time.Time) time.Duration {
	for _, header := range []struct {
		name string
		unit time.Duration
	}{{"Retry-After-Ms", time.Millisecond}, {"Retry-After", time.Second}} {
		value := h.Get(header.name)
		if n, err := strconv.ParseFloat(value, 64); err == nil && n > 0 {
			return time.Duration(min(n*float64(header.unit), float64(longestPause)))
		}
		if at, err := http.ParseTime(value); err == nil {
			return min(max(at.Sub(now), 0), longestPause)
		}
	}
	return 0
}
