package lab

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/replay"
	"familiar/policy/conversation"
	"familiar/policy/odds"
)

// oddsFitCommand fits weights to an operator's own recording.
type oddsFitCommand struct {
	talk

	Out  string
	Name string
	Date string
	Plot string
}

// Declare implements [command.Command].
func (c *oddsFitCommand) Declare(l *command.Line) {
	c.talk.Declare(l)
	command.Text(l, &c.Out, "--out FILE", "Write the weights to this file.")
	command.Text(l, &c.Name, "--name NAME", "The name of the weights; by default the recording's.")
	command.Text(l, &c.Date, "--date DATE", "The date of the weights, as YYYY-MM-DD; by default that of the recording's file.")
	command.Text(l, &c.Plot, "--plot FILE", "Plot calibration and precision over recall to this file, as SVG.")
}

// Help is shown by familiar odds fit --help.
func (*oddsFitCommand) Help() string {
	return `Every participant who answered others often enough is played by a familiar that says what the participant said. The
figures printed are cross-validated: each slice of the recording is estimated with weights fitted to the others. The
weights written are fitted to all of them. To use the file, name it in a familiar's odds.weights.`
}

// Validate implements [command.Validator].
func (c *oddsFitCommand) Validate() error {
	if _, err := c.options(); err != nil {
		return err
	}
	if c.Date == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, c.Date); err != nil {
		return fmt.Errorf("--date %q: want YYYY-MM-DD", c.Date)
	}
	return nil
}

// Run implements [command.Command]. When ctx ends nothing is written.
func (c *oddsFitCommand) Run(ctx context.Context, std command.Streams) error {
	if err := command.Unread(c.files(), c.Out, c.Plot); err != nil {
		return err
	}
	recorded, golds, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	bar := command.NewBar(std.Err)
	defer bar.Clear()
	o := replay.Options{Progress: bar.Show}
	o.Policy, _ = conversation.Preset(config.DefaultPreset)
	o.Room, _ = conversation.PresetRoom(config.DefaultPreset)
	rows, err := replay.Rows(ctx, recorded, golds, o)
	if err != nil {
		return err
	}
	bar.Thing = "fits"
	crossed, err := fit.Cross(ctx, rows, bar.Show)
	if err != nil {
		return err
	}
	figures := fit.Figure(rows, crossed.Calibrated(rows))
	bar.Clear()
	fmt.Fprint(std.Out, figures)
	if err := c.write(recorded, rows, crossed, figures); err != nil {
		return err
	}
	if c.Plot == "" {
		return nil
	}
	_, err = command.ReplaceFile(c.Plot, func(w io.Writer) error { return figures.Plot(w, c.name()+", cross-validated by slice") })
	return err
}

// write writes the weights, if they are asked for.
func (c *oddsFitCommand) write(recorded *corpus.Corpus, rows *fit.Set, crossed *fit.Crossed, figures *fit.Figures) error {
	if c.Out == "" {
		return nil
	}
	date, err := c.date()
	if err != nil {
		return err
	}
	file := crossed.All.File(fit.Calibrate(rows, crossed.P))
	file.Name = c.name()
	file.Provenance = fmt.Sprintf("fitted by logistic regression with a ridge of %v to %d lines that address nobody in question, in %d slices", fit.Ridge, figures.Open, figures.Slices)
	if recorded.Source != "" {
		file.Provenance += "; recording: " + clip(recorded.Source) + ", " + clip(cmp.Or(recorded.Licence, "licence unknown"))
	}
	file.Fitted = odds.Fitted{Rows: figures.Open, Positives: figures.Answered, Slices: listed(rows.Slices()), Date: date, Command: c.command()}
	for _, name := range file.Fitted.Slices {
		file.Fitted.Sketches = append(file.Fitted.Sketches, recorded.Slice(name).Sketch(sketched(len(file.Fitted.Slices))))
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if _, err := odds.Load(text); err != nil {
		return fmt.Errorf("these weights can't be used: %w", err)
	}
	_, err = command.ReplaceFile(c.Out, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	return err
}

// sketched is of how many lines of each of so many slices a weights file keeps a
// hash: 32, fewer where the file would grow too large.
func sketched(slices int) int { return min(32, 4096/slices) }

func (c *oddsFitCommand) name() string {
	return cmp.Or(c.Name, strings.TrimSuffix(filepath.Base(c.File), filepath.Ext(c.File)))
}

func (c *oddsFitCommand) date() (string, error) {
	if c.Date != "" {
		return c.Date, nil
	}
	stat, err := os.Stat(strings.TrimPrefix(c.File, journalPrefix))
	if err != nil {
		return "", err
	}
	return stat.ModTime().UTC().Format(time.DateOnly), nil
}

// command returns what makes these weights again. Folders are left out: they say
// more of a machine than of weights.
func (c *oddsFitCommand) command() string {
	words := []string{"familiar odds fit", strconv.Quote(filepath.Base(c.File))}
	for _, said := range []struct{ flag, value string }{{"--familiar", c.Familiar}, {"--channel", c.Channel}, {"--gold", named(c.Gold)}, {"--labels", named(c.Labels)}} {
		if said.value != "" {
			words = append(words, said.flag, strconv.Quote(said.value))
		}
	}
	if c.Gold == "" && c.Labels == "" && c.Familiar == "" {
		words = append(words, "--least", strconv.Itoa(c.Least))
	}
	if c.Replies {
		words = append(words, "--replies")
	}
	return strings.Join(words, " ")
}

// named returns a file's name without its folder; "" stays.
func named(file string) string {
	if file == "" {
		return ""
	}
	return filepath.Base(file)
}

// mostListed is how many bytes of slices' names a file of weights lists, so
// that it stays well below what is read of one.
const mostListed = 24 << 10

// listed returns as many of the names as there is room for.
func listed(names []string) []string {
	bytes := 0
	for i, name := range names {
		if bytes += len(name); bytes > mostListed {
			return names[:i]
		}
	}
	return names
}

// clip keeps a text from a recording short enough for a file's provenance.
func clip(text string) string {
	const most = 300
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
