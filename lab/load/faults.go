package load

import (
	"fmt"
	"slices"
	"time"

	"familiar/lab/load/vitals"
)

// Bars are what a run is held to besides losing nothing. Zero: not held to.
type Bars struct {
	P99    time.Duration // of decisions
	RSS    uint64        // bytes, at most at any moment
	Steady bool          // memory, goroutines and files stay where they are after the warm-up
}

// Faults says what is wrong, one plain sentence each. A line lost, doubled or
// out of order always is; nothing else is said of a run that was cut short.
func (r Report) Faults(b Bars) (faults []string) {
	fault := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	fault(r.Lines.Doubled > 0, "%d lines were decided twice", r.Lines.Doubled)
	fault(r.Lines.OrderBreak > 0, "%d lines were decided before an earlier one", r.Lines.OrderBreak)
	fault(r.Lines.Unknown > 0, "%d lines were decided that nobody said", r.Lines.Unknown)
	fault(r.Answers.Doubled > 0, "%d calls were answered twice", r.Answers.Doubled)
	if r.Cut {
		return faults
	}
	fault(r.Lines.Decided == 0, "no line was decided")
	fault(r.Lines.Waiting > 0, "%d lines were acknowledged and never decided", r.Lines.Waiting)
	fault(r.Answers.Waiting > 0, "%d calls were never answered", r.Answers.Waiting)
	fault(b.P99 > 0 && r.Latency.Decision.P99 > b.P99, "decisions take %v (p99), %v is allowed", r.Latency.Decision.P99, b.P99)
	fault(b.RSS > 0 && r.Most.RSS > b.RSS, "the process took %d MiB, %d are allowed", r.Most.RSS>>20, b.RSS>>20)
	if b.Steady {
		faults = append(faults, r.growth()...)
	}
	return faults
}

// leastSteady is how many samples it takes to tell growth from a warm-up.
const leastSteady = 12

// growth compares the second third of a run with the last: the first is the
// warm-up.
func (r Report) growth() (faults []string) {
	series := slices.DeleteFunc(slices.Clone(r.Series), func(s Sample) bool { return s.At > r.Took })
	if len(series) < leastSteady {
		return []string{fmt.Sprintf("%d seconds are too few to say whether anything grows: want %d", len(series), leastSteady)}
	}
	third := len(series) / 3
	for _, v := range []struct {
		what  string
		of    func(vitals.Look) float64
		slack float64 // by which it may grow besides an eighth
		unit  float64
	}{
		{"resident memory in MiB", func(l vitals.Look) float64 { return float64(l.RSS) }, 32 << 20, 1 << 20},
		{"goroutines", func(l vitals.Look) float64 { return float64(l.Goroutines) }, 100, 1},
		{"open files", func(l vitals.Look) float64 { return float64(l.Files) }, 32, 1},
	} {
		before, after := median(series[third:2*third], v.of), median(series[2*third:], v.of)
		if after > before+before/8+v.slack {
			faults = append(faults, fmt.Sprintf("%s grew from %.0f to %.0f after the warm-up", v.what, before/v.unit, after/v.unit))
		}
	}
	return faults
}

func median(series []Sample, of func(vitals.Look) float64) float64 {
	values := make([]float64, len(series))
	for i, s := range series {
		values[i] = of(s.Vitals)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
