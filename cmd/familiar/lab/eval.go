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
)

// evalCommand lays the presets beside simpler gates.
type evalCommand struct {
	Dir string

	JSON      bool
	Decisions string
	Workers   int
}

// Declare implements [command.Command].
func (c *evalCommand) Declare(l *command.Line) {
	command.Argument(l, &c.Dir, "dir", "A folder with corpus.jsonl (recorded chat) and gold.jsonl (who really answered what).")
	command.Switch(l, &c.JSON, "--json", "Print JSON.")
	command.Text(l, &c.Decisions, "--decisions FOLDER", "Write each row's decisions to its own file in this folder, as JSON lines.")
	command.Whole(l, &c.Workers, "--workers", "How many familiars to replay at the same time. The result is the same.")
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
	return nil
}

// Run implements [command.Command].
func (c *evalCommand) Run(ctx context.Context, std command.Streams) (err error) {
	recording, err := corpus.Open(filepath.Join(c.Dir, "corpus.jsonl"), corpus.Options{})
	if err != nil {
		return err
	}
	golds, err := corpus.OpenGold(filepath.Join(c.Dir, "gold.jsonl"))
	if err != nil {
		return err
	}
	for i := range golds {
		if recording.Slice(golds[i].Slice) == nil {
			return fmt.Errorf("gold.jsonl: no channel %q in corpus.jsonl", golds[i].Slice)
		}
	}
	bar := command.NewBar(std.Err)
	bar.Thing = "rows"
	defer bar.Clear()
	o := eval.Options{Workers: c.Workers, Progress: bar.Show}
	var files decisionFiles
	if c.Decisions != "" {
		if err := os.MkdirAll(c.Decisions, 0o777); err != nil {
			return err
		}
		files.folder = c.Decisions
		o.Decisions = files.open
		defer func() { err = errors.Join(err, files.close()) }()
	}
	table, err := eval.Run(ctx, recording, golds, o)
	bar.Clear()
	if err != nil {
		return command.Stopped(ctx, err, "not every row was done")
	}
	if c.JSON {
		enc := json.NewEncoder(std.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		return enc.Encode(table)
	}
	fmt.Fprint(std.Out, table)
	return nil
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
