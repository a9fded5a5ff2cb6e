package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"familiar/config"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/replay"
	"familiar/replay/corpus"
)

// replayCommand feeds recorded chat to the decisions.
type replayCommand struct {
	File string `arg:"" help:"The recorded chat: JSON lines in the form familiar-replay/1."`

	All      bool   `xor:"who" help:"Put a familiar in the place of everybody in turn who answered others. The default."`
	Familiar string `xor:"who" placeholder:"NAME" help:"Put it in the place of this person only."`
	Channel  string `placeholder:"NAME" help:"Only in this channel of the recording."`
	Gold     string `placeholder:"FILE" help:"Who really answered what, as JSON lines; without it the recording's own notes are used."`
	Least    int    `default:"5" help:"Without --gold, leave out people who answered fewer times than this."`
	Replies  bool   `help:"Let noted answers count as replies the network showed."`

	Preset string   `enum:",ladder,window,chatty,social" default:"" placeholder:"NAME" help:"The knobs to try: ladder, window, chatty or social, which is the default."`
	Config string   `placeholder:"FILE" help:"Or those of a familiar in this configuration."`
	As     string   `placeholder:"NAME" help:"Which familiar of --config; needed when there are several."`
	Set    []string `sep:"none" placeholder:"KEY=VALUE" help:"Turn one more knob, such as chattiness.tier=eager or room.guard.stop=9. May be repeated."`
	Judge  string   `enum:"oracle,yes,no,noisy,none" default:"oracle" help:"Who says whether to speak unasked: oracle (knows who really answered), yes, no, noisy (an oracle that errs as a model does) or none."`
	Seed   uint64   `help:"Of the errors of the noisy judge."`

	Out     string `placeholder:"FILE" help:"Write every wake-up to this file, as JSON lines."`
	Notes   string `placeholder:"FILE" help:"Write every decision with its reason to this file, as JSON lines."`
	Workers int    `default:"1" help:"Familiars replayed at the same time. The outcome is the same."`
}

// Validate is called by kong: what one flag alone can't tell.
func (c *replayCommand) Validate() error {
	if c.Preset != "" && c.Config != "" {
		return errors.New("--preset and --config both say which knobs to try: give one")
	}
	if c.As != "" && c.Config == "" {
		return errors.New("--as names a familiar of --config: give both")
	}
	return nil
}

// Run is called by kong. When ctx ends it prints and writes what is finished.
func (c *replayCommand) Run(ctx context.Context, std streams) (err error) {
	knobs, err := c.knobs()
	if err != nil {
		return err
	}
	weights, err := weightsOf(knobs, c.Config)
	if err != nil {
		return err
	}
	recording, err := corpus.Open(c.File, corpus.Options{Replies: c.Replies})
	if err != nil {
		return err
	}
	golds, err := c.golds(recording)
	if err != nil {
		return err
	}
	written, err := createAll(c.Out, c.Notes)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, written.close()) }()
	bar := newBar(std.err)
	sum, err := replay.Run(ctx, recording, golds, replay.Options{
		Policy: knobs.Policy, Room: knobs.Room,
		Judge: replay.Judge(c.Judge), Seed: c.Seed,
		Workers:   c.Workers,
		Weights:   weights,
		Decisions: written.writer(0), Notes: written.writer(1),
		Progress: bar.show,
	})
	bar.clear()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Fprintf(std.out, "%s%s\n", sum, sum.Speed())
	if err != nil {
		return fmt.Errorf("stopped: %d of %s replayed", sum.Familiars, count(len(golds), "familiar"))
	}
	return nil
}

// knobs gives the settings to try.
func (c *replayCommand) knobs() (config.Knobs, error) {
	var k config.Knobs
	preset := cmp.Or(c.Preset, config.DefaultPreset) // kong lets only presets through
	k.Policy, _ = conversation.Preset(preset)
	k.Room, _ = conversation.PresetRoom(preset)
	if c.Config != "" {
		loaded, err := config.Load(c.Config)
		if err != nil {
			return k, err
		}
		familiar, err := c.chosen(loaded)
		if err != nil {
			return k, err
		}
		k.Policy, k.Room = familiar.Policy, loaded.Room
	}
	return k, k.Set(c.Set...)
}

// chosen gives the familiar of a configuration whose knobs are meant.
func (c *replayCommand) chosen(loaded *config.Config) (config.Familiar, error) {
	all := slices.Sorted(maps.Keys(loaded.Familiars))
	id := messages.FamiliarID(c.As)
	if id == "" && len(all) == 1 {
		id = all[0]
	}
	familiar, ok := loaded.Familiars[id]
	if !ok {
		return familiar, fmt.Errorf("%s: which familiar's knobs? Say --as with one of %s", c.Config, names(all))
	}
	return familiar, nil
}
