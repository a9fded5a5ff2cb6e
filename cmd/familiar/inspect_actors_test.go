package main

import (
	"strings"
	"testing"
	"time"

	"familiar/actors/host"
)

// TestInspectActors looks at what a running program has in memory.
func TestInspectActors(t *testing.T) {
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l1", "@Aria how are you today?")
	p.until(`msg=decision channel=web//garden familiar=aria message=l1 act=engage`, 1)
	tree := start(t, "inspect", "-c", h.file("web.toml"), "--actors")
	tree.until(`(?m)^account +\d+ +backlog +last +panics$`, 1)
	tree.until(`(?m)^  \S+ +listens \S*.*account\.opened +0$`, 1)
	tree.until(`(?m)^  web//garden +at (rest|work).* \d+ +\w+\.\w+ +0$`, 1)
	tree.ends(0)
	p.stop()
	p.ends(0)
}

func TestWriteActors(t *testing.T) {
	var out strings.Builder
	tree := actorsOf([]host.Standing{
		{Key: host.Key{Kind: "monitor", ID: "judge"}, State: "at work", Backlog: 2, Last: "messages.Judge"},
		{Key: host.Key{Kind: "channel", ID: "web//\x1b[31mred"}, State: "at rest", Rests: 90 * time.Second, Last: "messages.Heard", Panics: 3},
	}, map[string]int{"monitor": 1, "channel": 12})
	if err := writeActors(&out, tree); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"monitor 1 backlog last panics", "judge at work 2 messages.Judge 0",
		"channel 12 backlog last panics", "web//?[31mred at rest (1m30s) 0 messages.Heard 3", "and 11 more",
	}
	for i, line := range strings.Split(strings.TrimRight(out.String(), "\n"), "\n") {
		if i >= len(want) || strings.Join(strings.Fields(line), " ") != want[i] {
			t.Errorf("row %d is %q, want of %q", i, line, want)
		}
	}
}
