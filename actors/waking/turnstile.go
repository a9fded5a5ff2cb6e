package waking

import (
	"time"

	"familiar/messages"

	"golang.org/x/time/rate"
)

// Deadlines that have come are journaled at most so many a second, after so
// many at once: each is a write that its channel waits for. 100,000 channels
// that fell silent together are due together; without a turn each their writes
// took all the room that lines need.
const (
	ringRate  = 5000
	ringBurst = 1000
)

// Turnstile returns how long a deadline that has come at now waits for its turn.
func Turnstile() func(now messages.Instant) time.Duration {
	turns := rate.NewLimiter(ringRate, ringBurst)
	return func(now messages.Instant) time.Duration {
		at := now.Time()
		return turns.ReserveN(at, 1).DelayFrom(at)
	}
}
