package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/live"
	"familiar/lab/replay"
	"familiar/lab/report"
	"familiar/messages"
)

// reportCommand shows what familiars decided while they ran.
type reportCommand struct {
	lived
	Report string
	JSON   string
}

// Declare implements [command.Command].
func (c *reportCommand) Declare(l *command.Line) {
	c.lived.Declare(l)
	command.Text(l, &c.Report, "--report FILE", "Write a report to this file: one page for a browser, with every decision's reason and what was said.")
	command.Text(l, &c.JSON, "--json FILE", "Write the report as JSON.")
}

// Help is shown by familiar report --help.
func (*reportCommand) Help() string {
	return `The same report as for a replay, but of what really happened: wake-ups, judge calls, delay to speak and every decision
with its reason; for a familiar in shadow, what it would have said. Nothing is replayed, and the program may keep running.
You can label decisions on the page, as familiar label does on a terminal.`
}

// Run implements [command.Command].
func (c *reportCommand) Run(ctx context.Context, std command.Streams) error {
	walks, err := c.walks(ctx, std)
	if err != nil {
		return err
	}
	builder := report.New(c.What, len(walks), report.Setting{Name: "as it ran", Judge: "as it ran", Loop: "live"})
	for _, w := range walks {
		builder.Take(0, w)
	}
	r, err := builder.Build()
	if err != nil {
		return err
	}
	fmt.Fprint(std.Out, r.Text())
	written, err := command.CreateAll([]string{c.Config}, c.Report, c.JSON)
	if err != nil {
		return err
	}
	if w := written.Writer(0); w != nil {
		err = r.HTML(w)
	}
	if w := written.Writer(1); w != nil {
		err = errors.Join(err, r.JSON(w))
	}
	return errors.Join(err, written.Close())
}

// lived says which decisions of a program are meant.
type lived struct {
	What     string
	Familiar string
	Channel  string
	Since    time.Duration
	Config   string
}

// Declare implements [command.Command].
func (c *lived) Declare(l *command.Line) {
	command.Argument(l, &c.What, "what", "The program's journal: journal:DIR, where DIR is its data folder.")
	command.Text(l, &c.Familiar, "--familiar ID", "Only this familiar.")
	command.Text(l, &c.Channel, "--channel ID", "Only this channel, as network/workspace/chat.")
	command.Duration(l, &c.Since, "--since TIME", "Only what was said and decided in the last while, such as 24h.")
	command.Text(l, &c.Config, "-c, --config FILE", "The configuration, to find what would have changed a decision; by default that is left out.")
}

// Validate implements [command.Validator].
func (c *lived) Validate() error {
	if !strings.HasPrefix(c.What, journalPrefix) {
		return fmt.Errorf("%s: want %sDIR; for an export or a log use familiar replay --report", c.What, journalPrefix)
	}
	if c.Since < 0 {
		return errors.New("--since is negative: want a time such as 24h")
	}
	return nil
}

// walks reads them.
func (c *lived) walks(ctx context.Context, std command.Streams) (walks []replay.Walk, err error) {
	o := live.Options{Familiar: messages.FamiliarID(c.Familiar), Channel: c.Channel}
	if c.Since > 0 {
		o.Since = messages.InstantOf(time.Now().Add(-c.Since))
	}
	if c.Config != "" {
		loaded, err := config.LoadSealed(c.Config)
		if err != nil {
			return nil, err
		}
		o.There = loaded.Channel
	}
	j, err := visitFolder(ctx, std, strings.TrimPrefix(c.What, journalPrefix))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	return live.Read(ctx, j.Records(ctx, o.Since), j, o)
}
