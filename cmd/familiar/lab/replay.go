package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/replay"
	"familiar/messages"
	"familiar/policy/conversation"
)

// replayCommand feeds recorded chat to the decisions.
type replayCommand struct {
	talk

	Preset string
	Config string
	As     string
	Set    []string
	Judge  string
	Seed   uint64
	Beside int

	Out     string
	Notes   string
	Workers int

	Loop         string
	ComposeDelay time.Duration
	Verdicts     string
	Cache        string
	Yes          bool

	Against string
	BSet    []string
	Report  string
	JSON    string

	loaded *config.Config // of Config, once it is read
}

// newReplay returns a replay with its defaults.
func newReplay() *replayCommand {
	return &replayCommand{talk: talk{Least: 5}, Judge: string(replay.Oracle), Workers: 1, Loop: string(replay.Forced), ComposeDelay: 3 * time.Second}
}

// Declare implements [command.Command].
func (c *replayCommand) Declare(l *command.Line) {
	c.talk.Declare(l)
	command.Choice(l, &c.Preset, "--preset NAME", "The knobs to try: ladder, window, chatty or social, which is the default.", "", "ladder", "window", "chatty", "social")
	command.Text(l, &c.Config, "--config FILE", "Use the knobs of a familiar in this configuration instead.")
	command.Text(l, &c.As, "--as NAME", "Which familiar of --config; required if there are several.")
	command.List(l, &c.Set, "--set KEY=VALUE", "Set one more knob, such as chattiness.tier=eager or room.guard.stop=9. May be repeated.")
	command.Text(l, &c.Judge, "--judge NAME", "Who judges whether to speak unasked: oracle (knows who really answered; the default), yes, no, noisy (an oracle that errs as a model does), none, recorded or exact (see --verdicts) or a model of --config, which is asked after you have confirmed the cost.")
	command.Seed(l, &c.Seed, "--seed N", "Seed for the errors of the noisy judge; by default 0.")
	command.Whole(l, &c.Beside, "--beside N", "How many more familiars to put in the channel, each on its own account that hears every line first; by default 0.")
	command.Text(l, &c.Out, "--out FILE", "Write every wake-up to this file, as JSON lines.")
	command.Text(l, &c.Notes, "--notes FILE", "Write every decision with its reason to this file, as JSON lines.")
	command.Whole(l, &c.Workers, "--workers", "How many familiars to replay at the same time. The result is the same.")
	command.Choice(l, &c.Loop, "--loop", "Which lines count as its own: the recorded ones (forced), or those it would have said (closed).", "forced", "closed")
	command.Duration(l, &c.ComposeDelay, "--compose-delay", "In a closed loop: how long it takes to write a reply.")
	command.Text(l, &c.Verdicts, "--verdicts FILE", "Write every verdict of the judge to this file, as JSON lines; with --judge recorded or exact, read them from it; of a journal, by default what was really said. recorded answers a new question as one about the same newest line, exact leaves it open and counts it.")
	command.Text(l, &c.Cache, "--cache FILE", "Where to cache a model's verdicts, so that none is paid for twice; by default in the user's cache folder.")
	command.Switch(l, &c.Yes, "-y, --yes", "Ask a model without confirmation, whatever it costs.")
	command.Text(l, &c.Against, "--against WHAT", "Compare with a second setting: another preset, or another configuration.")
	command.List(l, &c.BSet, "--b-set KEY=VALUE", "Set a knob of the second setting, which without --against starts as a copy of the first. May be repeated.")
	command.Text(l, &c.Report, "--report FILE", "Write a report to this file: one page for a browser, with every decision's reason.")
	command.Text(l, &c.JSON, "--json FILE", "Write the report as JSON.")
}

// Help is shown by familiar replay --help.
func (*replayCommand) Help() string {
	return `Puts a familiar in the place of somebody in the recording, and compares when it would have spoken with when they did:

  familiar replay chat.jsonl --familiar mira --set chattiness.tier=eager --report report.html

docs/replay.md explains the figures.`
}

// Validate implements [command.Validator]: what one flag alone can't tell.
func (c *replayCommand) Validate() error {
	if _, err := c.options(); err != nil {
		return err
	}
	if c.Workers < 1 {
		return fmt.Errorf("--workers %d: want 1 or more", c.Workers)
	}
	if c.Preset != "" && c.Config != "" {
		return errors.New("--preset and --config both choose the knobs to try: give only one")
	}
	if c.As != "" && c.Config == "" {
		return errors.New("--as names a familiar of --config: give both")
	}
	if c.ComposeDelay <= 0 {
		return fmt.Errorf("--compose-delay %v: want more than 0", c.ComposeDelay)
	}
	return c.judgeable()
}

// Run implements [command.Command]. When ctx ends it prints and writes what is finished.
func (c *replayCommand) Run(ctx context.Context, std command.Streams) (err error) {
	trials, err := c.trials()
	if err != nil {
		return err
	}
	recorded, golds, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	s := session{command: c, std: std, recording: recorded, golds: golds, trials: trials}
	closeJudge, err := s.seatJudge(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeJudge()) }()
	if s.written, err = c.outputs(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.written.Close()) }()
	return s.run(ctx)
}

// knobs returns the settings to try.
func (c *replayCommand) knobs() (config.Knobs, error) {
	k := presetKnobs(c.Preset)
	if c.Config != "" {
		loaded, err := config.LoadSealed(c.Config)
		if err != nil {
			return k, err
		}
		if _, asks := loaded.Models[c.Judge]; asks { // only then a key is needed
			if loaded, err = config.Load(c.Config); err != nil {
				return k, err
			}
		}
		familiar, err := chosen(loaded, c.Config, c.As)
		if err != nil {
			return k, err
		}
		c.loaded = loaded
		k.Policy, k.Room = familiar.Policy, loaded.Room
	}
	return k, k.Set(c.Set...)
}

// presetKnobs returns those of a preset, which Choice lets through; "": of the
// default one.
func presetKnobs(preset string) (k config.Knobs) {
	preset = cmp.Or(preset, config.DefaultPreset)
	k.Policy, _ = conversation.Preset(preset)
	k.Room, _ = conversation.PresetRoom(preset)
	return k
}

// chosen returns the familiar of a configuration that is meant: the one called
// as, or the only one.
func chosen(loaded *config.Config, file, as string) (config.Familiar, error) {
	all := slices.Sorted(maps.Keys(loaded.Familiars))
	id := messages.FamiliarID(as)
	if id == "" && len(all) == 1 {
		id = all[0]
	}
	familiar, ok := loaded.Familiars[id]
	if !ok {
		return familiar, fmt.Errorf("%s has several familiars: give --as with one of %s", file, command.Names(all))
	}
	return familiar, nil
}
