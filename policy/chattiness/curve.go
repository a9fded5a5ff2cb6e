package chattiness

import "familiar/internal/splitmix"

// A Tier is how readily a familiar breaks into talk.
type Tier string

// The tiers, the most silent first.
const (
	VeryQuiet Tier = "very_quiet" // first at 15 lines
	Quiet     Tier = "quiet"      // 12
	Average   Tier = "average"    // 9
	Eager     Tier = "eager"      // 6
	VeryEager Tier = "very_eager" // 3
)

// Tiers lists them, the most silent first.
var Tiers = []Tier{VeryQuiet, Quiet, Average, Eager, VeryEager}

// Start is the first interval in lines. A tier that is none of [Tiers] starts
// like [Average].
func (t Tier) Start() int {
	switch t {
	case VeryQuiet:
		return 15
	case Quiet:
		return 12
	case Eager:
		return 6
	case VeryEager:
		return 3
	default:
		return 9
	}
}

// interval is the step-down curve: how many lines until the next interjection
// is due after n refused ones. Each refusal brings it Step closer, down to
// Floor; draw in [0,1) moves it by -2 to +2 lines. The formula and its numbers
// are those of the monitor in the recorded decisions that `chatty` follows:
// max(3, max(3, start − 3n) + int(draw·5) − 2).
func interval(c *Config, n int, draw float64) int {
	return max(c.Floor, max(c.Floor, c.Tier.Start()-c.Step*n)+int(draw*5)-2)
}

// mostLines is an interval that nobody lives to see the end of.
const mostLines = 1 << 30

// interval is that of the refusals there were, by the seat's next draw.
func (s *State) interval(c *Config) int32 {
	return int32(min(interval(c, int(s.Checks), s.draw(c)), mostLines))
}

// draw makes the seat's next draw. There is one for each interval computed,
// whether or not it varies anything, so that Jitter can be switched on later.
func (s *State) draw(c *Config) float64 {
	k := int(s.K)
	s.K++
	switch {
	case !c.Jitter:
		return 0.5
	case c.Draw != nil:
		return c.Draw(s.Seed, k)
	default:
		return splitmix.Fraction(splitmix.At(s.Seed, uint64(k)))
	}
}
