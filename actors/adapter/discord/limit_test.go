package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// TestGlobalLimit: over the runner, one 429 for all of Discord stops the posts
// of every channel, and afterwards each is made once, in the order of its
// channel. Nobody tries before its time.
func TestGlobalLimit(t *testing.T) {
	const channels, each = 4, 3
	r := newRig(t)
	var ids []string
	for n := range channels {
		ids = append(ids, r.AddChannel(r.guild, fmt.Sprint("channel ", n), 0))
	}
	r.Limit("/messages", 200*time.Millisecond, true)
	outcomes := make(chan messages.Event, channels*each)
	// One worker: others would be under way when the 429 comes.
	runner := adapter.New("moth", r.account, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
		outcomes <- e
		return nil
	}, adapter.Options{Workers: 1, MinPause: time.Millisecond, Log: slog.New(slog.DiscardHandler)})
	err := runner.Deliver(t.Context(), func(_ context.Context, put func(messages.Post)) error {
		for n := range each {
			for k, id := range ids {
				p := post(r, fmt.Sprint(k, "-", n), fmt.Sprint("post ", n))
				p.Channel, p.Meta.At = r.id(id), messages.InstantOf(time.Now())
				put(p)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	close(outcomes)
	for e := range outcomes {
		if _, ok := e.(messages.Delivered); !ok {
			t.Errorf("a post has become %+v, want it delivered", e)
		}
	}
	for _, id := range ids {
		if got, want := r.Posted(id, r.bot), []string{"post 0", "post 1", "post 2"}; !slices.Equal(got, want) {
			t.Errorf("posted %q, want %q", got, want)
		}
	}
	if got := len(r.Requests("POST", "/messages")); got != channels*each+1 {
		t.Errorf("Discord was asked %d times, want each post once and the one that was refused", got)
	}
}

// blocked is what stands before Discord when it has had enough of an address:
// it answers for everything, and not in Discord's form.
type blocked struct{ asked int }

func (b *blocked) RoundTrip(r *http.Request) (*http.Response, error) {
	b.asked++
	return &http.Response{
		StatusCode: http.StatusTooManyRequests, Status: "429 Too Many Requests", Request: r,
		Header: http.Header{"Content-Type": {"text/plain; charset=UTF-8"}, "Retry-After": {"1800"}},
		Body:   io.NopCloser(strings.NewReader("error code: 1015")),
	}, nil
}

// TestBlocked: nobody asks again before the time that the answer names.
func TestBlocked(t *testing.T) {
	r := newRig(t)
	before := new(blocked)
	through(t, r.account, before)
	var err error
	for n := range 2 {
		_, err = r.account.Post(t.Context(), post(r, fmt.Sprint(n), "hi"))
		if _, later := errors.AsType[*adapter.RetryError](err); !later {
			t.Errorf("post %d: got %v, want one that may be tried later", n, err)
		}
	}
	if pause := adapter.PauseOf(err); pause < 29*time.Minute {
		t.Errorf("the second is to be tried in %v, want half an hour", pause)
	}
	if before.asked != 1 {
		t.Errorf("asked %d times, want once", before.asked)
	}
}
