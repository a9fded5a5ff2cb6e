package tune

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// How the search goes about.
const (
	finalists = 12 // of the grid that are measured on everything
	round     = 8  // settings of the front that steps are made round
	longest   = 2  // values a step is long at first; then half of it, down to one
)

// A Part says how much of the recording a setting is measured on.
type Part int

// The parts.
const (
	Sample Part = iota // some of what is chosen by, for the grid
	Whole              // all of what is chosen by
)

// errSenseless is what Measure says of a setting that can't be: a knob that
// contradicts another. It is left out.
var errSenseless = errors.New("a setting that makes no sense")

// Options are how a search is made. Measure has no useful zero.
type Options struct {
	// Measure gives what a setting comes to. It may stop as soon as what it has
	// counted is hopeless, and then gives false.
	Measure func(ctx context.Context, p Point, part Part, hopeless func(Outcome) bool) (Outcome, bool, error)
	Runs    int                     // settings measured at most, on either part; less than 1: one, the setting as it is
	Tell    func(done, largest int) // after each; nil: nobody is told
}

// A Result is what a search found.
type Result struct {
	Space  Space
	Base   Candidate    // the setting as it is now
	Front  []Candidate  // what nothing beats, the fewest interruptions first
	Offers [3]Candidate // for each of Manners, out of Front
	Runs   int          // settings that were measured
}

// Search explores the space: it measures a coarse grid and the ends of each
// knob on a sample, what nothing beats there on everything, and goes on from
// that by steps along one knob, which get smaller. The same space and outcomes
// give the same result.
//
// When ctx ends it gives what it has with ctx's error. If that is before the
// setting as it is was measured, Front is empty.
func Search(ctx context.Context, space Space, o Options) (Result, error) {
	s := search{space: space, options: o, known: map[string]bool{}}
	err := s.all(ctx)
	r := Result{Space: space, Base: s.base, Front: slices.Clone(s.front), Runs: s.runs}
	if len(r.Front) > 0 {
		r.Offers = s.front.offers()
		slices.SortStableFunc(r.Front, byInterruptions)
	}
	return r, err
}

type search struct {
	space   Space
	options Options
	base    Candidate
	front   front
	known   map[string]bool // points measured on everything
	runs    int
}

// all stops with ctx's error; that the runs are used up is none.
func (s *search) all(ctx context.Context) error {
	base := s.space.base()
	outcome, _, err := s.measure(ctx, base, Whole, func(Outcome) bool { return false })
	if err != nil {
		return fmt.Errorf("tune: the setting as it is: %w", err)
	}
	s.base = Candidate{base, outcome}
	s.front.add(s.base)
	s.known[base.key()] = true
	if err := s.coarse(ctx); err != nil {
		return err
	}
	for stride := longest; stride > 0; stride /= 2 {
		until := s.options.Runs
		if stride > 1 { // leave half for the smaller steps
			until = s.runs + (until-s.runs)/2
		}
		if err := s.refine(ctx, stride, until); err != nil {
			return err
		}
	}
	return nil
}

// coarse measures the grid on a sample, and what is best of it on everything.
func (s *search) coarse(ctx context.Context) error {
	var sampled front
	for _, p := range s.space.grid() {
		if s.runs+finalists >= s.options.Runs {
			break
		}
		outcome, whole, err := s.measure(ctx, p, Sample, sampled.hopeless)
		switch {
		case errors.Is(err, errSenseless):
		case err != nil:
			return err
		case whole:
			sampled.add(Candidate{p, outcome})
		}
	}
	if len(sampled) == 0 {
		return nil
	}
	offers := sampled.offers()
	for _, c := range spread(sampled, finalists, offers[:]...) {
		if err := s.try(ctx, c.Point); err != nil {
			return err
		}
	}
	return nil
}

// refine makes steps of that many values round settings of the front, each
// once, until it finds nothing new or so many runs are made.
func (s *search) refine(ctx context.Context, stride, until int) error {
	done := map[string]bool{}
	for s.runs < until {
		c, ok := s.next(done)
		if !ok {
			return nil
		}
		done[c.Point.key()] = true
		for axis := range s.space {
			for _, by := range []int{-stride, stride} {
				p, ok := s.space.step(c.Point, axis, by)
				if !ok || s.runs >= until {
					continue
				}
				if err := s.try(ctx, p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// next returns a setting of the front no steps were made round: what would be
// offered comes first, then some of the others.
func (s *search) next(done map[string]bool) (Candidate, bool) {
	offers := s.front.offers()
	order := append([]Candidate{offers[1], offers[0], offers[2]}, spread(s.front, round)...)
	i := slices.IndexFunc(order, func(c Candidate) bool { return !done[c.Point.key()] })
	if i < 0 {
		return Candidate{}, false
	}
	return order[i], true
}

// try measures a setting on everything, once.
func (s *search) try(ctx context.Context, p Point) error {
	if s.known[p.key()] || s.runs >= s.options.Runs {
		return nil
	}
	s.known[p.key()] = true
	outcome, whole, err := s.measure(ctx, p, Whole, s.front.hopeless)
	switch {
	case errors.Is(err, errSenseless):
		return nil
	case err != nil:
		return err
	case whole:
		s.front.add(Candidate{p, outcome})
	}
	return nil
}

func (s *search) measure(ctx context.Context, p Point, part Part, hopeless func(Outcome) bool) (Outcome, bool, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, false, err
	}
	outcome, whole, err := s.options.Measure(ctx, p, part, hopeless)
	if err == nil {
		s.runs++
		if s.options.Tell != nil {
			s.options.Tell(s.runs, max(s.options.Runs, s.runs))
		}
	}
	return outcome, whole, err
}
