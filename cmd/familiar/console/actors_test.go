package console

import (
	"strings"
	"testing"
	"time"

	"familiar/actors/host"
	"familiar/app"
	"familiar/cmd/familiar/process"
)

func TestWriteActors(t *testing.T) {
	var out strings.Builder
	tree := process.ActorTree([]host.Standing{
		{Key: host.Key{Kind: "monitor", ID: "judge"}, State: "at work", Backlog: 2, Last: "messages.Judge"},
		{Key: host.Key{Kind: "channel", ID: "web//\x1b[31mred"}, State: "at rest", Rests: 90 * time.Second, Last: "messages.Heard", Panics: 3},
		{Process: "B7", Key: host.Key{Kind: "channel", ID: "web//pond"}, State: "at work", Backlog: 1, Last: "messages.Heard"},
	}, map[string]int{"monitor": 1, "channel": 12}, []app.Process{{ID: "C9", Host: "tavern\x1b-3"}})
	if err := writeActors(&out, tree); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"monitor 1 backlog last panics", "judge at work 2 messages.Judge 0",
		"channel 12 backlog last panics", "web//?[31mred at rest (1m30s) 0 messages.Heard 3",
		"web//pond in B7 at work 1 messages.Heard 0", "and 10 more", "tavern?-3 (C9) did not answer",
	}
	for i, line := range strings.Split(strings.TrimRight(out.String(), "\n"), "\n") {
		if i >= len(want) || strings.Join(strings.Fields(line), " ") != want[i] {
			t.Errorf("row %d is %q, want of %q", i, line, want)
		}
	}
}
