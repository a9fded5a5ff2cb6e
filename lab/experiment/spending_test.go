package experiment

import (
	"math"
	"testing"
)

// TestSpent: what DeMets and Lan print for five looks and an error of 5 % on both
// sides ("Interim analysis: the alpha spending function approach", Statistics in
// Medicine 13, 1994, table II).
func TestSpent(t *testing.T) {
	for _, tt := range []struct{ fraction, want float64 }{
		{0, 0}, {.2, .0000}, {.4, .0008}, {.6, .0076}, {.8, .0244}, {1, .05}, {2, .05},
	} {
		if got := spent(.05, tt.fraction); math.Abs(got-tt.want) > .00005 {
			t.Errorf("by %v of the time %.5f may be spent, want %.4f", tt.fraction, got, tt.want)
		}
	}
}

func TestQuantile(t *testing.T) {
	for p, want := range map[float64]float64{.5: 0, .8: .841621, .975: 1.959964, .995: 2.575829} {
		if got := quantile(p); math.Abs(got-want) > 1e-6 || math.Abs(above(got)-(1-p)) > 1e-9 {
			t.Errorf("below %v are %v, want %v", got, p, want)
		}
	}
}
