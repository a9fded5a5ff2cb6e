package lab

import (
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
	In     string
	By     string
	Set    []string
	Judge  string
	Seed   uint64

	Verdicts string

	BudgetRuns int
	Workers    int

	Write  string
	Anyway bool
	Out    string
	Yes    bool
	Long   bool
	JSON   string
	Report string
	Plot   string

	in config.Pattern
}

// Declare implements [command.Command].
func (c *tuneCommand) Declare(l *command.Line) {
	c.talk.Declare(l)
	command.Choice(l, &c.Preset, "--preset NAME", "The knobs to begin with: ladder, window, chatty or social, which is the default.", "", "ladder", "window", "chatty", "social")
	command.Text(l, &c.Config, "--config FILE", "Use the knobs of a familiar in this configuration instead.")
	command.Text(l, &c.As, "--as NAME", "Which familiar of --config; by default the one named by --familiar, or the only one.")
	command.Text(l, &c.In, "--in PATTERN", "Only in channels of the recording that match this, as a rule of a configuration has it: discord:* or discord:dev-*. What is found is a rule for them.")
	command.Choice(l, &c.By, "--by WHAT", "Tune each by itself: each familiar of --config, each network of the recording, or each rule [[channels]] of --config, with the channels that it is the last to match.", "", byFamiliar, byNetwork, byRule)
	command.List(l, &c.Set, "--set KEY=VALUE", "Set a knob first, such as odds.on=false. May be repeated.")
	command.Text(l, &c.Judge, "--judge NAME", "Who judges whether to speak unasked: noisy (errs as a model does), oracle, yes, no, none, or recorded (see --verdicts). By default noisy, or none if the familiar of --config has no judge.")
	command.Seed(l, &c.Seed, "--seed N", "Seed for the errors of the noisy judge; by default 0.")
	command.Text(l, &c.Verdicts, "--verdicts FILE", "With --judge recorded: the verdicts that familiar replay --verdicts wrote.")
	command.Whole(l, &c.BudgetRuns, "--budget-runs N", "How many settings to try at most; 240 by default.")
	command.Whole(l, &c.Workers, "--workers", "How many familiars to replay at the same time. The result is the same.")
	command.Choice(l, &c.Write, "--write SETTING", "Write this setting into the configuration, after showing what changes: reserved, balanced or lively.", "", "reserved", "balanced", "lively")
	command.Switch(l, &c.Anyway, "--anyway", "Write it even if what it gains may be chance.")
	command.Text(l, &c.Out, "--out FILE", "Write the configuration to this file instead.")
	command.Switch(l, &c.Yes, "-y, --yes", "Write without confirmation.")
	command.Switch(l, &c.Long, "--long", "Print every setting with what it turns, and all of what is recommended, in as many lines and columns as it takes.")
	command.Text(l, &c.JSON, "--json FILE", "Write the results to this file, as JSON: an object for each that was tuned.")
	command.Text(l, &c.Report, "--report FILE", "Write the results to this file, as one page for a browser.")
	command.Text(l, &c.Plot, "--plot FILE", "Write misses over interruptions to this file, as an SVG.")
}

// Help is shown by familiar tune --help.
func (*tuneCommand) Help() string {
	return `Tries settings of a familiar on recorded chat and shows three that no other beats in misses, interruptions and cost,
measured on talk that is held back, and whether they gain anything there that isn't chance. docs/tuning.md leads from an
export to a setting.`
}

