package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
)

// importCommand makes one form of recorded chat of any.
type importCommand struct {
	What string
	Out  string

	Channels []string
	recording
}

// Declare implements [command.Command].
func (c *importCommand) Declare(l *command.Line) {
	command.Argument(l, &c.What, "what", "An export (a file, folder or zip), or journal:DIR for what familiar itself has heard.")
	command.Text(l, &c.Out, "--out FILE", "Write the lines to this file, as JSON lines in the form familiar-replay/1.")
	command.List(l, &c.Channels, "--channel NAME", "Only this channel, as the recording calls it. May be repeated.")
	c.recording.Declare(l)
	l.Require("out")
}

// Help is shown by familiar import --help.
func (*importCommand) Help() string {
	return `Reads DiscordChatExporter JSON, Slack exports, Telegram's result.json, Element's JSON, logs of IRC clients,
familiar's own JSON lines and journals, of any size. docs/import.md says what each of them lacks. If --channel names a
channel that isn't there, the error names some that are:

  familiar import slack-export --channel general --out general.jsonl`
}

// Validate implements [command.Validator].
func (c *importCommand) Validate() error {
	_, err := c.options()
	return err
}

// Run implements [command.Command]. The file is there when all of it is.
func (c *importCommand) Run(ctx context.Context, std command.Streams) (err error) {
	if err := command.Replaceable(c.Out); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(c.Out), filepath.Base(c.Out)+".*.part")
	if err != nil {
		return fmt.Errorf("output: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	buffer := bufio.NewWriterSize(f, 1<<16)
	w, err := corpus.NewWriter(buffer, "")
	if err != nil {
		return err
	}
	met := channelsMet{wanted: c.Channels}
	err = c.each(ctx, std, c.What, met.lets, func(e corpus.Entry) error {
		met.heard(e.Place.Name)
		return w.Write(e)
	})
	if err == nil {
		err = met.missing(c.What)
	}
	if err != nil {
		return command.Stopped(ctx, err, c.Out+" was not written")
	}
	if err := errors.Join(buffer.Flush(), f.Close()); err != nil {
		return fmt.Errorf("output: %w", err)
	}
	if err := os.Rename(f.Name(), c.Out); err != nil {
		return fmt.Errorf("output: %w", err)
	}
	total := 0
	for _, n := range met.lines {
		total += n
	}
	fmt.Fprintf(std.Out, "%s: %s in %s\n", c.Out, command.Count(total, "line"), command.Count(len(met.lines), "channel"))
	return nil
}
