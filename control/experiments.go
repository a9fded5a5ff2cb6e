package control

import (
	"context"
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// An Experiment is how two settings of a familiar compare so far.
type Experiment struct {
	Name     string              `json:"name"`
	Plan     string              `json:"plan"` // eight letters that stand for all of it
	Familiar messages.FamiliarID `json:"familiar"`
	Match    string              `json:"match"`          // pattern of its channels
	By       string              `json:"by"`             // what is drawn: channel or day
	Begin    string              `json:"begin"`          // its first day
	End      string              `json:"end"`            // the day after its last
	Next     string              `json:"next,omitempty"` // day of its next look; "": there is none
	Measure  string              `json:"measure"`        // what decides
	Verdict  string              `json:"verdict"`
	Arms     []ExperimentArm     `json:"arms"`  // a and b
	Knobs    []string            `json:"knobs"` // what differs in arm b, key = value

	Difference *Interval `json:"difference,omitempty"` // of the measure, b - a; nil: not known
}

// ExperimentArm is what one setting comes to.
type ExperimentArm struct {
	Side       string    `json:"side"`
	Channels   int       `json:"channels"`
	Said       int       `json:"said"` // lines said unasked, of which it is known how they were taken
	Welcome    *Interval `json:"welcome,omitempty"`
	Complaints *Interval `json:"complaints,omitempty"`
	Missed     int       `json:"missed"`             // silences somebody had to end by calling it
	Asked      int       `json:"asked"`              // questions to its judge
	Turns      int       `json:"turns"`              // turns posted
	Input      int64     `json:"tokens_in"`          // 0 with Dollars 0: nothing, or not known
	Output     int64     `json:"tokens_out"`         //
	Dollars    float64   `json:"usd"`                //
	Unpriced   int64     `json:"unpriced,omitempty"` // calls of which nobody knew the price
}

// An Interval is a figure between the ends of its 95 % interval.
type Interval struct {
	Is   float64  `json:"is"`
	Low  *float64 `json:"low,omitempty"` // nil: not known
	High *float64 `json:"high,omitempty"`
}

func noExperiments(context.Context) ([]Experiment, error) { return nil, nil }

// experiments says how all of them stand.
func (s *Server) experiments(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	all, err := s.Experiments(r.Context())
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, struct {
		Experiments []Experiment `json:"experiments"`
	}{append([]Experiment{}, all...)})
	return nil
}
