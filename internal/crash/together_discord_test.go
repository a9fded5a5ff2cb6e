//go:build unix

package crash

import (
	"context"
	"slices"
	"testing"
	"time"

	"familiar/internal/long"
)

// shardsTogether is how many shards the processes divide.
const shardsTogether = 4

// TestSeveralProcessesOnDiscord kills and freezes processes that share a bot's shards,
// and stops the NATS servers that keep the journal, while people talk in guilds of every
// shard. Discord keeps the sessions meanwhile: each line is heard, in the order in which
// it was said, and each reply stands there once.
func TestSeveralProcessesOnDiscord(t *testing.T) {
	long.Test(t)
	times, channels := size(t, "discord", 8, 24)
	t.Parallel()
	on := startShards(t, shardsTogether)
	on.Turns(5 * time.Second)
	all := plainScripts(*seed, channels, stepsEach(times), false, on.open)
	d := deploy(t, build(t), startModel(t), all, on)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	talked := make(chan struct{})
	go func() {
		defer close(talked)
		d.chat(ctx, time.Duration(times)*max(10*time.Second, *frozen+3*time.Second))
	}()
	d.trouble(ctx, times)
	<-talked
	d.conclude(t)
	d.gather()
	found := auditOn(t, d.run)
	for token, letter := range found.unknown {
		t.Errorf("%s was given up: %s", token, letter)
	}
	if n := on.TooSoon(); n > 0 {
		t.Errorf("%d sessions were begun before their turn", n)
	}
	if n, most := on.Displaced(), d.frozen*shardsTogether; n > most {
		t.Errorf("%d shards were connected when another process connected them, want those of frozen ones at most, %d", n, most)
	}
	if n := len(on.Identifies()); n != shardsTogether {
		t.Errorf("%d sessions were begun, want one a shard: it is kept", n)
	}
	took := slices.Sorted(slices.Values(d.starts[1:]))
	t.Logf("%d killed, %d frozen, %d leaders of NATS stopped; all was somebody's again after %v in the middle and %v at most: %s; began %d sessions and took %d up, displaced %d; %d lines were written again and not heard again",
		d.killed, d.frozen, d.led, round(took[len(took)/2]), round(took[len(took)-1]), found, len(on.Identifies()), on.Resumes(), on.Displaced(), found.again)
}
