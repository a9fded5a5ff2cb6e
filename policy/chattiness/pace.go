package chattiness

import (
	"time"

	"familiar/messages"
)

// How an adaptive lull follows the channel.
const (
	// paceStep is how far one gap moves the estimate, as a share of it, once
	// many were heard. The first gaps move it further, the n-th by 1/n.
	paceStep = 0.05
	// mostGaps is where State.Gaps stops counting: 1/n is less than paceStep.
	mostGaps = 255
)

// pace takes the gap before a line into the estimate of the quantile
// Config.LullQuantile of all gaps, in the room of one number: a gap that is
// longer than the estimate lifts it, any other lowers it, by steps that cancel
// out where the wanted share of gaps is shorter. It is stochastic
// approximation (Robbins and Monro, 1951) with steps that are shares of the
// estimate, since gaps spread over decades. How much longer a gap is does not
// matter, so a night does not slow the next day.
//
// The estimate never leaves what a lull may be, so that it comes back from
// there with the first gap of the other kind. The conversions keep a machine
// from rounding otherwise than the others, so that a replay is the same to the
// bit everywhere.
func (s *State) pace(now messages.Instant, c *Config) {
	last := s.LastAt
	s.LastAt = now
	if !c.Adaptive || last == 0 {
		return
	}
	if s.Pace == 0 {
		s.Pace = float64(c.Lull.Milliseconds())
	}
	s.Gaps = min(s.Gaps, mostGaps-1) + 1
	step := max(paceStep, 1/float64(s.Gaps))
	if float64(now-last) > s.Pace {
		s.Pace *= 1 + float64(step*c.LullQuantile)
	} else {
		s.Pace /= 1 + float64(step*(1-c.LullQuantile))
	}
	least, most := c.lulls()
	s.Pace = min(max(s.Pace, float64(least.Milliseconds())), float64(most.Milliseconds()))
}

// adapted is the lull at the channel's pace; the configured one until a gap
// was heard.
func (s *State) adapted(c *Config) time.Duration {
	if s.Pace == 0 {
		return c.Lull
	}
	least, most := c.lulls() // the knob may have been turned since
	return min(max(time.Duration(s.Pace)*time.Millisecond, least), most)
}

// lulls are the shortest and the longest adaptive lull: half and three times
// the configured one.
func (c *Config) lulls() (least, most time.Duration) { return c.Lull / 2, 3 * c.Lull }
