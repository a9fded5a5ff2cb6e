package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// ails: a network that is out of order for a while gets every post once, in
// order.
func ails(t T, r Rig) {
	if r.Ail == nil {
		t.Skip("the network answers nothing of that kind")
	}
	talk(t, r)
	r.Ail(3)
	const n = 5
	var want []string
	for i, e := range deliver(t, r, n) {
		want = append(want, fmt.Sprint("reply ", i))
		delivered, ok := e.(messages.Delivered)
		if !ok || delivered.Post != post(r, i).ID || delivered.Line == "" {
			t.Errorf("post %d has become %+v, want it delivered", i, e)
		}
	}
	if got := r.Posted(); !slices.Equal(got, want) {
		t.Errorf("posted %q, want %q", got, want)
	}
}

// losesItsKey: an account whose key is revoked ends for good, and what it was
// to post is given up at once, known not to be posted.
func losesItsKey(t T, r Rig) {
	if r.Revoke == nil {
		t.Skip("the network has no keys")
	}
	heard := make(chan struct{}, 1)
	runner := adapter.New("account", r.Adapter, func(context.Context, messages.ChannelID, messages.Event) error {
		select {
		case heard <- struct{}{}:
		default:
		}
		return nil
	}, hasty)
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { ended <- KeepListening(ctx, runner) }()
	r.Say("ana", "hello?")
	waitFor(t, heard, "a line")
	r.Revoke()
	for i, e := range deliver(t, r, 2) {
		if failed, ok := e.(messages.DeliveryFailed); !ok || failed.Unknown || failed.Post != post(r, i).ID {
			t.Errorf("post %d has become %+v, want it given up as not posted", i, e)
		}
	}
	if got := r.Posted(); len(got) > 0 {
		t.Errorf("posted %q", got)
	}
	if err := waitFor(t, ended, "the end of Listen"); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("Listen ended with %v, want ErrGone", err)
	}
}

// hasty is a runner that doesn't make a test wait.
var hasty = adapter.Options{MinPause: time.Millisecond, MaxPause: 20 * time.Millisecond, Log: slog.New(slog.DiscardHandler)}

// deliver has a runner settle n posts and gives what became of them.
func deliver(t T, r Rig, n int) []messages.Event {
	t.Helper()
	outcomes := make(chan messages.Event, n)
	runner := adapter.New("account", r.Adapter, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
		outcomes <- e
		return nil
	}, hasty)
	ended := make(chan error, 1)
	go func() {
		ended <- runner.Deliver(t.Context(), func(_ context.Context, put func(messages.Post)) error {
			for i := range n {
				put(post(r, i))
			}
			return nil
		})
	}()
	var all []messages.Event
	for range n {
		all = append(all, waitFor(t, outcomes, "the end of a post"))
	}
	if err := waitFor(t, ended, "the end of Deliver"); err != nil {
		t.Error(err)
	}
	return all
}
