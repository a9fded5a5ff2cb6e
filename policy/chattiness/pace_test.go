package chattiness

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"

	"familiar/messages"
)

// gapsOf gives gaps in ms as chat has them: lognormal, by the method of Box and
// Muller over the draws of a seed.
func gapsOf(n int, seed uint64, mu, sigma float64) []int64 {
	gaps := make([]int64, n)
	for i := range gaps {
		u, v := 1-hash(seed, 2*i), hash(seed, 2*i+1)
		z := math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*v)
		gaps[i] = int64(1000 * math.Exp(mu+sigma*z))
	}
	return gaps
}

// TestPaceIsTheQuantile: the estimate, averaged over its swings, has the wanted
// share of gaps below it, in rooms as slow as chat servers and as fast as IRC.
func TestPaceIsTheQuantile(t *testing.T) {
	for _, tt := range []struct {
		says      string
		mu, sigma float64 // of the room's gaps
		q         float64
	}{
		{"a server's channel, half of the gaps", 3.98, 1.48, 0.5},
		{"a server's channel, eight in ten", 3.98, 1.48, 0.8},
		{"a team's channel, three in ten", 3.75, 1.47, 0.3},
		{"a busy room on IRC, eight in ten", 2.20, 0.80, 0.8},
		{"a busy room on IRC, nineteen in twenty", 2.20, 0.80, 0.95},
	} {
		t.Run(tt.says, func(t *testing.T) {
			gaps := gapsOf(8000, 7, tt.mu, tt.sigma)
			sorted := slices.Clone(gaps)
			slices.Sort(sorted)
			middle := sorted[int(tt.q*float64(len(sorted)))]
			c := Default()
			c.Adaptive, c.LullQuantile = true, tt.q
			c.Lull = time.Duration(middle) * time.Millisecond // so that no clamp is near
			var s State
			now, logs, n := start, 0.0, 0
			s.Hear(now, Signal{Arms: true}, &c)
			for i, gap := range gaps {
				now += messages.Instant(gap)
				s.Hear(now, Signal{Arms: true}, &c)
				if i >= len(gaps)/2 {
					logs += math.Log(s.Pace)
					n++
				}
			}
			estimate := int64(math.Exp(logs / float64(n)))
			below, _ := slices.BinarySearch(sorted, estimate)
			if share := float64(below) / float64(len(sorted)); math.Abs(share-tt.q) > 0.04 {
				t.Errorf("%d ms has %.3f of the gaps below it, want %.2f", estimate, share, tt.q)
			}
		})
	}
}

// TestPaceOfAnOldSnapshot: the mean of gaps that seats learnt once is nothing
// to go on from; the seat learns anew.
func TestPaceOfAnOldSnapshot(t *testing.T) {
	var s State
	if err := json.Unmarshal([]byte(`{"s":4,"k":2,"t":1000000,"p":2500}`), &s); err != nil {
		t.Fatal(err)
	}
	c := Default()
	c.Adaptive = true
	s.Hear(start, Signal{Arms: true}, &c)
	if s.K != 2+1 || s.Pace <= 0 || s.Gaps != 1 {
		t.Errorf("it goes on as %+v, want one gap heard", s)
	}
}
