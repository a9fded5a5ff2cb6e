package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/actors/host"
	"familiar/control"
)

// actorsOf returns the tree of a program's actors as the HTTP interface tells
// it.
func actorsOf(standings []host.Standing, all map[string]int) control.Actors {
	tree := control.Actors{Kinds: []control.ActorKind{}}
	for _, s := range standings {
		if last := len(tree.Kinds) - 1; last < 0 || tree.Kinds[last].Kind != s.Key.Kind {
			tree.Kinds = append(tree.Kinds, control.ActorKind{Kind: s.Key.Kind, All: all[s.Key.Kind]})
		}
		of := &tree.Kinds[len(tree.Kinds)-1]
		of.Actors = append(of.Actors, control.Actor{Key: s.Key.ID, State: s.State, Backlog: s.Backlog, Last: s.Last, Rests: s.Rests.Seconds(), Panics: s.Panics})
	}
	return tree
}

// showActors prints the tree once.
func showActors(ctx context.Context, at window, std streams, asJSON bool) error {
	answer, err := at.ask(ctx, http.MethodGet, "/v1/actors")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if asJSON {
		_, err := io.Copy(std.out, answer.Body)
		return err
	}
	var tree control.Actors
	if err := json.NewDecoder(answer.Body).Decode(&tree); err != nil {
		return fmt.Errorf("actors: %w", err)
	}
	return writeActors(std.out, tree)
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
			fmt.Fprintf(table, "  %s\t%s\t%d\t%s\t%d\n", withoutControls(a.Key), withoutControls(state), a.Backlog, a.Last, a.Panics)
		}
		if more := kind.All - len(kind.Actors); more > 0 {
			fmt.Fprintf(table, "  and %d more\n", more)
		}
	}
	return table.Flush()
}

// withoutControls takes out of a name what would move a terminal's cursor.
func withoutControls(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, name)
}
