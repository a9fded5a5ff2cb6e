package traffic

import "fmt"

// A Shape is how lines spread over channels and time.
type Shape string

// The shapes.
const (
	// Uniform has the same rate in every channel and no sessions: it is for
	// finding out how much a program can take.
	Uniform Shape = "uniform"
	// Fleet is what was measured: a few busy channels and many that are mostly
	// silent, sessions, bursts, raids, day and night.
	Fleet Shape = "fleet"
)

// A Plan is what traffic to make. The same plan gives the same lines.
type Plan struct {
	Shape    Shape   `json:"shape"`
	Channels int     `json:"channels"` // at least 1
	Rate     float64 `json:"rate"`     // lines a second on average; of a fleet 0: as Compress makes it
	Compress float64 `json:"compress"` // how many times faster than life a fleet talks; 0: as Rate needs; uniform has none
	Calls    float64 `json:"calls"`    // share of the lines that call the familiar, 0 to 1
	Seed     uint64  `json:"seed"`

	Raided    []int   `json:"raided,omitempty"`     // channels that are raided without end, besides their own traffic
	RaidRate  float64 `json:"raid_rate,omitempty"`  // lines a second in each
	RaidCalls float64 `json:"raid_calls,omitempty"` // share of these that call the familiar
}

func (p Plan) validate() error {
	switch {
	case p.Shape != Uniform && p.Shape != Fleet:
		return fmt.Errorf("traffic: shape %q: want %s or %s", p.Shape, Uniform, Fleet)
	case p.Channels < 1:
		return fmt.Errorf("traffic: %d channels: want at least 1", p.Channels)
	case p.Shape == Uniform && (!(p.Rate > 0) || p.Compress != 0):
		return fmt.Errorf("traffic: uniform needs a rate and can't be compressed: got rate %v, compress %v", p.Rate, p.Compress)
	case p.Shape == Fleet && (p.Rate > 0) == (p.Compress > 0):
		return fmt.Errorf("traffic: a fleet needs either a rate or a compression: got rate %v, compress %v", p.Rate, p.Compress)
	case !(p.Calls >= 0 && p.Calls <= 1 && p.RaidCalls >= 0 && p.RaidCalls <= 1):
		return fmt.Errorf("traffic: shares of calls %v and %v: want 0 to 1", p.Calls, p.RaidCalls)
	case len(p.Raided) > 0 && !(p.RaidRate > 0):
		return fmt.Errorf("traffic: raids of %v lines a second: want more than 0", p.RaidRate)
	}
	for _, c := range p.Raided {
		if c < 0 || c >= p.Channels {
			return fmt.Errorf("traffic: raid on channel %d: there are only %d", c, p.Channels)
		}
	}
	return nil
}
