package messages

import "familiar/messages/because"

// A PassedOver is a model of a familiar's chain that did not answer, and why
// the next one was asked.
type PassedOver struct {
	Model string `json:"model"`
	Why   Pass   `json:"why"`
}

// A Pass is why a model of a chain was passed over.
type Pass string

// The passes. docs/models.md explains each.
const (
	PassAway    Pass = "away"    // it is left alone, because it failed before
	PassBusy    Pass = "busy"    // a rate limit, a pause its provider asked for, or a full queue
	PassBudget  Pass = "budget"  // it has cost what it may cost a day
	PassFailed  Pass = "failed"  // it could not be reached, was too slow, or its answer broke off or can't be read
	PassRefused Pass = "refused" // it would not answer this
	PassInvalid Pass = "invalid" // it does not take this request
	PassBroken  Pass = "broken"  // its key, name or address is wrong, which only the operator can mend
)

// Passes are all of them.
func Passes() []Pass {
	return []Pass{PassAway, PassBusy, PassBudget, PassFailed, PassRefused, PassInvalid, PassBroken}
}

// Spared returns who answered in whose place, as a reason; nil when nobody was
// passed over.
func (c *Composed) Spared() because.Reason {
	if len(c.Passed) == 0 || c.Model == "" {
		return nil
	}
	spared := because.Spared{Wrote: c.Model}
	for i, p := range c.Passed[:min(len(c.Passed), len(spared.Passed))] {
		spared.Passed[i] = because.Pass{Model: p.Model, Why: string(p.Why)}
	}
	return spared
}
