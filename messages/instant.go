package messages

import "time"

// An Instant is a moment in whole milliseconds since 1970-01-01 UTC. State
// keeps hundreds of them for each channel and compares them on every line, so
// it is one word; 0 means "never".
type Instant int64

// InstantOf returns the instant of t, rounded down to a millisecond.
func InstantOf(t time.Time) Instant { return Instant(t.UnixMilli()) }

// Time returns the instant as a time in UTC; for 0 the zero time.
func (i Instant) Time() time.Time {
	if i == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(i)).UTC()
}

// Add returns the instant d later, d rounded towards zero to a millisecond.
func (i Instant) Add(d time.Duration) Instant { return i + Instant(d.Milliseconds()) }

// Sub returns how much later i is than other.
func (i Instant) Sub(other Instant) time.Duration {
	return time.Duration(i-other) * time.Millisecond
}

func (i Instant) String() string {
	if i == 0 {
		return "never"
	}
	return i.Time().Format("2006-01-02T15:04:05.000Z07:00")
}
