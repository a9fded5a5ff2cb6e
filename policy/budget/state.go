package budget

import "familiar/messages"

// State is the pressure on one seat. In the zero State there is none.
type State struct {
	Step  Step             `json:"s,omitempty"`
	Quiet messages.Instant `json:"q,omitempty"` // the hard limit was said, and is not said again before
}

// Set takes what the seat was told; below 0 is [Free], above 4 [Hard].
func (s *State) Set(step int) { s.Step = Step(min(max(step, int(Free)), int(Hard))) }

// Lets reports whether the judge may be asked and a turn composed, for whatever
// reason. It is false only at the hard limit.
func (s *State) Lets() bool { return s.Step < Hard }

// Stretch is the factor by which every wait until an unsolicited thought grows;
// 1 without pressure.
func (s *State) Stretch(c *Config) float64 {
	if s.Step <= Free || len(c.Stretch) == 0 {
		return 1
	}
	return c.Stretch[min(int(s.Step), len(c.Stretch))-1]
}

// SayLimit reports whether somebody who addresses the seat now is to be told
// that the limit is reached, and remembers it: it is said once a day.
func (s *State) SayLimit(now messages.Instant, c *Config) bool {
	if s.Lets() || now < s.Quiet {
		return false
	}
	_, s.Quiet = c.day(now)
	return true
}
