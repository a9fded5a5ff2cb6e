package operate

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/cluster/membership"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
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
that listen and post there. One that was killed is listed for up to six seconds more. SINCE is by its own clock.

A process works; or drains, because it is stopping or was told to, until it is drained and has nothing; or waits: a newer
program than others gets nothing until the last older one is gone, so that these can still be started again.`
}

// askNodes is how long the server may take to answer.
const askNodes = 10 * time.Second

// A node is one process as it is listed.
type node struct {
	membership.Member
	Partitions []int    `json:"partitions"`
	Accounts   []string `json:"accounts"`
}

// state says what a process does.
func (n node) state() string {
	has := len(n.Partitions)+len(n.Accounts) > 0
	switch {
	case n.Draining && has:
		return "drains"
	case n.Draining:
		return "drained"
	case has:
		return "works"
	default:
		return "waits"
	}
}

// Run implements [command.Command].
func (c *nodesCommand) Run(ctx context.Context, std command.Streams) error {
	loaded, err := c.Load()
	if err != nil {
		return err
	}
	running, err := process.DialNodes(loaded, command.Quietly(std))
	if err != nil {
		return err
	}
	defer running.Close()
	ctx, cancel := context.WithTimeout(ctx, askNodes)
	defer cancel()
	nodes, err := readNodes(ctx, running)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(std.Out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(nodes)
	}
	return printNodes(nodes, std.Out)
}

// readNodes returns the processes that are there; not nil, so that none is [] in JSON.
func readNodes(ctx context.Context, running *process.Nodes) ([]node, error) {
	now, err := running.Read(ctx)
	if err != nil {
		return nil, err
	}
	nodes := make([]node, len(now.Members))
	for i, m := range now.Members {
		partitions, accounts := now.Has(m.ID)
		nodes[i] = node{m, append([]int{}, partitions...), append([]string{}, accounts...)}
	}
	return nodes, nil
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
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", command.Quoted(n.ID), command.Quoted(n.Host), n.PID, command.Quoted(n.Version),
			n.Started.Format(time.RFC3339), n.state(), listed(n.Partitions, strconv.Itoa), listed(n.Accounts, command.Quoted))
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
