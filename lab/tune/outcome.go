package tune

import "familiar/lab/score"

// An Outcome is what a setting comes to on a recording.
type Outcome struct {
	Counts score.Counts

	// Cost is in US dollars when the prices are known, else the calls of
	// models: questions to the judge and replies alike.
	Cost float64
}

// beats reports whether o is no worse than p in misses, interruptions and
// cost, and better in one of them.
func (o Outcome) beats(p Outcome) bool {
	a, b := o.Counts, p.Counts
	if a.Misses() > b.Misses() || a.Interruptions() > b.Interruptions() || o.Cost > p.Cost {
		return false
	}
	return a.Misses() < b.Misses() || a.Interruptions() < b.Interruptions() || o.Cost < p.Cost
}

// same reports whether the two can't be told apart.
func (o Outcome) same(p Outcome) bool {
	return o.Counts.Misses() == p.Counts.Misses() && o.Counts.Interruptions() == p.Counts.Interruptions() && o.Cost == p.Cost
}
