package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"familiar/cmd/familiar/command"
	"familiar/journal/jetstream"
)

// backupCommand copies a store into one file.
type backupCommand struct {
	command.Configured
	File string
}

// Declare implements [command.Command].
func (c *backupCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Argument(l, &c.File, "file", "Where to write it; - is standard output.")
}

// Help is shown by familiar backup --help.
func (*backupCommand) Help() string {
	return `Writes the whole journal to one compressed file; the program may keep running. The file contains what people said,
so only you can read it (mode 0600). An existing file of that name is replaced once the backup is complete.`
}

// Run implements [command.Command].
func (c *backupCommand) Run(ctx context.Context, std command.Streams) (err error) {
	left := c.File + " was not written"
	if c.File == "-" {
		left = "what was written is not a complete backup"
	}
	defer func() { err = command.Stopped(ctx, err, left) }()
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	show, clear := command.MessagesBar(std)
	var written uint64
	dump := func(w io.Writer) error {
		defer clear()
		return j.Dump(ctx, w, func(done, total uint64) { written = done; show(done, total) })
	}
	if c.File == "-" {
		return dump(std.Out)
	}
	bytes, err := command.ReplaceFile(c.File, dump)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s: %s, %s\n", c.File, command.Count(int(written), "message"), command.Size(bytes))
	return nil
}

// restoreCommand makes a store of a backup.
type restoreCommand struct {
	command.Configured
	File string
}

// Declare implements [command.Command].
func (c *restoreCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Argument(l, &c.File, "file", "What familiar backup wrote; - is standard input.")
}

// Help is shown by familiar restore --help.
func (*restoreCommand) Help() string {
	return `The configuration's data folder must not have a journal yet. A restore that fails or is stopped leaves nothing behind. Posts
that were waiting when the backup was made are delivered at the next start; whatever happened later is not in it.`
}

// Run implements [command.Command].
func (c *restoreCommand) Run(ctx context.Context, std command.Streams) error {
	loaded, err := c.Load()
	if err != nil {
		return err
	}
	in := io.Reader(os.Stdin)
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	settings := command.Stored(loaded, command.Quietly(std))
	show, clear := command.MessagesBar(std)
	var written uint64
	err = jetstream.Restore(ctx, settings, in, func(done, total uint64) { written = done; show(done, total) })
	clear()
	if err != nil {
		return command.Stopped(ctx, err, "nothing was restored")
	}
	fmt.Fprintf(std.Out, "%s restored; the next familiar run goes on from there\n", command.Count(int(written), "message"))
	return nil
}
