package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/replay"
	"familiar/lab/score"
	"familiar/policy/odds"
	"familiar/policy/seating"
)

// estimate finds weights that may be measured on the recording, and the
// estimates they give.
func (e *evaluation) estimate(ctx context.Context) (err error) {
	if e.rows, err = e.rowsOf(ctx, e.golds); err != nil {
		return err
	}
	if !e.seen(&e.carried.Fitted) && !e.seen(&e.carried.Replies().Fitted) {
		e.table.Weights = "those the program carries, which have not seen the recording"
		e.estimateRows()
		return nil
	}
	if err := e.rows.Enough(); err != nil {
		e.table.Weights = fmt.Sprintf("none: those the program carries were fitted to this recording, and there is %v", err)
		return nil
	}
	return e.cross(ctx)
}

// cross has each slice estimated by weights that were fitted to the others.
func (e *evaluation) cross(ctx context.Context) error {
	rows := e.rows
	if e.options.Fit != nil {
		var err error
		if rows, err = e.rowsOf(ctx, e.options.Fit); err != nil {
			return err
		}
	}
	crossed, err := fit.Cross(ctx, rows, nil)
	if err != nil {
		return err
	}
	e.table.Weights = "cross-validated: each slice by weights that were fitted to the others"
	e.except = make(map[string]*odds.Weights)
	for slice, model := range crossed.Except {
		w, err := usable(model, fit.Calibrate(rows.Without(slice, crossed.P)))
		if err != nil {
			return err
		}
		if rows.Replying() { // as the program carries them: others where somebody seems alone
			w = e.carried.With(w)
		}
		e.except[slice] = w
	}
	e.estimateRows()
	return nil
}

// estimateRows makes the estimates, by the weights each slice may be looked at with.
func (e *evaluation) estimateRows() {
	e.estimates = make([]float64, len(e.rows.Rows))
	for i := range e.estimates {
		e.estimates[i] = e.weightsIn(e.rows.Slice(i)).Under(e.rows.Values(i))
	}
}

// weightsIn returns those a slice may be looked at with, as a seat there has them.
func (e *evaluation) weightsIn(slice string) *odds.Weights {
	w := cmp.Or(e.weights(slice), e.carried)
	return (&seating.SeatConfig{Weights: w, Replies: e.corpus.Slice(slice).Replies}).OddsWeights()
}

// seen reports whether weights were fitted to some of the recording: to lines it
// has, whatever their slice is called, or by its name where nothing else is
// known.
func (e *evaluation) seen(by *odds.Fitted) bool {
	return slices.ContainsFunc(e.rows.Slices(), func(name string) bool {
		if by.Sketches == nil {
			return slices.Contains(by.Slices, name)
		}
		return e.corpus.Slice(name).Holds(by.Sketches)
	})
}

// usable makes weights of a model, as a file would.
func usable(m fit.Model, by fit.Calibration) (*odds.Weights, error) {
	f := m.File(by)
	f.Provenance = "fitted to the other slices"
	text, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	return odds.Load(text)
}

// An alone gate speaks by the odds and nothing else, one wake-up a line but for
// what it absorbs.
type aloneGate struct {
	name   string
	judged bool
	covers bool // it absorbs lines, so one wake-up may cover several
	gate   func(e *evaluation, slice string) fit.Gate
}

// bar is where social answers when there is no judge.
func bar(*evaluation, string) fit.Gate { return fit.Gate{Bar: odds.Default().Alone} }

var alone = []aloneGate{
	{"odds alone", false, false, bar},
	{"odds alone, next 20 s absorbed", false, true, func(e *evaluation, slice string) fit.Gate {
		g := bar(e, slice)
		g.Absorb = 20 * time.Second
		return g
	}},
	{"odds, judge .90/.05, 1 call a reply", true, false, band(noisy, 1)},
	{"odds, judge .90/.05, 2 calls a reply", true, false, band(noisy, 2)},
	{"odds, judge .80/.10, 1 call a reply", true, false, band(fit.Judge{Yes: .80, Wrong: .10}, 1)},
}

