package chattiness

import (
	"time"

	"familiar/messages"
)

// How an adaptive lull follows the channel.
const (
	// paceWeight is the part of a new gap in the mean: 1/8.
	paceWeight = 8
	// lullPerGap is how many usual gaps make a silence.
	lullPerGap = 3
)

// pace takes the gap before a line into the exponential mean of gaps. A gap
// counts for three lulls at most, so that a night does not slow the next day.
func (s *State) pace(now messages.Instant, c *Config) {
	last := s.LastAt
	s.LastAt = now
	if !c.Adaptive || last == 0 {
		return
	}
	gap := min(max(int64(now-last), 1), (3 * c.Lull).Milliseconds())
	if s.Pace == 0 {
		s.Pace = gap
		return
	}
	s.Pace = max(1, s.Pace+(gap-s.Pace)/paceWeight)
}

// adapted is the lull at the channel's pace: three mean gaps, but at least
// half and at most three times the configured lull; that itself until a gap
// was heard.
func (s *State) adapted(lull time.Duration) time.Duration {
	if s.Pace == 0 {
		return lull
	}
	d := lullPerGap * time.Duration(s.Pace) * time.Millisecond
	return min(max(d, lull/2), 3*lull)
}
