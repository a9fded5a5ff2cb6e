package operate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/journal/audit"
)

// A named process is one that a command is about.
type named struct {
	command.Configured
	ID string
}

// Declare implements [command.Command].
func (c *named) Declare(l *command.Line) {
	command.Argument(l, &c.ID, "id", "The process, as familiar nodes lists it.")
	c.Configured.Declare(l)
}

// ask asks the process, and says which there are if it isn't one of them. then goes on
// with who can be asked.
func (c *named) ask(ctx context.Context, std command.Streams, want process.Drain, then func(*process.Nodes) error) error {
	asking, cancel := context.WithTimeout(ctx, askNodes)
	defer cancel()
	running, nodes, err := listNodes(asking, &c.Configured, std)
	if err != nil {
		return err
	}
	defer running.Close()
	if !slices.ContainsFunc(nodes, func(n node) bool { return n.ID == c.ID }) {
		return fmt.Errorf("no process %s is running: %s", command.Quoted(c.ID), whoRuns(nodes))
	}
	if err := c.drain(asking, std, running, want); err != nil {
		return err
	}
	return then(running)
}

// drain asks the process, as an operator's deed.
func (c *named) drain(ctx context.Context, std command.Streams, running *process.Nodes, want process.Drain) error {
	deed := audit.Deed{Verb: "drain", Detail: c.ID}
	if want.Undo {
		deed.Verb = "undrain"
	}
	return c.Record(ctx, std, deed, func() error { return running.Drain(ctx, c.ID, want) })
}

// whoRuns lists who is there.
func whoRuns(nodes []node) string {
	if len(nodes) == 0 {
		return "none is"
	}
	all := make([]string, len(nodes))
	for i, n := range nodes {
		all[i] = fmt.Sprintf("%s (%s, pid %d)", command.Quoted(n.ID), command.Quoted(n.Host), n.PID)
	}
	return "there are " + strings.Join(all, ", ")
}

// drainCommand has a process give up what it has.
type drainCommand struct {
	named
	Force bool
}

// Declare implements [command.Command].
func (c *drainCommand) Declare(l *command.Line) {
	c.named.Declare(l)
	command.Switch(l, &c.Force, "--force", "Drain it though no other is there: it keeps what it has until one is.")
}

// Help is shown by familiar nodes drain --help.
func (*drainCommand) Help() string {
	return `The process gives its partitions and accounts to the others, one after the other, as a planned restart does, and goes on
running: its page still shows everything. It takes nothing more until familiar nodes undrain, or a restart. The command
waits until it has nothing. A deployment of which every process is drained does nothing new.`
}

const (
	drainedWithin = time.Minute
	drainedEvery  = 200 * time.Millisecond
)

// Run implements [command.Command].
func (c *drainCommand) Run(ctx context.Context, std command.Streams) error {
	began := time.Now()
	return c.ask(ctx, std, process.Drain{Force: c.Force}, func(running *process.Nodes) error {
		ctx, cancel := context.WithTimeout(ctx, drainedWithin)
		defer cancel()
		tick := time.NewTicker(drainedEvery)
		defer tick.Stop()
		for {
			nodes, err := readNodes(ctx, running)
			if err != nil {
				return err
			}
			left, others := c.left(nodes)
			if left == 0 {
				fmt.Fprintf(std.Out, "%s is drained, after %v\n", command.Quoted(c.ID), time.Since(began).Round(100*time.Millisecond))
				return nil
			}
			if !others {
				fmt.Fprintf(std.Out, "%s keeps what it has until another process is there to take it\n", command.Quoted(c.ID))
				return nil
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return fmt.Errorf("%s has %d partitions and accounts still: familiar nodes shows when it is drained", command.Quoted(c.ID), left)
			}
		}
	})
}

// left returns how many partitions and accounts the process has, and whether others are
// there that take some.
func (c *drainCommand) left(nodes []node) (left int, others bool) {
	for _, n := range nodes {
		if n.ID == c.ID {
			left = len(n.Partitions) + len(n.Accounts)
		} else {
			others = others || !n.Draining
		}
	}
	return left, others
}

// undrainCommand has a process take its share again.
type undrainCommand struct{ named }

// Help is shown by familiar nodes undrain --help.
func (*undrainCommand) Help() string {
	return `The process takes its share of the partitions again, one after the other. Accounts stay where they are.`
}

// Run implements [command.Command].
func (c *undrainCommand) Run(ctx context.Context, std command.Streams) error {
	return c.ask(ctx, std, process.Drain{Undo: true}, func(*process.Nodes) error {
		fmt.Fprintf(std.Out, "%s takes its share again\n", command.Quoted(c.ID))
		return nil
	})
}