// Validate implements [command.Validator].
func (c *tuneCommand) Validate() error {
	if _, err := c.options(); err != nil {
		return err
	}
	if c.In != "" {
		if err := c.in.UnmarshalText([]byte(c.In)); err != nil {
			return fmt.Errorf("--in: %w", err)
		}
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
	case (c.By == byFamiliar || c.By == byRule) && c.Config == "":
		return fmt.Errorf("--by %s: give the configuration with --config", c.By)
	case c.By == byFamiliar && (c.As != "" || c.Familiar != ""):
		return errors.New("--by familiar tunes all of them: leave out --as and --familiar")
	case c.In != "" && (c.By == byNetwork || c.By == byRule):
		return fmt.Errorf("--in and --by %s both choose channels: give only one", c.By)
	case c.Write != "" && c.Config == "" && (c.In != "" || c.By != ""):
		return errors.New("--write: a rule for channels needs accounts: give the configuration with --config")
	case c.Anyway && c.Write == "":
		return errors.New("--anyway: give the setting with --write")
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
	loaded, err := c.load()
	if err != nil {
		return err
	}
	recorded, golds, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	chosen, err := c.selections(std, loaded, recorded, golds)
	if err != nil {
		return err
	}
	var verdicts *replay.Verdicts
	if c.Judge == string(replay.Recorded) {
		s := session{command: c.asReplay()}
		if err := s.readVerdicts(); err != nil {
			return err
		}
		verdicts = s.recorded
	}
	for i := range chosen {
		if err := c.prepare(&chosen[i], recorded, verdicts); err != nil {
			return err
		}
	}
	written, err := command.CreateAll(append(c.files(), c.Config, c.Verdicts), c.JSON, c.Report, c.Plot)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, written.Close()) }()
	reports, runs, searched := c.search(ctx, std, chosen)
	if searched != nil && (!errors.Is(searched, context.Canceled) || len(reports) == 0) {
		return searched
	}
	if err := c.print(std, chosen, reports); err != nil {
		return err
	}
	if err := publish(reports, written); err != nil {
		return err
	}
	if searched != nil {
		return fmt.Errorf("stopped after %s; no configuration was written", command.Count(runs, "replay"))
	}
	if c.Write == "" {
		return nil
	}
	return c.writeAll(ctx, std, chosen, reports, newest(recorded))
}

// search tunes one after another. When ctx ends it gives what it has with ctx's
// error.
func (c *tuneCommand) search(ctx context.Context, std command.Streams, chosen []selection) (reports []*tune.Report, runs int, err error) {
	bar := newCountdown(std.Err)
	defer bar.clear()
	for i := range chosen {
		s := &chosen[i]
		found, searched := tune.Search(ctx, s.space, tune.Options{Measure: s.bench.Measure, Runs: c.BudgetRuns, Tell: func(done, most int) {
			bar.show(i*most+done, len(chosen)*most)
		}})
		runs += found.Runs
		if searched != nil && (!errors.Is(searched, context.Canceled) || len(found.Front) == 0) {
			return reports, runs, searched
		}
		report, err := s.bench.Report(ctx, found)
		if err != nil {
			return reports, runs, err
		}
		report.Recording, report.Stopped = c.File, searched != nil
		if c.In != "" || c.By != "" || c.Config != "" {
			report.Familiar, report.In = s.familiar, s.in
		}
		reports = append(reports, &report)
		if searched != nil {
			return reports, runs, searched
		}
	}
	return reports, runs, nil
}

// mostLines is how many lines are printed without --long: a terminal's.
const mostLines = 40

// print prints the reports, and what to write into a configuration.
func (c *tuneCommand) print(std command.Streams, chosen []selection, reports []*tune.Report) error {
	lines := mostLines
	if c.Long {
		lines = 0
	}
	if len(reports) > 1 {
		if c.Long {
			for _, r := range reports {
				fmt.Fprintln(std.Out, r.Text(true))
			}
		}
		text, err := tune.Summary(reports, lines)
		fmt.Fprint(std.Out, text)
		return err
	}
	r := reports[0]
	fmt.Fprint(std.Out, r.Text(c.Long))
	if m := r.Recommended(); m != "" && c.Write == "" {
		if r.Familiar == "" {
			named := *r
			named.Familiar = chosen[0].familiar
			r = &named
		}
		text, err := r.TOML(m)
		fmt.Fprintf(std.Out, "\n# %s, as --write %s puts it into a configuration:\n%s", m, m, text)
		return err
	}
	return nil
}

// publish writes the files of the reports.
func publish(reports []*tune.Report, to command.Outputs) error {
	if w := to.Writer(0); w != nil {
		for _, r := range reports {
			if err := r.JSON(w); err != nil {
				return err
			}
		}
	}
	if w := to.Writer(1); w != nil {
		if err := tune.Page(w, reports...); err != nil {
			return err
		}
	}
	if w := to.Writer(2); w != nil {
		return tune.Plot(w, reports...)
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
