package tune

import (
	"cmp"
	"slices"
)

// A Candidate is a setting with what it came to.
type Candidate struct {
	Point Point
	Outcome
}

// A front is the candidates nothing beats, in the order they were found. Of
// those that can't be told apart it holds the first.
type front []Candidate

// add takes a candidate in, if nothing beats it, and lets go what it beats.
func (f *front) add(c Candidate) {
	if f.hopeless(c.Outcome) {
		return
	}
	*f = append(slices.DeleteFunc(*f, func(o Candidate) bool { return c.beats(o.Outcome) }), c)
}

// hopeless reports whether something is as good as o already. What is counted
// so far of a candidate can only grow: if that is hopeless, so is the whole.
func (f *front) hopeless(o Outcome) bool {
	return slices.ContainsFunc(*f, func(c Candidate) bool { return c.beats(o) || c.same(o) })
}

// spread returns at most n of the candidates, the fewest interruptions first:
// the two at the ends, and between them those that stand farthest apart in
// misses. keep are among them whatever they are.
func spread(of []Candidate, n int, keep ...Candidate) []Candidate {
	all := slices.Clone(of)
	for _, k := range keep {
		if !slices.ContainsFunc(all, k.is) {
			all = append(all, k)
		}
	}
	slices.SortStableFunc(all, byInterruptions)
	kept := func(c Candidate) bool { return slices.ContainsFunc(keep, c.is) }
	for len(all) > n {
		least, room := -1, 0
		for i := 1; i < len(all)-1; i++ {
			if kept(all[i]) {
				continue
			}
			if r := apart(all[i-1], all[i]) + apart(all[i], all[i+1]); least < 0 || r < room {
				least, room = i, r
			}
		}
		if least < 0 {
			break
		}
		all = slices.Delete(all, least, least+1)
	}
	return all
}

func (c Candidate) is(o Candidate) bool { return slices.Equal(c.Point, o.Point) }

func apart(a, b Candidate) int {
	x, y := a.Counts.Misses()-b.Counts.Misses(), a.Counts.Interruptions()-b.Counts.Interruptions()
	return max(x, -x) + max(y, -y)
}

func byInterruptions(a, b Candidate) int {
	return cmp.Or(
		cmp.Compare(a.Counts.Interruptions(), b.Counts.Interruptions()),
		cmp.Compare(a.Counts.Misses(), b.Counts.Misses()),
		cmp.Compare(a.Cost, b.Cost))
}
