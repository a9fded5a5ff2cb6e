package eval

import (
	"math"
	"strconv"

	"familiar/lab/corpus"
	"familiar/lab/scenario"
	"familiar/lab/score"
	"familiar/messages"
)

// An outcome is what a gate did at the places of one scenario.
type outcome struct {
	speak, spoken    int // places to speak at, and of them those it spoke at
	silent, intruded int // places to stay silent at, and of them those it spoke at
	asked            int // questions to the judge about a place
}

// outcomeOf counts one. A gate speaks at the place whose turn is the newest its
// call covers.
func outcomeOf(sc *scenario.Scenario, s *corpus.Slice, decisions []score.Decision) outcome {
	spoke := make(map[messages.LineID]bool)
	var o outcome
	for i := range decisions {
		d := &decisions[i]
		for _, id := range newest(s, d.Covers, d.At) {
			spoke[id] = spoke[id] || d.Fire
			if r, ok := s.At(id); ok && r.Annotated {
				o.asked += one(d.Judged)
			}
		}
	}
	for k := range sc.Turns {
		did := one(spoke[messages.LineID(strconv.Itoa(k+1))])
		switch sc.Turns[k].Then {
		case scenario.Speak:
			o.speak++
			o.spoken += did
		case scenario.Silent:
			o.silent++
			o.intruded += did
		case scenario.Unsaid: // no place
		}
	}
	return o
}

func (o *outcome) add(b outcome) {
	o.speak += b.speak
	o.spoken += b.spoken
	o.silent += b.silent
	o.intruded += b.intruded
	o.asked += b.asked
}

func (o *outcome) places() int { return o.speak + o.silent }

// right is the share of places at which it did what it should.
func (o *outcome) right() float64 { return ratio(o.spoken+o.silent-o.intruded, o.places()) }

// f1 is that of speaking: the harmonic mean of the share of its calls that are
// at a place to speak at, and of such places the share it spoke at.
func (o *outcome) f1() float64 { return ratio(2*o.spoken, o.speak+o.spoken+o.intruded) }

// f1Silent is the same of staying silent.
func (o *outcome) f1Silent() float64 {
	kept := o.silent - o.intruded
	return ratio(2*kept, o.silent+kept+o.speak-o.spoken)
}

// ratio is a share; NaN of nothing.
func ratio(of, all int) float64 {
	if all == 0 {
		return math.NaN()
	}
	return float64(of) / float64(all)
}
