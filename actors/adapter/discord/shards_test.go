package discord

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

// TestShardsMoveTogether: each of several shards has a session of its own, which the
// next process takes up; the configuration may say how many there are.
func TestShardsMoveTogether(t *testing.T) {
	const shards = 3
	r, words := newRig(t), &shelf{}
	r.Shards(1, shards)
	channels := []string{r.general}
	for n := range 5 {
		channels = append(channels, r.AddChannel(r.AddGuild(fmt.Sprint("guild ", n)), "general", 0))
	}
	open := func() *Account {
		a := r.openKept(t, r.bot, words)
		a.config.Shards = shards
		return a
	}
	heard := map[messages.LineID]bool{}
	for process := range 3 {
		e := listen(t, open())
		r.Await(t, "all shards", func() bool { return r.Connected() == shards && r.Resumes() == process*shards })
		for _, c := range channels {
			r.Say(c, "ana", fmt.Sprint("while there, ", process))
		}
		want := len(channels)
		if process > 0 {
			want *= 2 // what was said before it came, too
		}
		for _, event := range e.until(t, want) {
			heard[line(t, event).ID] = true
		}
		e.stop()
		<-e.ended
		r.Await(t, "the end of the connections", func() bool { return r.Connected() == 0 })
		for _, c := range channels {
			r.Say(c, "ana", fmt.Sprint("meanwhile, ", process))
		}
	}
	if len(heard) != 5*len(channels) {
		t.Errorf("heard %d lines, want %d", len(heard), 5*len(channels))
	}
	var begun []int
	for _, i := range r.Identifies() {
		begun = append(begun, i.Shard[0])
	}
	slices.Sort(begun)
	if !slices.Equal(begun, []int{0, 1, 2}) {
		t.Errorf("began sessions of shards %v, want each once", begun)
	}
}

// TestTooFewShards: when Discord wants more shards than the configuration has, trying
// again is of no use.
func TestTooFewShards(t *testing.T) {
	r := newRig(t)
	r.account.config.Shards = 1
	e := listen(t, r.account)
	r.connected(t)
	r.Close(4011)
	if err := e.end(t); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("Listen returned %v, want that the account has ended", err)
	}
}
