package community

import (
	"fmt"

	"familiar/lab/fit"
)

// An Interval is a mean over communities, and between which two values it lies in
// 95 of 100 drawings of them.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func differences(a, b []float64) []float64 {
	d := make([]float64, min(len(a), len(b)))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

// intervalOf gives that of the mean.
func intervalOf(values []float64) Interval {
	v := Interval{Mean: mean(values)}
	v.Low, v.High = fit.Interval(len(values), func(drawn []int) float64 {
		var sum float64
		for _, i := range drawn {
			sum += values[i]
		}
		return sum / float64(len(drawn))
	})
	return v
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// String returns the mean and the interval.
func (v Interval) String() string { return fmt.Sprintf("%.1f (%.1f to %.1f)", v.Mean, v.Low, v.High) }
