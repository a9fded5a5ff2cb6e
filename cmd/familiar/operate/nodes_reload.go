package operate

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/journal/audit"
)

// reloadCommand has every process read its configuration again.
type reloadCommand struct{ command.Configured }

// Help is shown by familiar nodes reload --help.
func (*reloadCommand) Help() string {
	return `Each process reads the files on its own machine again, one process after the other. One whose configuration can't be read
keeps what it had, and the rest go on: the command names it and fails. It also fails where the processes' files are not
the same afterwards; cards and other files that these name are not compared.`
}

// Run implements [command.Command].
func (c *reloadCommand) Run(ctx context.Context, std command.Streams) error {
	asking, cancel := context.WithTimeout(ctx, askNodes)
	defer cancel()
	running, nodes, err := listNodes(asking, &c.Configured, std)
	if err != nil {
		return err
	}
	defer running.Close()
	if len(nodes) == 0 {
		return errors.New("no process is running")
	}
	return c.Record(ctx, std, audit.Deed{Verb: "reload", Detail: fmt.Sprintf("%d processes", len(nodes))}, func() error {
		return reloadAll(ctx, std, running, nodes)
	})
}

// reloadAll has one process after the other reload, and says how that went.
func reloadAll(ctx context.Context, std command.Streams, running *process.Nodes, nodes []node) error {
	w := tabwriter.NewWriter(std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "ID\tHOST\tCONFIGURATION\n")
	failed, files := 0, map[string]bool{}
	for _, n := range nodes {
		asking, cancel := context.WithTimeout(ctx, askNodes)
		done, err := running.Reload(asking, n.ID)
		cancel()
		said := done.Digest
		if err != nil {
			failed++
			said = command.Quoted(err.Error())
		} else {
			files[done.Digest] = true
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", command.Quoted(n.ID), command.Quoted(n.Host), said)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	switch {
	case failed > 0:
		return fmt.Errorf("%d of %d processes kept what they had", failed, len(nodes))
	case len(files) > 1:
		return fmt.Errorf("the processes have %d different configurations: make the files equal", len(files))
	}
	return nil
}
