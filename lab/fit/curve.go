package fit

import (
	"cmp"
	"slices"
)

// A Point is what answering from a bar on is worth: every addressed line, and
// of the others those with at least that estimate.
type Point struct{ Bar, P, R, F1 float64 }

// ranked returns the open rows, the likeliest first.
func ranked(s *Set, p []float64) []int {
	open := s.open()
	slices.SortStableFunc(open, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	return open
}

// Curve returns a point for each estimate there is, the highest bar first. The
// first point is answering addressed lines alone, with a bar above 1.
func Curve(s *Set, p []float64) []Point {
	fired, right, positives := 0, 0, 0
	for i := range s.Rows {
		r := &s.Rows[i]
		positives += one(r.Positive)
		fired += one(r.Addressed)
		right += one(r.Addressed && r.Positive)
	}
	point := func(bar float64) Point {
		precision, recall := share(right, fired), share(right, positives)
		return Point{bar, precision, recall, f1(precision, recall)}
	}
	curve := []Point{point(2)}
	order := ranked(s, p)
	for k, i := range order {
		fired++
		right += one(s.Rows[i].Positive)
		if k+1 == len(order) || p[order[k+1]] != p[i] {
			curve = append(curve, point(p[i]))
		}
	}
	return curve
}

// Best returns the point with the highest F1 among those with at least that
// recall; the zero Point when there is none.
func Best(curve []Point, recall float64) Point {
	var best Point
	for _, p := range curve {
		if p.R >= recall && p.F1 > best.F1 {
			best = p
		}
	}
	return best
}

// AUC returns how often, of two open rows, one answered and one not, the answered
// one has the higher estimate; ties count half. 0 without such a pair.
func AUC(s *Set, p []float64) float64 {
	order := ranked(s, p)
	var above, pairs, positives float64 // pairs the answered one wins; unanswered rows so far
	unanswered := 0.0
	for k := 0; k < len(order); {
		yes, no := 0.0, 0.0
		for at := p[order[k]]; k < len(order) && p[order[k]] == at; k++ {
			if s.Rows[order[k]].Positive {
				yes++
			} else {
				no++
			}
		}
		above += yes*unanswered + yes*no/2
		positives += yes
		unanswered += no
	}
	if pairs = positives * unanswered; pairs == 0 {
		return 0
	}
	return 1 - above/pairs
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func share(of, all int) float64 { return float64(of) / float64(max(1, all)) }

func f1(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}
