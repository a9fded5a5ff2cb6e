package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/tune"
	"familiar/messages"
)

// tuneCommand looks for the knobs that suit a recording.
type tuneCommand struct {
	talk

	Preset string
	Config string
	As     string
	Set    []string
	Judge  string
	Seed   uint64

	Verdicts string

	BudgetRuns int
	Workers    int

	Write  string
	Out    string
	Yes    bool
	JSON   string
	Report string
}

// Declare implements [command.Command].
func (c *tuneCommand) Declare(l *command.Line) {
	c.talk.Declare(l)
	command.Choice(l, &c.Preset, "--preset NAME", "The knobs to begin with: ladder, window, chatty or social, which is the default.", "", "ladder", "window", "chatty", "social")
	command.Text(l, &c.Config, "--config FILE", "Use the knobs of a familiar in this configuration instead.")
	command.Text(l, &c.As, "--as NAME", "Which familiar of --config; by default the one named by --familiar, or the only one.")
	command.List(l, &c.Set, "--set KEY=VALUE", "Set a knob first, such as odds.on=false. May be repeated.")
	command.Text(l, &c.Judge, "--judge NAME", "Who judges whether to speak unasked: noisy (errs as a model does), oracle, yes, no, none, or recorded (see --verdicts). By default noisy, or none if the familiar of --config has no judge.")
	command.Seed(l, &c.Seed, "--seed N", "Seed for the errors of the noisy judge; by default 0.")
	command.Text(l, &c.Verdicts, "--verdicts FILE", "With --judge recorded: the verdicts that familiar replay --verdicts wrote.")
	command.Whole(l, &c.BudgetRuns, "--budget-runs N", "How many settings to try at most; 240 by default.")
	command.Whole(l, &c.Workers, "--workers", "How many familiars to replay at the same time. The result is the same.")
	command.Choice(l, &c.Write, "--write SETTING", "Write this setting into the configuration, after showing what changes: reserved, balanced or lively.", "", "reserved", "balanced", "lively")
	command.Text(l, &c.Out, "--out FILE", "Write the configuration to this file instead.")
	command.Switch(l, &c.Yes, "-y, --yes", "Write without confirmation.")
	command.Text(l, &c.JSON, "--json FILE", "Write the results to this file, as JSON.")
	command.Text(l, &c.Report, "--report FILE", "Write the results to this file, as one page for a browser.")
}

// Help is shown by familiar tune --help.
func (*tuneCommand) Help() string {
	return `Tries settings of one familiar on recorded chat and shows those that no other beats in misses, interruptions
and cost; three of them have names. docs/tuning.md leads from an export to a setting.`
}

// Validate implements [command.Validator].
func (c *tuneCommand) Validate() error {
	if _, err := c.options(); err != nil {
		return err
	}
	switch {
	case c.BudgetRuns < 1:
		return fmt.Errorf("--budget-runs %d: want 1 or more", c.BudgetRuns)
	case c.Workers < 1:
		return fmt.Errorf("--workers %d: want 1 or more", c.Workers)
	case c.Preset != "" && c.Config != "":
		return errors.New("--preset and --config both choose the knobs to begin with: give only one")
	case c.As != "" && c.Config == "" && c.Out == "":
		return errors.New("--as names a familiar of --config: give both")
	case c.Write != "" && c.Config == "" && c.Out == "":
		return errors.New("--write: give the file with --config or --out")
	case c.Out != "" && c.Write == "":
		return errors.New("--out: give the setting with --write")
	case c.Judge == string(replay.Recorded) && c.Verdicts == "":
		return errors.New("--judge recorded: give the verdicts with --verdicts")
	case c.Judge != "" && c.Judge != string(replay.Recorded) && !slices.Contains(replay.Judges, replay.Judge(c.Judge)):
		return fmt.Errorf("--judge %s: want one of %v or recorded; to use a model, run familiar replay --verdicts first and give its verdicts", c.Judge, replay.Judges)
	}
	return nil
}

