package eval

import (
	"math"

	"familiar/lab/fit"
	"familiar/lab/score"
)

// bySlice is what was counted in each slice: enough to draw slices anew without
// replaying any.
type bySlice struct {
	counts []score.Counts // in the order of the slices' first familiars
	at     map[string]int // of slices, into counts
}

// add counts what a familiar did in a slice.
func (b *bySlice) add(slice string, counted score.Counts) {
	k, known := b.at[slice]
	if !known {
		if b.at == nil {
			b.at = make(map[string]int)
		}
		k = len(b.counts)
		b.at[slice], b.counts = k, append(b.counts, score.Counts{})
	}
	b.counts[k] = b.counts[k].Plus(counted)
}

// interval is that of F1.
func (b *bySlice) interval() (low, high float64) {
	return interval(len(b.counts), func(drawn []int) float64 {
		var sum score.Counts
		for _, k := range drawn {
			sum = sum.Plus(b.counts[k])
		}
		return sum.ScoreF1()
	})
}

// interval returns between which two values a measure lies in 95 of 100 drawings of n
// slices; NaN where there are no two, since one says nothing about others.
func interval(n int, measure func(drawn []int) float64) (low, high float64) {
	if n < 2 {
		return math.NaN(), math.NaN()
	}
	return fit.Interval(n, measure)
}
