package console

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/control"
)

// showActors prints the tree once.
func showActors(ctx context.Context, at window, std command.Streams, asJSON bool) error {
	answer, err := at.ask(ctx, http.MethodGet, "/v1/actors", nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if asJSON {
		_, err := io.Copy(std.Out, answer.Body)
		return err
	}
	var tree control.Actors
	if err := json.NewDecoder(answer.Body).Decode(&tree); err != nil {
		return fmt.Errorf("actors: %w", err)
	}
	return writeActors(std.Out, tree)
}

// writeActors writes the tree as a table, a heading for each kind.
func writeActors(out io.Writer, tree control.Actors) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, kind := range tree.Kinds {
		fmt.Fprintf(table, "%s\t%d\tbacklog\tlast\tpanics\n", kind.Kind, kind.All)
		for _, a := range kind.Actors {
			state := a.State
			if rests := time.Duration(a.Rests * float64(time.Second)).Round(time.Second); rests > 0 {
				state += " (" + rests.String() + ")"
			}
			key := a.Key
			if a.Process != "" {
				key += " in " + a.Process
			}
			fmt.Fprintf(table, "  %s\t%s\t%d\t%s\t%d\n", command.Printable(key), command.Printable(state), a.Backlog, a.Last, a.Panics)
		}
		if more := kind.All - len(kind.Actors); more > 0 {
			fmt.Fprintf(table, "  and %d more\n", more)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, missing(tree.Silent))
	return err
}

// missing has a line for each process that didn't answer.
func missing(silent []control.Silent) string {
	var b strings.Builder
	for _, p := range silent {
		fmt.Fprintf(&b, "%s (%s) did not answer\n", command.Printable(p.Host), command.Printable(p.Process))
	}
	return b.String()
}
