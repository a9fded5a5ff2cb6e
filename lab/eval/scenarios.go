package eval

import (
	"context"
	"slices"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/scenario"
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
	p := performance{options: o, total: (len(knowing) + len(acting)) * len(set.Scenarios), outcomes: make(map[string][]outcome)}
	for part := range slices.Chunk(set.Scenarios, atATime) {
		if err := p.play(ctx, part); err != nil {
			return nil, err
		}
	}
	t := &ScenarioTable{Scenarios: len(set.Scenarios), LeftOut: set.LeftOut}
	t.count(set)
	for _, name := range slices.Concat(knowing, acting) {
		t.Rows = append(t.Rows, t.row(name, set.Scenarios, p.outcomes[name]))
	}
	return t, nil
}

// A performance is one call of Scenarios.
type performance struct {
	options     Options
	done, total int
	outcomes    map[string][]outcome // by gate; of each scenario
}

// play has every gate play some of the scenarios.
func (p *performance) play(ctx context.Context, part []scenario.Scenario) error {
	c, golds, err := scenario.Corpus(part)
	if err != nil {
		return err
	}
	for i := range simples {
		g := &simples[i]
		if !slices.Contains(knowing, g.name) {
			continue
		}
		var all []outcome
		for k := range golds {
			s := c.Slice(golds[k].Slice)
			all = append(all, outcomeOf(&part[k], s, g.decide(s, &golds[k])))
		}
		p.add(g.name, all)
	}
	for i := range presets {
		g := &presets[i]
		if !slices.Contains(acting, g.name) {
			continue
		}
		all, err := g.perform(ctx, part, c, golds, p.options.Workers)
		if err != nil {
			return err
		}
		p.add(g.name, all)
	}
	return nil
}

// add adds what a gate did in some scenarios.
func (p *performance) add(gate string, all []outcome) {
	p.outcomes[gate] = append(p.outcomes[gate], all...)
	if p.done += len(all); p.options.Progress != nil {
		p.options.Progress(p.done, p.total)
	}
}

// perform returns what a preset does in scenarios.
func (g *played) perform(ctx context.Context, part []scenario.Scenario, c *corpus.Corpus, golds []corpus.Gold, workers int) ([]outcome, error) {
	o, err := g.options()
	if err != nil {
		return nil, err
	}
	var all []outcome
	o.Workers = workers
	o.Took = func(w replay.Walk) error {
		all = append(all, outcomeOf(&part[len(all)], w.Slice, w.Decisions))
		return nil
	}
	_, err = replay.Run(ctx, c, golds, o)
	return all, err
}
