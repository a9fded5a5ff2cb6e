package experiment

import (
	"math"

	"familiar/policy/experiment"
)

// A share is of what one unit has: hits of the measure's in what it said, or how
// much of something it has in all.
type share struct{ hits, of float64 }

// welcomes returns the shares that a measure is an estimate of.
func welcomes(units []*unit, m experiment.Measure) []share {
	all := make([]share, len(units))
	for i, u := range units {
		all[i] = share{float64(u.all.of(m)), float64(u.all.Said)}
	}
	return all
}

// each returns how much of something each unit has.
func each(units []*unit, count func(*Counts) int) []share {
	all := make([]share, len(units))
	for i, u := range units {
		all[i] = share{float64(count(&u.all)), 1}
	}
	return all
}

// An estimated rate is one with its variance; NaN where that isn't known.
type estimated struct {
	rate, variance float64
	freedom        float64 // degrees of, of the variance
}

// estimate returns a rate over units, each with its share. Lines of one unit are alike,
// so the variance is that of a ratio over units: of what each has more or less than
// the rate would give it (Cochran, "Sampling Techniques", 6.3; it is the
// cluster-robust variance, with units as clusters).
func estimate(units []share) estimated {
	var n, said, hits, squares float64
	for _, u := range units {
		said += u.of
		hits += u.hits
	}
	rate := hits / said // NaN of nothing
	for _, u := range units {
		if u.of > 0 {
			n++
			rest := u.hits - rate*u.of
			squares += rest * rest
		}
	}
	if n < 2 {
		return estimated{rate, math.NaN(), 0}
	}
	return estimated{rate, n / (n - 1) * squares / (said * said), n - 1}
}

// freedom returns the degrees of freedom of a difference (Welch, Biometrika 34,
// 1947).
func freedom(a, b estimated) float64 {
	sum := a.variance + b.variance
	return sum * sum / (a.variance*a.variance/a.freedom + b.variance*b.variance/b.freedom)
}

// half returns half the width of the 95 % interval.
func (e estimated) half(freedom float64) float64 {
	if e.variance == 0 {
		return 0
	}
	return math.Sqrt(e.variance) * student(.975, freedom)
}

// student returns the number below which are p of all of Student's t with so many
// degrees of freedom (Abramowitz and Stegun, "Handbook of Mathematical Functions",
// 26.7.5, four terms; within 2 % for two degrees, within 0.1 % for five).
func student(p, freedom float64) float64 {
	if freedom < 1.5 {
		return math.Tan(math.Pi * (p - .5)) // of one degree, Cauchy's
	}
	x := quantile(p)
	x2 := x * x
	return x + x*(x2+1)/(4*freedom) +
		x*((5*x2+16)*x2+3)/(96*math.Pow(freedom, 2)) +
		x*(((3*x2+19)*x2+17)*x2-15)/(384*math.Pow(freedom, 3)) +
		x*((((79*x2+776)*x2+1482)*x2-1920)*x2-945)/(92160*math.Pow(freedom, 4))
}
