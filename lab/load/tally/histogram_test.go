package tally

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestQuantiles: of whatever is added, no quantile is off by more than one in
// 128, and the largest is exact.
func TestQuantiles(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct {
		story string
		one   func() time.Duration
	}{
		{"nanoseconds", func() time.Duration { return time.Duration(draw.IntN(300)) }},
		{"milliseconds", func() time.Duration { return time.Duration(draw.ExpFloat64() * float64(time.Millisecond)) }},
		{"from nothing to a year", func() time.Duration { return time.Duration(draw.Uint64() >> (8 + draw.UintN(50))) }},
		{"always the same", func() time.Duration { return 12345 }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var h Histogram
			all := make([]time.Duration, 10_000)
			for i := range all {
				all[i] = tt.one()
				h.Add(all[i])
			}
			slices.Sort(all)
			for _, share := range []float64{0, 0.1, 0.5, 0.99, 0.999, 1} {
				want := all[max(0, int(share*float64(len(all))+0.5)-1)]
				got := h.Quantile(share)
				if got < want || got > want+want/parts+1 {
					t.Errorf("quantile %v: got %d, want %d to one in %d more", share, got, want, parts)
				}
			}
			if got := h.Times(); got.Max != all[len(all)-1] || got.Count != uint64(len(all)) {
				t.Errorf("got %+v, want the largest of %d, %d", got, len(all), all[len(all)-1])
			}
		})
	}
	var none Histogram
	if got := none.Times(); got != (Times{}) {
		t.Errorf("of nothing: got %+v", got)
	}
	none.Add(-time.Second)
	if got := none.Quantile(1); got != 0 {
		t.Errorf("of less than nothing: got %v, want 0", got)
	}
}

func BenchmarkAdd(b *testing.B) {
	var h Histogram
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		h.Add(time.Duration(i))
	}
}
