package eval

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/replay"
	"familiar/lab/score"
	"familiar/policy/odds"
)

// Options are how a recording is looked at.
type Options struct {
	Workers int // familiars replayed at the same time; 0 or 1: one

	// Decisions gives where the decisions of a row go, as JSON lines; nil, or
	// when it gives nil: nowhere.
	Decisions func(row string) io.Writer

	// Fit is who answered what by the record that weights are fitted to; nil: the
	// one they are measured by.
	Fit []corpus.Gold

	// Unknown replaces the words of the recording after weights are fitted, so that it
	// is in a language of which no word is known.
	Unknown bool

	// Progress is told how many rows of how many there are; nil: nobody is.
	Progress func(done, total int)
}

// Run makes the table of a recording. When ctx ends it gives ctx's error and
// the rows there are.
func Run(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options) (*Table, error) {
	return run(ctx, c, golds, o, odds.Builtin())
}

// run does so with other weights than those the program carries.
func run(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options, carried *odds.Weights) (*Table, error) {
	e := newEvaluation(c, golds, o, carried)
	e.total = rowsMost()
	if err := e.estimate(ctx); err != nil {
		return e.table, err
	}
	if o.Unknown {
		if err := e.forgetWords(ctx); err != nil {
			return e.table, err
		}
	}
	for i := range simples {
		if err := errors.Join(ctx.Err(), e.simple(&simples[i])); err != nil {
			return e.table, err
		}
	}
	for i := range presets {
		if err := e.play(ctx, &presets[i]); err != nil {
			return e.table, err
		}
	}
	return e.table, e.byOdds(ctx)
}

// rowsMost is how many rows a table has where nothing is left out.
func rowsMost() int {
	n := len(simples) + 2*len(presets) + 1
	for i := range alone {
		n += 1 + one(alone[i].covers)
	}
	return n
}

// An evaluation is one call of Run.
type evaluation struct {
	options Options
	corpus  *corpus.Corpus
	golds   []corpus.Gold
	carried *odds.Weights
	table   *Table
	total   int

	rows      *fit.Set
	estimates []float64                // of rows; nil: no weights may be measured here
	except    map[string]*odds.Weights // of slices; nil: those the program carries for all
}

func newEvaluation(c *corpus.Corpus, golds []corpus.Gold, o Options, carried *odds.Weights) *evaluation {
	e := &evaluation{options: o, corpus: c, golds: golds, carried: carried, table: &Table{}}
	e.byNetwork()
	return e
}

// weights returns those a slice may be looked at with; nil: those the program
// carries.
func (e *evaluation) weights(slice string) *odds.Weights { return e.except[slice] }

// add adds the row of a count, everywhere. p, if there are estimates, are those
// of rows.
func (e *evaluation) add(name string, c *count, rows *fit.Set, p []float64) {
	e.table.Rows = append(e.table.Rows, c.row(name, rows, p))
	e.addByNetwork(name, c, rows, p)
	if e.options.Progress != nil {
		e.options.Progress(len(e.table.Rows), e.total)
	}
}

// count returns an empty one for the row of that name.
func (e *evaluation) count(row string) *count {
	c := &count{networks: e.networkCounts()}
	if e.options.Decisions == nil {
		return c
	}
	if w := e.options.Decisions(row); w != nil {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		c.decided = func(d *score.Decision) error { return d.Write(enc) }
	}
	return c
}

func (e *evaluation) simple(g *simple) error {
	c := e.count(g.name)
	for i := range e.golds {
		s := e.corpus.Slice(e.golds[i].Slice)
		if err := c.countFamiliar(s, &e.golds[i], g.decide(s, &e.golds[i])); err != nil {
			return err
		}
	}
	e.add(g.name, c, nil, nil)
	return nil
}

// rowsOf makes the rows of the recording under the preset social.
func (e *evaluation) rowsOf(ctx context.Context, golds []corpus.Gold) (*fit.Set, error) {
	o, err := options("social")
	if err != nil {
		return nil, err
	}
	return replay.Rows(ctx, e.corpus, golds, o)
}
