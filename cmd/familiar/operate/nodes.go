package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"familiar/cluster/membership"
	"familiar/cmd/familiar/command"
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
	return `Asks the NATS server of the configuration (url in [journal]) which processes are running on it: each enters itself and says
every two seconds that it is still there. One that was killed is listed for up to six seconds more. SINCE is by its own
clock. One that is stopping is draining. STORE is marked for the one that has the store; others can't open it meanwhile.`
}

// askNodes is how long the server may take to answer.
const askNodes = 10 * time.Second

// A node is one process as it is listed.
type node struct {
	membership.Member
	Store bool `json:"store"` // it has the store
}

// Run implements [command.Command].
func (c *nodesCommand) Run(ctx context.Context, std command.Streams) error {
	loaded, err := c.Load()
	if err != nil {
		return err
	}
	if loaded.Journal.URL == "" {
		return errors.New("the journal of this configuration is embedded in its one process, which familiar health asks: several need the url of a NATS server in [journal]")
	}
	conn, err := membership.Dial(loaded.Journal.URL, loaded.Journal.Credentials, command.Quietly(std))
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, askNodes)
	defer cancel()
	members, err := membership.List(ctx, conn, loaded.Journal.Prefix)
	if err != nil && !errors.Is(err, membership.ErrNobody) {
		return err
	}
	host, pid, err := membership.StoreOwner(ctx, conn, loaded.Journal.Prefix)
	if err != nil {
		return err
	}
	nodes := make([]node, len(members)) // not nil: none is [] in JSON
	for i, m := range members {
		nodes[i] = node{m, host != "" && m.Host == host && m.PID == pid}
	}
	if c.JSON {
		encoder := json.NewEncoder(std.Out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(nodes)
	}
	return printNodes(nodes, std.Out)
}

// printNodes prints processes in columns. What they say of themselves is another
// machine's word.
func printNodes(nodes []node, out io.Writer) error {
	if len(nodes) == 0 {
		_, err := fmt.Fprintln(out, "no process is running")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "ID\tHOST\tPID\tVERSION\tSINCE\tSTATE\tSTORE\n")
	for _, n := range nodes {
		state, store := "running", ""
		if n.Draining {
			state = "draining"
		}
		if n.Store {
			store = "yes"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n", command.Quoted(n.ID), command.Quoted(n.Host), n.PID, command.Quoted(n.Version), n.Started.Format(time.RFC3339), state, store)
	}
	return w.Flush()
}
