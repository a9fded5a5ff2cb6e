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
	if c.Share == 0 || s.Seen < shareFrom {
		return 1
	}
	share := float64(bits.OnesCount32(s.Ours)) / float64(s.Seen)
	if share <= c.Share {
		return 1
	}
	return 1 + (mostDamping-1)*(share-c.Share)/(1-c.Share)
}
