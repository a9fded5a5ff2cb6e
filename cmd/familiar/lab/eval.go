package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
	"familiar/lab/eval"
	"familiar/lab/weaklabel"
)

// evalCommand lays the presets beside simpler gates.
type evalCommand struct {
	Dir string

	JSON      bool
	Labels    bool
	Languages bool
	Unknown   bool
	Plot      string
	Decisions string
	Together  string
	Cascade   bool
	Least     int
	Workers   int
	judgeFlags

	Communities communities
}

// Declare implements [command.Command].
func (c *evalCommand) Declare(l *command.Line) {
	command.Optional(l, &c.Dir, "what", "A folder with corpus.jsonl (recorded chat) and gold.jsonl (who really answered what); with gold-explicit.jsonl, too, there is a second table. Without them labels.jsonl counts (see familiar label), without that the replies the network showed. Or a file of scenarios, or a folder with scenarios.json.")
	command.Switch(l, &c.JSON, "--json", "Print JSON.")
	command.Switch(l, &c.Labels, "--labels", "Instead of gates, measure labels: how often what follows a line tells whether somebody answered it.")
	command.Text(l, &c.Plot, "--plot FILE", "Plot the estimate's reliability, and F1 over judge calls, to this file, as SVG.")
	command.Text(l, &c.Decisions, "--decisions FOLDER", "Write each row's decisions to its own file in this folder, as JSON lines.")
	command.Switch(l, &c.Cascade, "--cascade", "Instead of gates, measure a small judge, a large one, and the large one asked where by the odds the small one's verdict is not enough.")
	command.Text(l, &c.Together, "--together N[,N]", "Instead of gates, measure so many familiars in one channel, whose judge is asked about each apart and about all together.")
	command.Whole(l, &c.Least, "--least", "Where only the network's replies tell who answered, leave out people who did so fewer times than this.")
	command.Whole(l, &c.Workers, "--workers", "How many familiars to replay, or questions to put to a model, at the same time. The result is the same.")
	command.Switch(l, &c.Languages, "--languages", "Without a folder, compare languages: a short chat that comes with the program, the same in each.")
	command.Switch(l, &c.Unknown, "--unknown-language", "Replace the words of the recording, as if it were in a language of which the program knows none.")
	c.judgeFlags.Declare(l)
	c.Communities.Declare(l)
	l.Exclude("languages", "plot")
	l.Exclude("languages", "model")
}

// Help is shown by familiar eval --help.
func (*evalCommand) Help() string {
	return `Nothing is posted, and no model is asked without --model. docs/when-to-speak.md says what the
columns mean and how far to trust them.`
}

// Validate implements [command.Validator].
func (c *evalCommand) Validate() error {
	if c.Workers < 1 {
		return fmt.Errorf("--workers %d: want 1 or more", c.Workers)
	}
	if err := c.validateLanguages(); err != nil {
		return err
	}
	if c.Labels && (c.Decisions != "" || c.Plot != "") {
		return errors.New("--labels measures no gate: leave out --decisions and --plot")
	}
	if c.Model != "" && (c.Labels || c.Decisions != "" || c.Plot != "") {
		return errors.New("--model measures a judge and no gate: leave out --labels, --decisions and --plot")
	}
	if c.Together != "" && (c.Dir == "" || c.Labels || c.Model != "" || c.Decisions != "" || c.Plot != "" || c.Unknown) {
		return errors.New("--together needs a folder, and goes without --labels, --model, --decisions, --plot and --unknown-language")
	}
	if c.Cascade && (c.Dir == "" || c.Labels || c.Model != "" || c.Together != "" || c.Decisions != "" || c.Plot != "" || c.Unknown) {
		return errors.New("--cascade needs a folder, and goes without --labels, --model, --together, --decisions, --plot and --unknown-language")
	}
	_, err := sizes(c.Together)
	return errors.Join(err, c.judgeFlags.validate(), c.Communities.Validate())
}

// Run implements [command.Command].
func (c *evalCommand) Run(ctx context.Context, std command.Streams) error {
	if c.Communities.On {
		return c.communities(ctx, std)
	}
	if c.Languages {
		return c.compareLanguages(ctx, std)
	}
	if c.Plot != "" {
		if err := errors.Join(command.Unread(c.files(), c.Plot), command.Replaceable(c.Plot)); err != nil {
			return err // before minutes of work
		}
	}
	if file := c.scenarios(); file != "" {
		return c.play(ctx, std, file)
	}
	recording, err := corpus.Open(filepath.Join(c.Dir, "corpus.jsonl"), corpus.Options{})
	if err != nil {
		return err
	}
	golds, err := c.golds(recording)
	if err != nil {
		return err
	}
	if c.Labels {
		return c.labels(ctx, std, recording, golds[0].golds)
	}
	if c.Together != "" {
		return c.together(ctx, std, recording, golds[0].golds)
	}
	if c.Cascade {
		return c.cascade(ctx, std, recording, golds)
	}
	if c.Model != "" {
		return c.judgedBy(ctx, std, recording, golds[0].golds)
	}
	tables, err := byGold(ctx, std, golds, eval.Options{Workers: c.Workers, Unknown: c.Unknown}, func(g goldFile, o eval.Options) (*eval.Table, error) {
		return c.eval(ctx, recording, g, o, g.name == golds[0].name)
	})
	if err != nil {
		return err
	}
	table := tables[0]
	table.Beside = tables[1:]
	if err := c.plot(table); err != nil {
		return err
	}
	return c.print(std, table)
}

// plot writes the plot, if one is asked for.
func (c *evalCommand) plot(table *eval.Table) error {
	if c.Plot == "" {
		return nil
	}
	_, err := command.ReplaceFile(c.Plot, func(w io.Writer) error { return table.Plot(w, filepath.Base(filepath.Clean(c.Dir))) })
	return err
}

// labels prints what labels are worth.
func (c *evalCommand) labels(ctx context.Context, std command.Streams, recording *corpus.Corpus, golds []corpus.Gold) error {
	report, err := weaklabel.Measure(ctx, recording, golds)
	if err != nil {
		return err
	}
	return c.print(std, report)
}

// print prints a table, or as JSON.
func (c *evalCommand) print(std command.Streams, table fmt.Stringer) error {
	if !c.JSON {
		_, err := fmt.Fprint(std.Out, table)
		return err
	}
	enc := json.NewEncoder(std.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(table)
}

// eval makes the table of one record. The decisions by any but the first go to
// a folder of its name.
func (c *evalCommand) eval(ctx context.Context, recording *corpus.Corpus, g goldFile, o eval.Options, first bool) (table *eval.Table, err error) {
	if c.Decisions != "" {
		files := decisionFiles{folder: c.Decisions}
		if !first {
			files.folder = filepath.Join(c.Decisions, strings.TrimSuffix(g.name, ".jsonl"))
		}
		if err := os.MkdirAll(files.folder, 0o777); err != nil {
			return nil, err
		}
		o.Decisions = files.open
		defer func() { err = errors.Join(err, files.close()) }()
	}
	if table, err = eval.Run(ctx, recording, g.golds, o); err == nil {
		table.Gold = g.name
	}
	return table, err
}
