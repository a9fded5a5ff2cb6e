package adaptertest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"familiar/messages"
)

// A journal takes what an adapter hears, or doesn't.
type journal struct {
	channel messages.ChannelID
	lines   chan *messages.Line
	problem chan string
	reacted chan messages.Reacted

	mu     sync.Mutex
	refuse []error // the next answers
}

func listen(t T, r Rig, refuse ...error) *journal {
	j := &journal{channel: r.Channel, lines: make(chan *messages.Line, 64), problem: make(chan string, 64), reacted: make(chan messages.Reacted, 64), refuse: refuse}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Adapter.Listen(ctx, j.hear) }()
	t.Cleanup(func() {
		cancel()
		waitFor(t, ended, "the end of Listen")
	})
	return j
}

func (j *journal) hear(_ context.Context, channel messages.ChannelID, e messages.Event) error {
	heard, said := e.(messages.Heard)
	reacted, did := e.(messages.Reacted)
	if !said && !did {
		return nil // edits, members: a network may say more
	}
	if channel != j.channel {
		j.problem <- fmt.Sprintf("heard in %s, want %s", channel, j.channel)
	}
	j.mu.Lock()
	var err error
	if len(j.refuse) > 0 {
		err, j.refuse = j.refuse[0], j.refuse[1:]
	}
	j.mu.Unlock()
	if said {
		j.lines <- heard.Line
	} else {
		j.reacted <- reacted
	}
	return err
}

func (j *journal) next(t T) *messages.Line {
	t.Helper()
	select {
	case line := <-j.lines:
		return line
	case problem := <-j.problem:
		t.Fatal(problem)
	case <-time.After(patience):
		t.Fatal("heard nothing")
	}
	panic("unreachable")
}

func waitFor[V any](t T, c <-chan V, what string) V {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s did not come", what)
	}
	panic("unreachable")
}
