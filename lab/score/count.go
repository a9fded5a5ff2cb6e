package score

import (
	"fmt"
	"slices"

	"familiar/lab/corpus"
	"familiar/messages"
)

// A count is what the measures are shares of.
type count struct {
	calls, judged             int // decisions that count
	useful, usefulReplied     int // calls that cover a positive line first
	positive, positiveCovered int
	replied, repliedCovered   int
	moments, covered, timely  int
	late                      int // replied lines that were answered before a call covered them
}

// countSlice counts the decisions that cover an annotated line and gives the
// calls among them.
func (c *count) countSlice(s *corpus.Slice, decisions []Decision) (calls []Decision) {
	for _, d := range decisions {
		annotated := slices.ContainsFunc(d.Covers, func(id messages.LineID) bool {
			r, ok := s.At(id)
			return ok && r.Annotated
		})
		if !annotated {
			continue
		}
		if d.Judged {
			c.judged++
		}
		if d.Fire {
			calls = append(calls, d)
		}
	}
	c.calls = len(calls)
	return calls
}

// wokenAt says when each line was first covered by a call, counted or not.
func wokenAt(decisions []Decision) map[messages.LineID]messages.Instant {
	woken := make(map[messages.LineID]messages.Instant)
	for _, d := range decisions {
		if !d.Fire {
			continue
		}
		for _, id := range d.Covers {
			if _, ok := woken[id]; !ok {
				woken[id] = d.At
			}
		}
	}
	return woken
}

// lines counts the positive lines and those that calls cover.
func (c *count) lines(g *corpus.Gold, calls []Decision) {
	replied := make(map[messages.LineID]bool) // value: not yet covered
	for _, id := range g.Replied {
		replied[id] = true
	}
	positive := make(map[messages.LineID]bool)
	for _, ids := range [][]messages.LineID{g.Replied, g.Addressed} {
		for _, id := range ids {
			positive[id] = true
		}
	}
	c.positive, c.replied = len(positive), len(replied)
	for _, d := range calls {
		if n := cover(positive, d.Covers); n > 0 {
			c.positiveCovered += n
			c.useful++
		}
		if cover(replied, d.Covers) > 0 {
			c.usefulReplied++
		}
	}
}

// cover marks lines as covered and says how many were not before.
func cover(open map[messages.LineID]bool, ids []messages.LineID) int {
	n := 0
	for _, id := range ids {
		if open[id] {
			open[id] = false
			n++
		}
	}
	return n
}

// answers counts the moments that calls came to, and gives for each of them
// how many seconds after the last parent.
func (c *count) answers(s *corpus.Slice, g *corpus.Gold, woken map[messages.LineID]messages.Instant) ([]float64, error) {
	for _, id := range g.Replied {
		if _, ok := woken[id]; ok {
			c.repliedCovered++
		}
	}
	var delays []float64
	c.moments = len(g.Moments)
	for _, m := range g.Moments {
		var called, said messages.Instant
		covered := false
		for _, id := range m.Parents {
			parent, ok := s.At(id)
			if !ok {
				return nil, fmt.Errorf("score: %s in %s: moment %s answers line %s, which the slice doesn't have", g.Familiar, g.Slice, m.Reply, id)
			}
			said = max(said, parent.Line.At)
			if at, ok := woken[id]; ok {
				called, covered = max(called, at), true
			}
		}
		if !covered {
			continue
		}
		c.covered++
		if called <= m.At {
			c.timely++
		}
		delays = append(delays, called.Sub(said).Seconds())
	}
	return delays, nil
}

func (c *count) add(o count) {
	c.calls += o.calls
	c.judged += o.judged
	c.useful += o.useful
	c.usefulReplied += o.usefulReplied
	c.positive += o.positive
	c.positiveCovered += o.positiveCovered
	c.replied += o.replied
	c.repliedCovered += o.repliedCovered
	c.moments += o.moments
	c.covered += o.covered
	c.timely += o.timely
	c.late += o.late
}
