package sharing

import (
	"fmt"
	"maps"
	"testing"

	"familiar/cluster/membership"
	"familiar/internal/await"
	"familiar/internal/natstest"
)

// TestShards: shards are divided like partitions, also when a process joins, though
// accounts stay where they are; whoever vanishes leaves his; nobody has one of another's.
func TestShards(t *testing.T) {
	t.Parallel()
	d := &deployment{t: t, cluster: natstest.Start(t, 1), works: map[string]string{}, shards: 5}
	wants := func(want map[string]int) {
		t.Helper()
		var got map[string]int
		await.Until(t, fmt.Sprint("that shards are divided ", want), func() bool {
			got = map[string]int{}
			d.mu.Lock()
			defer d.mu.Unlock()
			for n := range d.shards {
				if who := d.works[(membership.Shard{Account: "account0", Number: n + 1, Of: d.shards + 1}).String()]; who != "" {
					got[who]++
				}
			}
			return maps.Equal(got, want)
		})
	}
	a := d.start("a", 1)
	d.await(map[string]int{"a": 12})
	wants(map[string]int{"a": 5})
	b := d.start("b", 1)
	d.await(map[string]int{"a": 6, "b": 6})
	await.Until(t, "that b has two or three", func() bool {
		view, _ := b.m.Look()
		mine, others := len(view.Shards(b.m.ID())), len(view.Shards(a.m.ID()))
		return mine >= 2 && others >= 2 && mine+others == 5
	})
	a.stop()
	wants(map[string]int{"b": 5})
	d.start("c", 1)
	d.await(map[string]int{"b": 6, "c": 6})
	b.cut()
	wants(map[string]int{"c": 5})
	if len(d.twice) > 0 {
		t.Error(d.twice)
	}
}
