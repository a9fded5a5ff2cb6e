package eval

import (
	"context"
	"fmt"

	"familiar/lab/replay"
	"familiar/policy/conversation"
	"familiar/policy/credit"
)

// A played gate is a preset with a judge.
type played struct {
	name   string
	preset string
	judge  replay.Judge
	change func(*replay.Options) // nil: as it comes
}

// presets are ours, and the systems some of them follow. One wake-up of theirs
// may cover several lines. Not window: only a delivered reply opens one, and a
// replay delivers none; the simple gates have windows.
var presets = []played{
	{"social, noisy judge", "social", replay.Noisy, nil},
	{"social, oracle for a judge", "social", replay.Oracle, nil},
	{"social, no judge", "social", replay.None, nil},
	{"social, odds off, noisy judge", "social", replay.Noisy, withoutOdds},
	{"social, odds off, no judge", "social", replay.None, withoutOdds},
	{"ladder", "ladder", replay.None, nil},
	{"ladder, a credit is spent once", "ladder", replay.None, func(o *replay.Options) { o.Policy.Credit.Mode = credit.Once }},
	{"chatty, noisy judge", "chatty", replay.Noisy, nil},
	{"chatty, oracle for a judge", "chatty", replay.Oracle, nil},
	{"relevance, noisy judge", "relevance", replay.Noisy, nil},
}

func withoutOdds(o *replay.Options) { o.Policy.Odds.On = false }

// options returns those of a gate.
func (g *played) options() (replay.Options, error) {
	o, err := options(g.preset)
	if err == nil && g.change != nil {
		g.change(&o)
	}
	o.Judge = g.judge
	return o, err
}

// optionsOf returns those of a gate; measured is false where it has odds and there are no
// weights that may be measured here.
func (e *evaluation) optionsOf(g *played) (o replay.Options, measured bool, err error) {
	o, err = g.options()
	o.Weights = e.weights
	return o, !o.Policy.Odds.On || e.estimates != nil, err
}

// options returns those of a preset as it comes.
func options(preset string) (replay.Options, error) {
	var o replay.Options
	var known, has bool
	o.Policy, known = conversation.Preset(preset)
	o.Room, has = conversation.PresetRoom(preset)
	if !known || !has {
		return o, fmt.Errorf("no preset %q", preset)
	}
	return o, nil
}

// play adds the row of a preset.
func (e *evaluation) play(ctx context.Context, g *played) error {
	o, measured, err := e.optionsOf(g)
	if !measured || err != nil {
		return err
	}
	c := e.pairOf(g.name, true)
	o.Workers = e.options.Workers
	o.Took = func(w replay.Walk) error { return c.countFamiliar(w.Slice, w.Gold, w.Decisions) }
	if _, err := replay.Run(ctx, e.corpus, e.golds, o); err != nil {
		return err
	}
	if o.Policy.Odds.On {
		e.addPair(g.name, c, e.rows, e.estimates)
		return nil
	}
	e.addPair(g.name, c, nil, nil)
	return nil
}
