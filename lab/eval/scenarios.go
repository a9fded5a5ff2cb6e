package eval

import (
	"context"
	"fmt"
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/scenario"
	"familiar/lab/score"
	"familiar/messages"
)

// atATime is how many scenarios are replayed together: a replay looks for each
// one's channel among all.
const atATime = 200

// knowing are the gates of scenarios, by the names of their rows: those that know
// nothing, and the presets.
var (
	knowing = []string{"never", "always", "mention-only", "named anywhere"}
	acting  = []string{"social, noisy judge", "social, oracle for a judge", "social, no judge", "ladder", "chatty, noisy judge", "relevance, noisy judge"}
)

// Scenarios makes the table of a set. When ctx ends it gives ctx's error.
func Scenarios(ctx context.Context, set *scenario.Set, o Options) (*ScenarioTable, error) {
	t := &ScenarioTable{Scenarios: len(set.Scenarios), LeftOut: set.LeftOut}
	t.count(set)
	done, total := 0, (len(knowing)+len(acting))*len(set.Scenarios)
	begun := func(n int) {
		if done += n; o.Progress != nil {
			o.Progress(done, total)
		}
	}
	outcomes := make(map[string][]outcome) // by gate; of each scenario
	for part := range slices.Chunk(set.Scenarios, atATime) {
		c, golds, err := scenario.Corpus(part)
		if err != nil {
			return nil, err
		}
		for i := range simples {
			if g := &simples[i]; slices.Contains(knowing, g.name) {
				for k := range golds {
					s := c.Slice(golds[k].Slice)
					outcomes[g.name] = append(outcomes[g.name], outcomeOf(&part[k], s, g.decide(s, &golds[k])))
				}
				begun(len(part))
			}
		}
		for i := range presets {
			if g := &presets[i]; slices.Contains(acting, g.name) {
				all, err := g.perform(ctx, part, c, golds, o.Workers)
				if err != nil {
					return nil, err
				}
				outcomes[g.name] = append(outcomes[g.name], all...)
				begun(len(part))
			}
		}
	}
	for _, name := range slices.Concat(knowing, acting) {
		t.Rows = append(t.Rows, t.row(name, set.Scenarios, outcomes[name]))
	}
	return t, nil
}

// perform returns what a preset does in scenarios.
func (g *played) perform(ctx context.Context, part []scenario.Scenario, c *corpus.Corpus, golds []corpus.Gold, workers int) ([]outcome, error) {
	o, err := options(g.preset)
	if err != nil {
		return nil, err
	}
	if g.change != nil {
		g.change(&o)
	}
	var all []outcome
	o.Judge, o.Workers = g.judge, workers
	o.Took = func(w replay.Walk) error {
		all = append(all, outcomeOf(&part[len(all)], w.Slice, w.Decisions))
		return nil
	}
	_, err = replay.Run(ctx, c, golds, o)
	return all, err
}

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
		did := one(spoke[messages.LineID(fmt.Sprint(k+1))])
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
