package tally

import (
	"math/bits"
	"time"
)

// Buckets are as in HdrHistogram: each power of two is cut into 128 equal
// parts, so that a value is off by less than 1 in 128, 0.8 %.
const (
	partBits = 7
	parts    = 1 << partBits
	buckets  = (64 - partBits) * parts
)

// A Histogram keeps durations with a fixed relative error, in 58 kB however
// many there are. The zero value is empty. It is not safe for use from several
// goroutines.
type Histogram struct {
	counts [buckets]uint64
	count  uint64
	sum    time.Duration
	most   time.Duration
}

// Add counts one; less than nothing counts as nothing.
func (h *Histogram) Add(d time.Duration) {
	d = max(0, d)
	h.counts[bucket(uint64(d))]++
	h.count++
	h.sum += d
	h.most = max(h.most, d)
}

// Quantile returns the duration that the share of all, 0 to 1, don't exceed, at
// most 0.8 % too long; of none it is 0.
func (h *Histogram) Quantile(share float64) time.Duration {
	if h.count == 0 {
		return 0
	}
	rank := max(1, min(h.count, uint64(share*float64(h.count)+0.5)))
	for i, n := range h.counts {
		if n >= rank {
			return min(h.most, top(i))
		}
		rank -= n
	}
	return h.most
}

// Times is a histogram in a few numbers.
type Times struct {
	Count uint64        `json:"count"`
	Mean  time.Duration `json:"mean_ns"`
	P50   time.Duration `json:"p50_ns"`
	P90   time.Duration `json:"p90_ns"`
	P99   time.Duration `json:"p99_ns"`
	P999  time.Duration `json:"p999_ns"`
	Max   time.Duration `json:"max_ns"` // exact
}

// Times returns the numbers people ask for.
func (h *Histogram) Times() Times {
	t := Times{Count: h.count, P50: h.Quantile(0.5), P90: h.Quantile(0.9), P99: h.Quantile(0.99), P999: h.Quantile(0.999), Max: h.most}
	if h.count > 0 {
		t.Mean = h.sum / time.Duration(h.count)
	}
	return t
}

// bucket returns where a value is counted.
func bucket(v uint64) int {
	if v < parts {
		return int(v)
	}
	shift := bits.Len64(v) - partBits - 1
	return shift*parts + int(v>>shift)
}

// top returns the largest value that is counted in a bucket.
func top(i int) time.Duration {
	if i < 2*parts {
		return time.Duration(i)
	}
	shift := i/parts - 1
	return time.Duration((uint64(i-shift*parts)+1)<<shift - 1)
}
