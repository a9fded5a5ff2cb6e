// Package odds estimates, without a model, how likely a familiar is expected
// to answer a line that doesn't address it. Where the estimate is sure it
// settles what the ladder left open (ask, wait); only the band between costs a
// call of the judge.
//
// The rules:
//
//   - A [Room] remembers who talks to whom in a channel, a [Seat] what passed
//     between each person and one familiar. Both are heard every line once and
//     are bounded, however many people there are and however long they talk.
//     A [Table] is a room that some seat looks at; where none does it is empty.
//   - From them, and from what the ladder looked at, a seat makes the [Facts]
//     of a line: numbers and marks, no text and no names of people.
//   - Each [Feature] is a number between 0 and 1 made of facts; 0 is the
//     ordinary case, so a weight can be read alone. The estimate is
//     1/(1+e^-(bias + Σ weight·feature)), never above the cap of the weights.
//     One feature may be a gate: how far it is open, as much of a second weight
//     counts along. So the same question means one thing of somebody we talk
//     with and another of a stranger.
//   - [Config.Settle] holds it to two bars: from Hi on the answer is yes, below
//     Lo no, between them the judge is asked. What the ladder would ask about
//     and what it leaves to chattiness have a pair each. Without a judge there is one bar,
//     Alone. Each step of pressure lifts every bar by Lift in log-odds.
//
// What an estimate is not for: a line that addresses the familiar (it is
// answered, or asked about, whatever the odds), a judge that failed or was too
// slow (an error is not a no), a thought whose time has come by the lull. Its
// caller, policy/conversation, sees to that.
//
// The weights are a small versioned file with its provenance, read by [Load];
// a program carries one, [Builtin]. The package knows no clock, no channel and
// no ladder's order. The words that tell thanks, a yes or a question are those of
// policy/cues; in a language it has no table of those features stay 0.
package odds

import (
	"math"
	"unique"

	"familiar/messages/because"
)

// An Estimate is how likely an answer is expected, and why. It is a value
// without pointers to the line: it may be kept in a note.
type Estimate struct {
	P   float64 // probability, above 0 and at most the weights' cap
	Top Top     // what moved it most
}

// Top are the contributions with the largest size, the largest first. Those
// there are none of have the feature 0.
type Top [3]Contribution

// A Contribution is what one feature added to the log-odds.
type Contribution struct {
	Feature Feature
	Adds    float64 // weight times feature; below 0 it speaks against an answer
}

// P returns the probability of [Weights.Of] alone, for less. It allocates
// nothing.
func (w *Weights) P(f *Facts) float64 {
	var values [features]float64
	f.measure(&values)
	return w.of(&values).p(&values)
}

// P is [Weights.P] of the facts of the seat that has heard the line last. What is the
// same for every seat is not measured again.
func (l *Line) P(w *Weights) float64 {
	l.facts.measureSeat(&l.values)
	return w.of(&l.values).p(&l.values)
}

// p returns the probability. What a feature adds depends on the gate as well,
// which is 0 for most lines.
func (w *Weights) p(values *[features]float64) float64 {
	sum := w.bias + dot(&w.each, values)
	if gate := values[w.gate]; gate != 0 {
		sum += float64(gate * dot(&w.gated, values))
	}
	if sum > knee && values[Alone] == 0 {
		sum -= float64(w.bent * (sum - knee))
	}
	return min(w.most, logistic(sum))
}

// dot adds up in four sums, which don't wait for each other. The products are
// rounded before, so that every machine gets the same.
func dot(each, values *[features]float64) float64 {
	var a, b, c, d float64
	i := 0
	for ; i < len(values)-3; i += 4 { // written so it needs no look at the bounds
		a += float64(each[i] * values[i])
		b += float64(each[i+1] * values[i+1])
		c += float64(each[i+2] * values[i+2])
		d += float64(each[i+3] * values[i+3])
	}
	for ; i < len(values); i++ {
		a += float64(each[i] * values[i])
	}
	return (a + b) + (c + d)
}

// Of returns the estimate for a line with these facts. It allocates nothing.
func (w *Weights) Of(f *Facts) Estimate {
	var values [features]float64
	f.measure(&values)
	w = w.of(&values)
	var e Estimate
	third := 0.0
	for i, value := range values {
		if value == 0 { // most are
			continue
		}
		adds := (w.each[i] + w.gated[i]*values[w.gate]) * value
		if math.Abs(adds) > third {
			e.Top.insert(Contribution{Feature(i), adds})
			third = math.Abs(e.Top[2].Adds)
		}
	}
	e.P = w.p(&values)
	return e
}

// insert puts in c, which is larger than the last.
func (t *Top) insert(c Contribution) {
	at := 2
	for at > 0 && math.Abs(c.Adds) > math.Abs(t[at-1].Adds) {
		t[at] = t[at-1]
		at--
	}
	t[at] = c
}

// Because returns the estimate as the reason of a note. Its text is "odds .31:
// question +0.8, crowd -0.5"; without contributions only the number.
func (e Estimate) Because() because.Reason {
	w := because.Weighed{P: e.P}
	for i, c := range e.Top {
		if c.Feature == 0 {
			break
		}
		w.Top[i] = because.Term{Feature: terms[min(c.Feature, features)], Adds: c.Adds}
	}
	return w
}

// terms is the features' names as reasons have them.
var terms = func() (all [features + 1]unique.Handle[string]) {
	for f := range all {
		all[f] = unique.Make(Feature(f).String())
	}
	return all
}()

// Knee is the estimate from which on weights may have log-odds count in part.
const Knee = .6

var knee = logit(Knee)

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
