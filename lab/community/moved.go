package community

import "math"

// A Moved is how a setting that learns moves: the mean of all communities.
type Moved struct {
	End   float64 `json:"end"`   // how far it has moved its bar, in log-odds
	Turns float64 `json:"turns"` // how often it changes direction, in each Stretch
	Swing float64 `json:"swing"` // between the highest and the lowest of the last 1,000 lines; the mean
	Most  float64 `json:"most"`  // the same, the largest of any community

	Course []float64 `json:"course"` // how far it has moved by the end of each stretch
}

// A Pull is how far one person's doing moves a setting: against the same
// communities without it.
type Pull struct {
	Unasked Interval `json:"unasked"`
	Utility Interval `json:"utility"` // to everybody else
	Moved   float64  `json:"moved"`   // in log-odds; 0 where nothing is learned
}

// moved tells how setting k moved; nil: it doesn't learn.
func (o *outcome) moved(k int) *Moved {
	if o.settings[k].Moved == nil {
		return nil
	}
	m := &Moved{Course: make([]float64, len(o.lived[0][k].stretches))}
	n := float64(len(o.lived))
	for i := range o.lived {
		path := o.lived[i][k].moved
		m.End += path[len(path)-1] / n
		m.Turns += turns(path) / float64(len(path)*movedEvery) * Stretch / n
		swing := swingOf(path[max(0, len(path)-1000/movedEvery):])
		m.Swing += swing / n
		m.Most = max(m.Most, swing)
		for s := range m.Course {
			m.Course[s] += path[min(len(path), (s+1)*Stretch/movedEvery)-1] / n
		}
	}
	return m
}

// turns is how often a path changes direction.
func turns(path []float64) (n float64) {
	direction := 0.
	for i := 1; i < len(path); i++ {
		step := path[i] - path[i-1]
		if step*direction < 0 {
			n++
		}
		if step != 0 {
			direction = step
		}
	}
	return n
}

func swingOf(path []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range path {
		low, high = min(low, v), max(high, v)
	}
	return high - low
}

// pull tells how far one person's doing moves setting k; nil: nobody tries.
func (r *Report) pull(o *outcome, k int) *Pull {
	if o.undriven == nil {
		return nil
	}
	without := &outcome{settings: o.settings, lived: o.undriven}
	p := &Pull{
		Unasked: intervalOf(differences(o.each(r.unasked(k)), without.each(r.unasked(k)))),
		Utility: intervalOf(differences(o.each(r.utility(k)), without.each(r.utility(k)))),
	}
	if with, base := o.moved(k), without.moved(k); with != nil {
		p.Moved = with.End - base.End
	}
	return p
}
