package experiment

import "math"

// spent returns how much of the error alpha, of finding a difference where there
// is none, may be spent by the time a fraction of the experiment is over: nearly
// nothing early, all of it at the end. It is the spending function of Lan and
// DeMets ("Discrete sequential boundaries for clinical trials", Biometrika 70,
// 1983) that is near O'Brien and Fleming's boundaries, for both sides, each with
// half of alpha.
func spent(alpha, fraction float64) float64 {
	if fraction <= 0 {
		return 0
	}
	return 2 * 2 * above(quantile(1-alpha/4)/math.Sqrt(min(1, fraction)))
}

// above returns how likely a normal number is above z.
func above(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// quantile returns the normal number below which are p of all.
func quantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
