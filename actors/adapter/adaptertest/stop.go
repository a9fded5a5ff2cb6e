package adaptertest

import (
	"context"
	"errors"

	"familiar/messages"
)

func stops(t T, r Rig) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- r.Adapter.Listen(ctx, func(context.Context, messages.ChannelID, messages.Event) error { return nil })
	}()
	cancel()
	if err := waitFor(t, ended, "the end of Listen"); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("Listen returned %v, want nil or the context's error", err)
	}
}

// postsAtTheEnd: a process that stops hears no more, and still says what was
// composed.
func postsAtTheEnd(t T, r Rig) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- r.Adapter.Listen(ctx, func(context.Context, messages.ChannelID, messages.Event) error { return nil })
	}()
	r.Say("ana", "one")
	cancel()
	waitFor(t, ended, "the end of Listen")
	if made, err := r.Adapter.Post(t.Context(), messages.Post{ID: "last", Channel: r.Channel, Text: "goodbye"}); err != nil || made.Line == "" {
		t.Errorf("a post after Listen has ended got id %q, %v; want it posted", made.Line, err)
	}
}

// listensAgain: a Runner calls Listen again after a lost connection, and what
// was acknowledged before does not come back.
func listensAgain(t T, r Rig) {
	ctx, cancel := context.WithCancel(t.Context())
	first, ended := make(chan string, 8), make(chan error, 1)
	go func() {
		ended <- r.Adapter.Listen(ctx, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
			if heard, ok := e.(messages.Heard); ok {
				first <- heard.Line.Text
			}
			return nil
		})
	}()
	r.Say("ana", "one")
	if got := waitFor(t, first, "the first line"); got != "one" {
		t.Fatalf("heard %q, want one", got)
	}
	cancel()
	waitFor(t, ended, "the end of Listen")

	j := listen(t, r)
	r.Say("ana", "two")
	line := j.next(t)
	if line.Text == "one" { // its acknowledgement may have been under way
		line = j.next(t)
	}
	if line.Text != "two" {
		t.Errorf("heard %q, want two", line.Text)
	}
}
