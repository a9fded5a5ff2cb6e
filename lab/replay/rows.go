package replay

import (
	"context"
	"errors"
	"fmt"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/messages"
	"familiar/policy/odds"
)

// Rows walks each of golds over its slice, teacher-forced, and gives what the
// odds look at on every annotated line of others. The odds are looked at
// whatever the policy says of them, and there is no judge.
func Rows(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options) (*fit.Set, error) {
	return rows(ctx, c, golds, o, nil)
}

// Speaks says whether a gate speaks to a line, by what the odds look at. It is
// shown lines that aren't annotated, too.
type Speaks func(slice string, r *fit.Row, f *odds.Facts) bool

// ClosedRows is the same in closed loop: an annotated line of the participant's
// own is heard only if it answers one that speaks said yes to.
func ClosedRows(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options, speaks Speaks) (*fit.Set, error) {
	return rows(ctx, c, golds, o, speaks)
}

func rows(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options, speaks Speaks) (*fit.Set, error) {
	o.Policy.Odds, o.Judge = odds.Default(), None
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	w := &rowWalk{set: &fit.Set{}, speaks: speaks, pass: pass{options: &o}}
	heard := meter{tell: o.Progress}
	for i := range golds {
		if s := c.Slice(golds[i].Slice); s != nil {
			heard.total += len(s.Records)
		}
	}
	for i := range golds {
		s := c.Slice(golds[i].Slice)
		if s == nil {
			return nil, fmt.Errorf("replay %s: no channel %q in the recording", golds[i].Familiar, golds[i].Slice)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := w.walk(s, &golds[i]); err != nil {
			return nil, err
		}
		heard.add(len(s.Records))
	}
	return w.set, nil
}

// A rowWalk is a pass whose odds are watched.
type rowWalk struct {
	pass
	set      *fit.Set
	speaks   Speaks // nil: teacher-forced
	positive map[messages.LineID]bool
	guessed  map[messages.LineID]bool
	err      error // of the set
	woken    map[messages.LineID]bool
}

func (w *rowWalk) walk(s *corpus.Slice, g *corpus.Gold) error {
	w.begin(s, g)
	w.positive, w.woken = w.open, map[messages.LineID]bool{}
	w.open = nil // nobody judges
	w.guessed = guessed(g)
	w.set.Begin(fit.Part{Slice: s.Name, Familiar: g.Familiar, Moments: len(g.Moments)})
	config := seatOf(s, g, w.options)
	config.Seats[0].Look = w.collectRows
	w.drive.Channel.Use(config)
	for i := range s.Records {
		if r := &s.Records[i]; w.said(r) {
			if err := errors.Join(w.hear(r), w.err); err != nil {
				return err
			}
		}
	}
	return nil
}

// guessed returns the lines that nothing shows to be answered but the place of
// an answer.
func guessed(g *corpus.Gold) map[messages.LineID]bool {
	lines := make(map[messages.LineID]bool)
	for _, m := range g.Moments {
		for _, id := range m.Parents {
			guess, answered := lines[id]
			lines[id] = m.Guessed && (guess || !answered)
		}
	}
	return lines
}

// said reports whether a record is said at all in this loop.
func (w *rowWalk) said(r *corpus.Record) bool {
	if w.speaks == nil || r.Line.Author.ID != w.gold.Familiar || !r.Annotated {
		return true
	}
	for _, id := range r.Answers {
		if w.woken[id] {
			return true
		}
	}
	return false
}

func (w *rowWalk) collectRows(n *messages.Note, f odds.Facts) {
	r, ok := w.slice.At(n.Line)
	if !ok {
		return
	}
	row := fit.Row{
		Addressed: n.Facts&(messages.MentionsUs|messages.RepliesToUs) != 0, Named: n.Facts.Has(messages.NamesUs),
		Positive: w.positive[n.Line], Guessed: w.guessed[n.Line], Annotated: r.Annotated, Author: odds.KeyOf(r.Line.Author.ID), At: r.Line.At, Line: n.Line,
	}
	if w.speaks != nil && w.speaks(w.slice.Name, &row, &f) {
		w.woken[n.Line] = true
	}
	if r.Annotated {
		w.err = errors.Join(w.err, w.set.Add(row, &f))
	}
}
