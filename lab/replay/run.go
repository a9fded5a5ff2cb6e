package replay

import (
	"context"
	"fmt"
	"time"

	"familiar/lab/corpus"
	"familiar/lab/score"
)

// Run replays each of golds over its slice of c and says what came out.
//
// When ctx ends it stops, gives what is finished, and ctx's error: whole
// familiars are written, never part of one. Other errors: options or a gold
// that make no sense, a writer that fails, deadlines without end.
func Run(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options) (Summary, error) {
	r := &run{options: &o, golds: golds, counts: make(map[counted]int)}
	if err := o.Validate(); err != nil {
		return r.sum, fmt.Errorf("replay: %w", err)
	}
	total := 0
	for i := range golds {
		s := c.Slice(golds[i].Slice)
		if s == nil {
			return r.sum, fmt.Errorf("replay %s: no channel %q in the recording", golds[i].Familiar, golds[i].Slice)
		}
		r.slices = append(r.slices, s)
		total += len(s.Records)
	}
	r.heard = meter{total: total, tell: o.Progress}
	began := time.Now()
	err := r.all(ctx)
	r.sum.Elapsed = time.Since(began)
	r.sum.Notes = sorted(r.counts)
	r.sum.Score = r.tally.Score()
	r.sum.Counts = r.tally.Counts()
	return r.sum, err
}

// A run is one call of Run.
type run struct {
	options *Options
	golds   []corpus.Gold
	slices  []*corpus.Slice // of each gold
	heard   meter

	sum    Summary
	counts map[counted]int
	tally  score.Tally
}
