package journal

import (
	"context"
	"errors"
	"fmt"
	"io"

	"familiar/cmd/familiar/command"
	"familiar/journal/jetstream"
)

// repartitionCommand divides a store into more partitions.
type repartitionCommand struct {
	command.Configured
	To     int
	DryRun bool
}

// Declare implements [command.Command].
func (c *repartitionCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Whole(l, &c.To, "--to", "How many partitions there are to be: a multiple of what there are, at most 256.")
	command.Switch(l, &c.DryRun, "--dry-run", "Only print what it would take.")
}

// Help is shown by familiar journal repartition --help.
func (*repartitionCommand) Help() string {
	return `Stop every program that uses the journal first. Everything in it stays, under the numbers it had. The new partitions are
written beside the old ones, which are in use until the last moment: if it is stopped or killed nothing has changed, and
it can be run again. Where partitions is set in [journal], set it to the new number afterwards. Programs older than this command can't
open the journal any more; familiar backup before it is the way back.`
}

// Run implements [command.Command].
func (c *repartitionCommand) Run(ctx context.Context, std command.Streams) error {
	loaded, err := c.Load()
	if err != nil {
		return err
	}
	settings := command.Stored(loaded, command.Quietly(std))
	cost, err := c.cost(ctx, settings)
	if err != nil {
		return err
	}
	printCost(cost, std.Out)
	if c.DryRun {
		return nil
	}
	show, clear := command.MessagesBar(std)
	err = jetstream.Repartition(ctx, settings, c.To, show)
	clear()
	if err != nil {
		return command.Stopped(ctx, err, "the journal is as it was")
	}
	fmt.Fprintf(std.Out, "the journal has %s\n", command.Count(c.To, "partition"))
	if asked := loaded.Journal.Partitions; asked != 0 && asked != c.To {
		fmt.Fprintf(std.Out, "set partitions = %d in [journal] of every process\n", c.To)
	}
	if loaded.Journal.URL != "" {
		fmt.Fprintln(std.Out, "the first start after 5 minutes removes the old ones, once all servers have the new ones on disk")
	}
	return nil
}

// cost looks at the store without taking it over.
func (c *repartitionCommand) cost(ctx context.Context, settings jetstream.Config) (cost jetstream.RepartitionCost, err error) {
	j, err := jetstream.Visit(ctx, settings)
	if err != nil {
		return cost, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	return j.RepartitionCost(ctx, c.To)
}

func printCost(cost jetstream.RepartitionCost, out io.Writer) {
	fmt.Fprintf(out, "%d to %d partitions: %s to copy, %s, at most %s of disk", cost.From, cost.To,
		command.Count(int(cost.Records), "message"), command.Count(int(cost.Placeholders), "placeholder"), command.Size(cost.Bytes))
	if cost.Free >= 0 {
		fmt.Fprintf(out, ", %s free", command.Size(cost.Free))
	}
	fmt.Fprintln(out)
}
