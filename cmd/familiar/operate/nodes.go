package operate

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/cluster/membership"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/diagnosis"
	"familiar/cmd/familiar/process"
	"familiar/journal"
)

// nodesCommand lists the processes of a deployment.
type nodesCommand struct {
	command.Configured
	JSON bool
}

// Declare implements [command.Command].
func (c *nodesCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Switch(l, &c.JSON, "--json", "Print a JSON array, one object a process.")
}

// Help is shown by familiar nodes --help.
func (*nodesCommand) Help() string {
	return `Asks the NATS server of the configuration (url in [journal]) which processes are running on it, and what each has: the
partitions whose channels are its own, of which the journal has as many as familiar journal status says, and the accounts
that listen and post there. Of an account that is divided, such as a large bot on Discord, moth:2/4 is shard 2 of 4, and 0
goes with the account; how many are up, and how many sessions may still be begun, is told below. One that was killed is listed for up to six seconds more. SINCE is by its own clock.

A process works; or drains, because it is stopping or was told to, until it is drained and has nothing; or waits: a newer
program than others gets nothing until the last older one is gone, so that these can still be started again.

If partitions can't be divided evenly, or there are fewer than four for each process, a last line says so, and how many
would be better.`
}

// askNodes is how long the server may take to answer.
const askNodes = 10 * time.Second

// A node is one process as it is listed.
type node = membership.Standing

// Run implements [command.Command].
func (c *nodesCommand) Run(ctx context.Context, std command.Streams) error {
	ctx, cancel := context.WithTimeout(ctx, askNodes)
	defer cancel()
	running, nodes, err := listNodes(ctx, &c.Configured, std)
	if err != nil {
		return err
	}
	defer running.Close()
	if c.JSON {
		return command.PrintJSON(std.Out, nodes)
	}
	if err := printNodes(nodes, std.Out); err != nil {
		return err
	}
	tellShards(ctx, running, nodes, std.Out)
	if d, is := divisionOf(nodes); is && d.Level() != diagnosis.Fine {
		fmt.Fprintf(std.Out, "%s\n  %s\n", d.Says(), d.Remedy())
	}
	return nil
}

// divisionOf returns how many partitions there are for how many processes; false: there
// are not several that take a share, or not everything has an owner yet.
func divisionOf(nodes []node) (d diagnosis.Division, is bool) {
	d.Most = journal.MaxPartitions
	held := 0
	for _, n := range nodes {
		if !n.Draining {
			d.Processes++
		}
		held += len(n.Partitions)
		for _, k := range n.Partitions {
			d.Partitions = max(d.Partitions, k+1)
		}
	}
	return d, d.Processes > 1 && held > 0 && held == d.Partitions
}

// tellShards prints how many shards of accounts are up, and the sessions that may still
// be begun, as the first process knows that answers.
func tellShards(ctx context.Context, running *process.Nodes, nodes []node, out io.Writer) {
	if !slices.ContainsFunc(nodes, func(n node) bool { return len(n.Shards) > 0 }) {
		return
	}
	for _, n := range nodes {
		all, err := running.Shards(ctx, n.ID)
		if err != nil { // it has just died, or is older
			continue
		}
		for _, s := range all {
			fmt.Fprintf(out, "%s: %s\n", command.Quoted(string(s.Account)), s)
		}
		return
	}
}

// listNodes connects to the processes of a configuration, and returns which there are.
func listNodes(ctx context.Context, c *command.Configured, std command.Streams) (*process.Nodes, []node, error) {
	loaded, err := c.Load()
	if err != nil {
		return nil, nil, err
	}
	running, err := process.DialNodes(loaded, command.Quietly(std))
	if err != nil {
		return nil, nil, err
	}
	nodes, err := readNodes(ctx, running)
	if err != nil {
		running.Close()
		return nil, nil, err
	}
	return running, nodes, nil
}

// readNodes returns the processes that are there; not nil, so that none is [] in JSON.
func readNodes(ctx context.Context, running *process.Nodes) ([]node, error) {
	now, err := running.Read(ctx)
	if err != nil {
		return nil, err
	}
	return now.Standings(), nil
}

// printNodes prints processes in columns. What they say of themselves is another
// machine's word.
func printNodes(nodes []node, out io.Writer) error {
	if len(nodes) == 0 {
		_, err := fmt.Fprintln(out, "no process is running")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "ID\tHOST\tPID\tVERSION\tSINCE\tSTATE\tPARTITIONS\tACCOUNTS\n")
	for _, n := range nodes {
		has := listed(slices.Concat(n.Accounts, n.Shards), command.Quoted)
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", command.Quoted(n.ID), command.Quoted(n.Host), n.PID, command.Quoted(n.Version),
			n.Started.Format(time.RFC3339), n.State, listed(n.Partitions, strconv.Itoa), has)
	}
	return w.Flush()
}

// listed joins what a process has; "-": nothing.
func listed[T any](all []T, text func(T) string) string {
	if len(all) == 0 {
		return "-"
	}
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = text(one)
	}
	return strings.Join(texts, ",")
}
