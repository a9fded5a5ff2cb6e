package fit

import (
	"context"
	"fmt"
)

// A Crossed is weights for every slice that were fitted to the others.
type Crossed struct {
	All    Model            // fitted to everything: to be used, never to be measured here
	Except map[string]Model // by slice, fitted to everything but it
	P      []float64        // of each row, the estimate of the model that has not seen its slice
}

// Cross fits weights to all open rows of s and, for every slice, to those of
// the other slices. progress, if not nil, is told how many fits of how many are
// done. Errors: too few rows, a fit without an outcome, ctx's.
func Cross(ctx context.Context, s *Set, progress func(done, total int)) (*Crossed, error) {
	if err := s.Enough(); err != nil {
		return nil, err
	}
	names, open := s.Slices(), s.open()
	all, err := Fit(s, open, nil)
	if err != nil {
		return nil, err
	}
	c := &Crossed{All: all, Except: make(map[string]Model), P: make([]float64, len(s.Rows))}
	for k, name := range names {
		if progress != nil {
			progress(k+1, len(names)+1)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var others []int
		for _, i := range open {
			if s.Slice(i) != name {
				others = append(others, i)
			}
		}
		if c.Except[name], err = Fit(s, others, all); err != nil {
			return nil, fmt.Errorf("without %s: %w", name, err)
		}
	}
	var x sparse
	for i := range s.Rows {
		x.fillRow(s, i)
		c.P[i] = x.under(c.Except[s.Slice(i)])
	}
	return c, nil
}
