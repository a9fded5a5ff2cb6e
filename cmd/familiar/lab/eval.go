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
	"unicode"

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
	Decisions string
	Workers   int

	Communities communities
}

// Declare implements [command.Command].
func (c *evalCommand) Declare(l *command.Line) {
	command.Optional(l, &c.Dir, "dir", "A folder with corpus.jsonl (recorded chat) and gold.jsonl (who really answered what); with gold-explicit.jsonl, too, there is a second table.")
	command.Switch(l, &c.JSON, "--json", "Print JSON.")
	command.Switch(l, &c.Labels, "--labels", "Instead of gates, measure labels: how often what follows a line tells whether somebody answered it.")
	command.Switch(l, &c.Languages, "--languages", "Without a folder, compare languages: a short chat that comes with the program, the same in each.")
	command.Switch(l, &c.Unknown, "--unknown-language", "Replace the words of the recording, as if it were in a language of which the program knows none.")
	command.Text(l, &c.Decisions, "--decisions FOLDER", "Write each row's decisions to its own file in this folder, as JSON lines.")
	command.Whole(l, &c.Workers, "--workers", "How many familiars to replay at the same time. The result is the same.")
	c.Communities.Declare(l)
}

// Help is shown by familiar eval --help.
func (*evalCommand) Help() string {
	return `Nothing is posted and no model is asked. docs/when-to-speak.md says what the
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
	if c.Labels && c.Decisions != "" {
		return errors.New("--decisions with --labels: labels decide nothing; leave one of them out")
	}
	return c.Communities.Validate(c.Dir)
}

// Run implements [command.Command].
func (c *evalCommand) Run(ctx context.Context, std command.Streams) error {
	if c.Communities.On {
		return c.communities(ctx, std)
	}
	if c.Languages {
		return c.compareLanguages(ctx, std)
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
	bar := command.NewBar(std.Err)
	bar.Thing = "rows"
	defer bar.Clear()
	o := eval.Options{Workers: c.Workers, Progress: bar.Show, Unknown: c.Unknown}
	var table *eval.Table
	for i, g := range golds {
		if i > 0 {
			o.Fit = golds[0].golds
		}
		other, err := c.eval(ctx, recording, g, o, i == 0)
		if err != nil {
			bar.Clear()
			return command.Stopped(ctx, err, "not every row was done")
		}
		if len(golds) > 1 {
			other.Gold = g.file
		}
		if table == nil {
			table = other
		} else {
			table.Beside = append(table.Beside, other)
		}
	}
	bar.Clear()
	return c.print(std, table)
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

// A goldFile is a record of who answered what.
type goldFile struct {
	file  string // its name
	golds []corpus.Gold
}

// golds reads the folder's records: gold.jsonl, and gold-explicit.jsonl if it is
// there, in which only what the network shows counts as answered.
func (c *evalCommand) golds(recording *corpus.Corpus) ([]goldFile, error) {
	var all []goldFile
	for _, file := range []string{"gold.jsonl", "gold-explicit.jsonl"} {
		golds, err := corpus.OpenGold(filepath.Join(c.Dir, file))
		if len(all) > 0 && errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		for i := range golds {
			if recording.Slice(golds[i].Slice) == nil {
				return nil, fmt.Errorf("%s: no channel %q in corpus.jsonl", file, golds[i].Slice)
			}
		}
		all = append(all, goldFile{file, golds})
	}
	return all, nil
}

// eval makes the table of one record. The decisions by any but the first go to
// a folder of its name.
func (c *evalCommand) eval(ctx context.Context, recording *corpus.Corpus, g goldFile, o eval.Options, first bool) (_ *eval.Table, err error) {
	if c.Decisions != "" {
		files := decisionFiles{folder: c.Decisions}
		if !first {
			files.folder = filepath.Join(c.Decisions, strings.TrimSuffix(g.file, ".jsonl"))
		}
		if err := os.MkdirAll(files.folder, 0o777); err != nil {
			return nil, err
		}
		o.Decisions = files.open
		defer func() { err = errors.Join(err, files.close()) }()
	}
	return eval.Run(ctx, recording, g.golds, o)
}

// decisionFiles are files named after rows, opened one after the other.
type decisionFiles struct {
	folder string
	all    command.Outputs
	err    error // of opening one
}

// open returns the file of a row; nil when it can't be made, which close says.
func (f *decisionFiles) open(row string) io.Writer {
	opened, err := command.CreateAll(nil, filepath.Join(f.folder, plain(row)+".jsonl"))
	if err != nil {
		f.err = errors.Join(f.err, err)
		return nil
	}
	f.all = append(f.all, opened...)
	return opened.Writer(0)
}

func (f *decisionFiles) close() error { return errors.Join(f.err, f.all.Close()) }

// plain makes a file's name of a row's: letters and digits, joined by -.
func plain(row string) string {
	return strings.Join(strings.FieldsFunc(row, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "-")
}