// band chooses the bars of a gate with a judge on the other slices, so that
// nothing of a slice is known to the gate it is measured with.
func band(j fit.Judge, calls float64) func(e *evaluation, slice string) fit.Gate {
	return func(e *evaluation, slice string) fit.Gate {
		others, p := e.rows.Without(slice, e.estimates)
		g, _ := fit.Band(others, p, j, calls)
		return g
	}
}

// byOdds adds the rows of the gates that have nothing but the odds.
func (e *evaluation) byOdds(ctx context.Context) error {
	if e.estimates == nil {
		return nil
	}
	for i := range alone {
		a := &alone[i]
		if a.judged && (len(e.rows.Slices()) < 2 || e.replies() == 0) {
			continue // there is no other slice to choose its bars on, or no reply to count calls by
		}
		if err := e.gated(a, e.rows, e.estimates); err != nil {
			return err
		}
	}
	e.table.Figure, e.table.ColdStart = e.figure(), coldStart(e.rows, e.estimates, e.late())
	return e.closed(ctx)
}

// gated adds the row of a gate over rows with their estimates.
func (e *evaluation) gated(a *aloneGate, rows *fit.Set, p []float64) error {
	c := e.pairOf(a.name, a.covers)
	gates := make(map[string]fit.Gate) // by slice
	for gold, at := range e.familiars(rows) {
		g, chosen := gates[gold.Slice]
		if !chosen {
			g = a.gate(e, gold.Slice)
			gates[gold.Slice] = g
		}
		if err := c.countFamiliar(e.corpus.Slice(gold.Slice), gold, decide(gold, rows.Rows[at.from:at.to], p[at.from:at.to], &g)); err != nil {
			return err
		}
	}
	e.addPair(a.name, c, rows, p)
	return nil
}

// A span is some of the rows of a set.
type span struct{ from, to int }

// familiars returns which of the rows are each familiar's.
func (e *evaluation) familiars(rows *fit.Set) iter.Seq2[*corpus.Gold, span] {
	return func(yield func(*corpus.Gold, span) bool) {
		at := span{}
		for part := range rows.Parts {
			at.from = at.to
			for at.to < len(rows.Rows) && int(rows.Rows[at.to].Part) == part {
				at.to++
			}
			if !yield(&e.golds[part], at) {
				return
			}
		}
	}
}

// decide returns what a gate decides on the rows of one familiar; the judge's
// errors are drawn.
func decide(gold *corpus.Gold, rows []fit.Row, p []float64, g *fit.Gate) []score.Decision {
	var decisions []score.Decision
	turns := make(map[odds.Key]int) // of authors, the newest call
	for i := range rows {
		r := &rows[i]
		if k, ok := turns[r.Author]; ok && g.Absorb > 0 && r.At <= decisions[k].At.Add(g.Absorb) {
			decisions[k].Covers = append(decisions[k].Covers, r.Line)
			continue
		}
		fire, judged := r.Addressed || p[i] >= g.Bar, false
		if !fire && g.Judge.Yes > 0 && p[i] >= g.Ask {
			judged, fire = true, says(gold, r, g.Judge, "")
		}
		if fire || judged {
			if fire {
				turns[r.Author] = len(decisions)
			}
			decisions = append(decisions, decision(gold, r.At, judged, fire, r.Line))
		}
	}
	return decisions
}

// closed adds the row of odds alone in closed loop: what the participant
// answered without a call of the gate is not said, so the gate never goes on
// from a talk it would not have had.
func (e *evaluation) closed(ctx context.Context) error {
	o, err := options("social")
	if err != nil {
		return err
	}
	gate := bar(e, "")
	var p []float64
	speaks := func(slice string, r *fit.Row, f *odds.Facts) bool {
		estimate := e.weightsIn(slice).P(f)
		if r.Annotated {
			p = append(p, estimate)
		}
		return r.Addressed || estimate >= gate.Bar
	}
	rows, err := replay.ClosedRows(ctx, e.corpus, e.golds, o, speaks)
	if err != nil {
		return err
	}
	if len(p) != len(rows.Rows) {
		return errors.New("eval: closed loop: rows and estimates differ")
	}
	return e.gated(&aloneGate{name: "odds alone, closed loop", gate: bar}, rows, p)
}
