package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/replay"
	"familiar/messages"
	"familiar/policy/odds"
)

// A Bench is a recording on which a real judge can be tried.
type Bench struct{ evaluation *evaluation }

// NewBench finds the estimates for a recording, as [Run] does.
func NewBench(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options) (*Bench, error) {
	e := newEvaluation(c, golds, o, odds.Builtin())
	return &Bench{e}, e.estimate(ctx)
}

// A Question is one a familiar would have its judge asked.
type Question struct {
	Slice string
	Order messages.Judge
	Right bool // what an oracle answers: a line in question was answered or addressed, and no turn has covered it

	draw uint64
}

// A Sample is questions drawn from those that come up on a recording, half of
// them with each answer as far as there are so many.
type Sample struct {
	Questions []Question // with the one answer and the other in turn, so that any beginning is a sample too
	All       int        // how many came up
	Yes       int        // of these, those that an oracle answers yes
}

// Sample draws n of the questions that a familiar with o's knobs would ask if an
// oracle answered. The same seed draws the same ones, with any number of
// workers. Where o has no weights, they are those that [Run] measures by.
func (b *Bench) Sample(ctx context.Context, o replay.Options, n int, seed uint64) (*Sample, error) {
	o.Judge = replay.Oracle
	if o.Weights == nil {
		o.Weights = b.evaluation.weights
	}
	var mu sync.Mutex // familiars are replayed at the same time
	all, yes := 0, 0
	var drawn [2]lot
	o.Questioned = func(slice string, order *messages.Judge, right bool) {
		q := Question{Slice: slice, Order: *order, Right: right, draw: draw(seed, slice, order)}
		mu.Lock()
		defer mu.Unlock()
		all++
		yes += one(right)
		drawn[one(right)].add(q, n)
	}
	if _, err := replay.Run(ctx, b.evaluation.corpus, b.evaluation.golds, o); err != nil {
		return nil, err
	}
	return &Sample{Questions: dealt(drawn[1].first(n), drawn[0].first(n), n), All: all, Yes: yes}, nil
}

// draw returns a number that depends on nothing but the seed and the question:
// FNV-1a of slice and familiar, scattered by the question's number.
func draw(seed uint64, slice string, order *messages.Judge) uint64 {
	h := fnv.Add(fnv.Add(fnv.Sum("")^seed, slice), "\x00")
	return splitmix.At(fnv.Add(h, order.Familiar), order.N)
}

// A lot keeps the questions with the lowest draws.
type lot struct{ questions []Question }

// add keeps a question if it may be one of the first n.
func (l *lot) add(q Question, n int) {
	if len(l.questions) >= 2*n {
		l.questions = l.first(n)
		if q.draw > l.questions[n-1].draw {
			return
		}
	}
	q.Order.Context, q.Order.Waiting = slices.Clone(q.Order.Context), slices.Clone(q.Order.Waiting)
	l.questions = append(l.questions, q)
}

// first returns the n questions with the lowest draws, in their order.
func (l *lot) first(n int) []Question {
	slices.SortFunc(l.questions, func(a, b Question) int {
		return cmp.Or(cmp.Compare(a.draw, b.draw), cmp.Compare(a.Slice, b.Slice), cmp.Compare(a.Order.Familiar, b.Order.Familiar), cmp.Compare(a.Order.N, b.Order.N))
	})
	return l.questions[:min(n, len(l.questions))]
}

// dealt takes n questions from the two in turn; when one is used up, from the
// other.
func dealt(a, b []Question, n int) []Question {
	var all []Question
	for len(all) < n && len(a)+len(b) > 0 {
		if len(a) > 0 {
			all, a = append(all, a[0]), a[1:]
		}
		a, b = b, a
	}
	return all
}

// Weights says which weights the odds have.
func (b *Bench) Weights() string { return b.evaluation.table.Weights }

// Rows gives a judgement its rows: what the odds are worth with the judge .90/.05
// and with this one in the band below them, at one call a reply. There are none
// where that can't be measured; a judge who never says yes is as good as none.
func (b *Bench) Rows(j *Judgement) error {
	e := b.evaluation
	judge, known := j.Rates()
	if e.estimates == nil || len(e.rows.Slices()) < 2 || e.replies() == 0 || !known || judge.Yes == 0 {
		return nil
	}
	before := len(e.table.Rows)
	for _, judge := range []fit.Judge{noisy, judge} {
		name := fmt.Sprintf("odds, judge %s/%s, 1 call a reply", rate(judge.Yes), rate(judge.Wrong))
		if err := e.gated(&aloneGate{name: name, judged: true, gate: band(judge, 1)}, e.rows, e.estimates); err != nil {
			return err
		}
	}
	j.Rows = e.table.Rows[before:]
	return nil
}

// rate writes a share as rows name it: .90.
func rate(share float64) string { return strings.TrimPrefix(fmt.Sprintf("%.2f", share), "0") }
