package load

import (
	"time"

	"familiar/lab/load/tally"
	"familiar/lab/load/vitals"
)

// A Sample is one second of a run.
type Sample struct {
	At       time.Duration `json:"at_ns"`    // since the start
	Said     uint64        `json:"said"`     // since the start, as are the next two
	Accepted uint64        `json:"accepted"` //
	Decided  uint64        `json:"decided"`  //
	Decision tally.Times   `json:"decision"` // of this second's decisions
	Vitals   vitals.Look   `json:"vitals"`
}

// sample looks once a second until the run has ended.
func (r *run) sample(ended <-chan struct{}) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		select {
		case <-second.C:
		case <-ended:
			return
		}
		lines := r.Tally.Counts()
		s := Sample{
			At: time.Since(r.began), Said: lines.Said, Accepted: lines.Accepted, Decided: lines.Decided,
			Decision: r.Tally.Recent(), Vitals: r.watch.Look(),
		}
		r.samples = append(r.samples, s)
		if r.Progress != nil {
			r.Progress(s)
		}
	}
}