// Run implements [command.Command]. When ctx ends it shows what was found so far.
func (c *tuneCommand) Run(ctx context.Context, std command.Streams) (err error) {
	knobs, price, err := c.start()
	if err != nil {
		return err
	}
	recorded, golds, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	o := replay.Options{Judge: replay.Judge(cmp.Or(c.Judge, string(replay.Noisy))), Seed: c.Seed, Workers: c.Workers}
	if o.Judge == replay.Recorded {
		s := session{command: c.asReplay()}
		if err := s.readVerdicts(); err != nil {
			return err
		}
		o.Recorded = s.recorded
	}
	space := tune.SpaceOf(&knobs.Policy, o.Judge != replay.None)
	if len(space) == 0 {
		return errors.New("nothing to tune: credit, odds and chattiness are all off")
	}
	bench, err := tune.NewBench(recorded, golds, space, knobs, o, price)
	if err != nil {
		return err
	}
	written, err := command.CreateAll(append(c.files(), c.Config, c.Verdicts), c.JSON, c.Report)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, written.Close()) }()
	bar := newCountdown(std.Err)
	found, searched := tune.Search(ctx, space, tune.Options{Measure: bench.Measure, Runs: c.BudgetRuns, Tell: bar.show})
	bar.clear()
	if searched != nil && (!errors.Is(searched, context.Canceled) || len(found.Front) == 0) {
		return searched
	}
	report, err := bench.Report(ctx, found)
	if err != nil {
		return err
	}
	report.Recording, report.Stopped = c.File, searched != nil
	fmt.Fprint(std.Out, report.Text())
	if err := publish(&report, written); err != nil {
		return err
	}
	if searched != nil {
		return fmt.Errorf("stopped after %s; no configuration was written", command.Count(found.Runs, "replay"))
	}
	if c.Write == "" {
		return nil
	}
	return c.write(ctx, std, &report, newest(recorded), knobs)
}

// publish writes the files of a report.
func publish(r *tune.Report, to command.Outputs) error {
	if w := to.Writer(0); w != nil {
		if err := r.JSON(w); err != nil {
			return err
		}
	}
	if w := to.Writer(1); w != nil {
		return r.HTML(w)
	}
	return nil
}

// asReplay is the replay of the same recording with the same knobs.
func (c *tuneCommand) asReplay() *replayCommand {
	return &replayCommand{
		talk:   c.talk,
		Preset: c.Preset, Config: c.Config, As: c.As, Set: c.Set, Judge: c.Judge, Seed: c.Seed, Verdicts: c.Verdicts,
	}
}

// start returns the knobs to begin with, and what a call costs where the
// configuration says so.
func (c *tuneCommand) start() (config.Knobs, tune.Price, error) {
	r := c.asReplay()
	if c.Config != "" && c.As == "" && c.Familiar != "" {
		loaded, err := config.LoadSealed(c.Config)
		if err != nil {
			return config.Knobs{}, tune.Price{}, err
		}
		if _, ok := loaded.Familiars[messages.FamiliarID(c.Familiar)]; ok {
			c.As, r.As = c.Familiar, c.Familiar
		}
	}
	knobs, err := r.knobs()
	if err != nil || r.loaded == nil {
		return knobs, tune.Price{}, err
	}
	familiar, err := chosen(r.loaded, r.Config, r.As)
	if err != nil {
		return knobs, tune.Price{}, err
	}
	if c.As == "" { // then there is but one
		for id := range r.loaded.Familiars {
			c.As = string(id)
		}
	}
	if c.Judge == "" && familiar.Judge == "" {
		c.Judge = string(replay.None)
	}
	judge, writer := r.loaded.Models[familiar.Judge], r.loaded.Models[familiar.Model]
	return knobs, tune.PriceOf(judge.Price(), writer.Price()), nil
}

// newest returns the time of the recording's last line.
func newest(c *corpus.Corpus) messages.Instant {
	var at messages.Instant
	for _, s := range c.Slices {
		if n := len(s.Records); n > 0 {
			at = max(at, s.Records[n-1].Line.At)
		}
	}
	return at
}
