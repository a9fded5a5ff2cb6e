package eval

import (
	"context"
	"fmt"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/policy/odds"
)

// Together makes a table of familiars that are several to a channel: as many as
// each of sizes says, under the preset social, asked apart and in one question.
// In a channel of two are the first two of a slice's record, then the next two,
// and who is left over is left out; so the tables of two sizes are of different
// people, and what is laid beside each other is apart and together.
//
// A judge of several is as often mistaken about each as a judge of one: that is
// assumed, not measured.
func Together(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, sizes []int, o Options) (*Table, error) {
	e := newEvaluation(c, golds, o, odds.Builtin())
	if err := e.estimate(ctx); err != nil {
		return e.table, err
	}
	e.total = len(sizes) * len(grouped) * 2
	for _, size := range sizes {
		for k := range grouped {
			for _, together := range []bool{false, true} {
				if err := e.group(ctx, size, &grouped[k], together); err != nil {
					return e.table, err
				}
			}
		}
	}
	return e.table, nil
}

// grouped are the presets that groups are tried with.
var grouped = []played{
	{"social, noisy judge", "social", replay.Noisy, nil},
	{"social, oracle for a judge", "social", replay.Oracle, nil},
	{"social, odds off, noisy judge", "social", replay.Noisy, withoutOdds},
}

// group adds the row of one size.
func (e *evaluation) group(ctx context.Context, size int, g *played, together bool) error {
	o, measured, err := e.optionsOf(g)
	if !measured || err != nil {
		return err
	}
	how := "apart"
	if o.Policy.JudgeTogether = together; together {
		how = "together"
	}
	name := fmt.Sprintf("%d, %s, %s", size, g.name, how)
	count := e.count(name)
	took := func(w replay.GroupWalk) error { return count.countFamiliar(w.Slice, w.Gold, w.Decisions) }
	if err := replay.RunGroups(ctx, e.corpus, e.golds, size, o, took); err != nil {
		return err
	}
	e.add(name, count, nil, nil)
	return nil
}
