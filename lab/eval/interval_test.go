package eval

import (
	"math"
	"testing"

	"familiar/lab/score"
)

func TestInterval(t *testing.T) {
	good, bad := score.Counts{Positive: 10, Covered: 10, Calls: 10, Useful: 10}, score.Counts{Positive: 10, Calls: 10}
	for _, tt := range []struct {
		says      string
		counted   map[string][]score.Counts // by slice, of its familiars
		low, high float64
	}{
		{"slices that are alike leave no doubt", map[string][]score.Counts{"a": {good}, "b": {good}}, 1, 1},
		{"of a good and a bad one both may be drawn twice", map[string][]score.Counts{"a": {good}, "b": {bad}}, 0, 1},
		{"familiars of a slice are drawn together", map[string][]score.Counts{"a": {good, bad}, "b": {bad, good}}, .5, .5},
		{"one slice says nothing about others", map[string][]score.Counts{"a": {good, bad}}, math.NaN(), math.NaN()},
		{"nothing was counted", nil, math.NaN(), math.NaN()},
	} {
		t.Run(tt.says, func(t *testing.T) {
			var b bySlice
			for slice, all := range tt.counted {
				for _, c := range all {
					b.add(slice, c)
				}
			}
			low, high := b.interval()
			if !same(low, tt.low) || !same(high, tt.high) {
				t.Errorf("got %v to %v, want %v to %v", low, high, tt.low, tt.high)
			}
		})
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
