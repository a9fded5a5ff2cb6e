package operate

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"familiar/cmd/familiar/diagnosis"
	"familiar/cmd/familiar/process"
	"familiar/config"
)

// nodeWithin is how long each of several processes has to answer.
const nodeWithin = 3 * time.Second

// askEveryNode asks each of the processes that share an outside NATS how it is. That the
// server can't be asked the store has said already.
func askEveryNode(ctx context.Context, c *config.Config, log *slog.Logger) []diagnosis.Finding {
	if c.Journal.URL == "" {
		return nil
	}
	running, err := process.DialNodes(c, log)
	if err != nil {
		return nil
	}
	defer running.Close()
	listing, cancel := context.WithTimeout(ctx, askNodes)
	defer cancel()
	nodes, err := readNodes(listing, running)
	if err != nil {
		return nil
	}
	all := make([]diagnosis.Finding, len(nodes))
	var asking sync.WaitGroup
	for i, n := range nodes {
		asking.Go(func() { all[i] = askNode(ctx, running, n) }) // each waits for another process
	}
	asking.Wait()
	if d, is := divisionOf(nodes); is {
		all = append(all, d)
	}
	return all
}

func askNode(ctx context.Context, running *process.Nodes, n node) diagnosis.Node {
	found := diagnosis.Node{ID: n.ID, Host: n.Host, Version: n.Version, Has: len(n.Partitions), Drained: n.Draining}
	ctx, cancel := context.WithTimeout(ctx, nodeWithin)
	defer cancel()
	parts, err := running.Ready(ctx, n.ID)
	if err != nil {
		found.Error = oneLine(err.Error())
		return found
	}
	for _, p := range parts {
		if !p.OK || p.Ails {
			found.Ailing = append(found.Ailing, oneLine(p.Part+": "+p.Says))
		}
	}
	return found
}
