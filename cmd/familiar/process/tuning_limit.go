package process

import (
	"fmt"
	"strconv"
	"strings"

	"familiar/config"
	"familiar/control"
)

// limitKey is the one knob of the budget that can be turned: what a familiar may cost.
const limitKey = "budget.familiar"

// A limit is what each familiar may cost a day, in all channels together. No replay knows
// it: what talk would have cost with other knobs nobody has paid.
type limit struct {
	dollars float64 // US dollars; 0: as much as it likes
	written string  // as it was given
}

// splitLimit takes the limit out of what a trial sets; nil: it sets none.
func splitLimit(set []string) (knobs []string, _ *limit, err error) {
	var found *limit
	for _, assignment := range set {
		key, value, _ := strings.Cut(assignment, "=")
		if strings.TrimSpace(key) != limitKey {
			knobs = append(knobs, assignment)
			continue
		}
		found = &limit{written: strings.TrimSpace(value)}
		if found.dollars, err = strconv.ParseFloat(found.written, 64); err != nil || found.dollars < 0 {
			return nil, nil, fmt.Errorf("%s: want US dollars a day, at least 0, such as 2.5", limitKey)
		}
	}
	return knobs, found, nil
}

// put returns a configuration's text with the limit in it.
func (l *limit) put(text []byte) ([]byte, error) {
	return config.PutBudget(text, config.Turned{Key: strings.TrimPrefix(limitKey, "budget."), Value: l.written})
}

// limitKnob returns the limit in force.
func limitKnob(c *config.Config) control.Knob {
	var in config.Knob
	for _, k := range c.ExplainBudget() {
		if "budget."+k.Key == limitKey {
			in = k
		}
	}
	return knobOf(limitKey, in)
}
