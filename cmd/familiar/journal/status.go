package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// journalStatusCommand prints how a store stands.
type journalStatusCommand struct {
	command.Configured
	JSON bool
}

// Declare implements [command.Command].
func (c *journalStatusCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Switch(l, &c.JSON, "--json", "Print one JSON object.")
}

// Help is shown by familiar journal status --help.
func (*journalStatusCommand) Help() string {
	return `BEHIND is the number of records that would be read again at a start: 0 after a clean stop. The outbox has waiting posts and
marks for delivered ones. docs/operating.md says what to do about what you see.`
}

// Run implements [command.Command].
func (c *journalStatusCommand) Run(ctx context.Context, std command.Streams) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	s, err := j.Status(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return command.PrintJSON(std.Out, s)
	}
	return printStatus(s, std.Out)
}

// printStatus prints a status in columns.
func printStatus(s jetstream.Status, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "store\t%s\n", s.Store)
	fmt.Fprintf(w, "format\t%d, states of version %d\n", s.Format, s.State)
	fmt.Fprintf(w, "epoch\t%d, %s\n", s.Epoch, inUse(s))
	if s.Replicas > 0 {
		fmt.Fprintf(w, "replicas\t%d\n", s.Replicas)
	}
	fmt.Fprint(w, "\nPARTITION\tRECORDS\tSIZE\tFIRST\tLAST\tCHECKPOINT\tBEHIND\n")
	for k, p := range s.Partitions {
		fmt.Fprintf(w, "%d\t%d\t%s\t%d\t%d\t%d\t%d\n", k, p.Records, command.Size(p.Bytes), p.First, p.Last, p.Checkpoint, p.Behind)
	}
	fmt.Fprint(w, "\nKEPT\tRECORDS\tSIZE\n")
	for _, kept := range []struct {
		what string
		jetstream.Kept
		more string
	}{
		{"snapshots", s.Snapshots, "of " + command.Count(int(s.Channels), "channel")},
		{"outbox", s.Outbox, waiting(s)},
		{"dead letters", s.Letters, ""},
		{"notes", s.Notes, ""},
		{"observing notes", s.Observed, "up to 32 in each record"},
	} {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", kept.what, kept.Records, command.Size(kept.Bytes), kept.more)
	}
	fmt.Fprintf(w, "deadlines\t%d\t\t%s\n", s.Due, earliest(s.Earliest))
	if s.Disk != (jetstream.Disk{}) {
		fmt.Fprintf(w, "\ndisk\t%s used, %s free; lines are refused below %s\n", command.Size(s.Disk.Used), command.Size(s.Disk.Free), command.Size(s.Disk.Reserve))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i, loss := range s.Losses {
		if i == 0 {
			fmt.Fprint(out, "\nlost:\n")
		}
		fmt.Fprintf(out, "%s  %s\n", loss.At.Format(time.RFC3339), command.Quoted(loss.Finding.String()))
		if loss.Aside != "" {
			fmt.Fprintf(out, "    a copy as it was found: %s\n", command.Quoted(loss.Aside))
		}
	}
	return nil
}

func inUse(s jetstream.Status) string {
	switch {
	case !s.Running:
		return "no program is running"
	case s.Owner != "":
		return "in use by " + s.Owner
	}
	return "in use by a running program"
}

func waiting(s jetstream.Status) string {
	if s.Waiting == 0 {
		return "none waiting"
	}
	return fmt.Sprintf("%d waiting, the oldest since %s", s.Waiting, shown(s.Oldest))
}

func earliest(t messages.Instant) string {
	if t == 0 {
		return ""
	}
	return "the earliest " + shown(t)
}

// shown returns an instant to the second.
func shown(t messages.Instant) string { return t.Time().Format(time.RFC3339) }
