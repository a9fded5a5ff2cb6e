package fit

// A Cost is what a gate with a judge is worth, for what it asks: a Gate with the
// lower bar Ask.
type Cost struct {
	Ask      float64 // the lower bar
	PerReply float64 // judge calls for each time the participant really answered
	P, R, F1 float64 // to be expected, one line a wake-up
}

// Costs returns what a gate is worth that is sure from bar on and asks that judge
// about what is between the lower bar and it: one Cost for each estimate the
// lower bar can be at, the highest first. The first asks nobody.
func Costs(s *Set, p []float64, judge Judge, bar float64) []Cost {
	sum := Sum(Rate(s, p, Gate{Bar: bar}))
	cost := func(ask float64) Cost {
		return Cost{ask, sum.AskedPerReply(), sum.precision(), sum.recall(), sum.F1()}
	}
	all := []Cost{cost(bar)}
	order := ranked(s, p)
	for k, i := range order {
		if p[i] >= bar {
			continue
		}
		sum.Asked++
		sum.Fires += judge.Chance(s.Rows[i].Positive)
		if s.Rows[i].Positive {
			sum.Useful += judge.Yes
			sum.Covered += judge.Yes
		}
		if k+1 == len(order) || p[order[k+1]] != p[i] {
			all = append(all, cost(p[i]))
		}
	}
	return all
}
