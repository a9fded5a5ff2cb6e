package gate

import (
	"slices"
	"time"
)

const (
	paceKept  = 64          // first words that are remembered
	paceLeast = 16          // of them before they say anything
	paceFloor = time.Second // the least patience there is
)

// A pace is how long a model took to the first words of its last answers. It is
// not safe for concurrent use.
type pace struct {
	last [paceKept]time.Duration // a ring
	n    int                     // ever
}

func (p *pace) record(took time.Duration) {
	p.last[p.n%paceKept] = took
	p.n++
}

// patience is how long a model that has a spare is waited for: a quarter longer
// than for the slowest of its last answers, at most that. Where too few are known
// it is that.
func (p *pace) patience(most time.Duration) time.Duration {
	if p.n < paceLeast {
		return most
	}
	slowest := slices.Max(p.last[:min(p.n, paceKept)])
	return min(most, max(paceFloor, slowest+slowest/4))
}

// outwaited records that a model was waited for in vain. It may have become slower
// for good, so that the next one is waited for longer.
func (p *pace) outwaited(after time.Duration) { p.record(2 * after) }
