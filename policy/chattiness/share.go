package chattiness

import "math/bits"

// How our share of the talk damps us.
const (
	// shareLines is how many lines State.Ours holds.
	shareLines = 32
	// shareFrom is how many lines must be known before a share means anything.
	shareFrom = 8
	// mostDamping is the factor when every line is ours.
	mostDamping = 4
)

// remember takes a line into the share of talk.
func (s *State) remember(own bool) {
	s.Ours <<= 1
	if own {
		s.Ours |= 1
	}
	if s.Seen < shareLines {
		s.Seen++
	}
}

// damping is the factor our share of the last lines puts on every deadline and
// interval: 1 up to Config.Share, then rising evenly to 4 where all the talk
// is ours.
func (s *State) damping(c *Config) float64 {
	share, over := s.share(c)
	if !over {
		return 1
	}
	return 1 + (mostDamping-1)*(share-c.Share)/(1-c.Share)
}

// share returns which part of the lines that are known is ours, and whether that
// is more than it should be.
func (s *State) share(c *Config) (part float64, over bool) {
	if c.Share == 0 || s.Seen < shareFrom {
		return 0, false
	}
	part = float64(bits.OnesCount32(s.Ours)) / float64(s.Seen)
	return part, part > c.Share
}

// Share returns how many in a hundred of the last lines are ours, and whether
// those are more than Config.Share. Few lines, or no Share, are never too many.
func (s *State) Share(c *Config) (percent int, over bool) {
	part, over := s.share(c)
	return int(100 * part), over
}
