package bridgetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"familiar/internal/sleep"
)

// pause is between two tries. A real bridge waits a second.
const pause = 5 * time.Millisecond

// A Bridge joins an account to a hall.
type Bridge struct {
	URL    string   // of the listener, without a path
	Others []string // listeners of other processes of a deployment
	Token  string
	Me     string // the account's id in the hall
	Can    []string
	Chats  []string      // where it is
	Slow   time.Duration // a post that it has made it answers at most so late

	begun int // sessions; the hall's lock is held

	hall    *Hall
	client  http.Client
	events  chan map[string]any
	unsent  map[string]any // was to be reported, and wasn't taken; nil: nothing
	session string
}

// Sessions returns how many sessions a bridge has begun: one with each process of familiar,
// and one more each time that it had to say hello again.
func (h *Hall) Sessions(b *Bridge) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return b.begun
}

func (h *Hall) began(b *Bridge) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b.begun++
}

// An order as a bridge reads it.
type order struct {
	ID, Type, Chat, Post, Text, Line string
	DM                               bool
	Tail                             int
	File                             *struct{ Name, Text string }
}

// All is what the hall can do.
var All = []string{"replies", "names", "proof", "edits", "reactions", "typing", "files", "members", "history", "attachments"}

// Join has a bridge work until ctx ends; what is said from here on it reports. What is
// returned waits until it has ended.
func (h *Hall) Join(ctx context.Context, b *Bridge) (ended func()) {
	b.hall, b.events = h, make(chan map[string]any, 1_000)
	b.client.Transport = &http.Transport{}
	h.mu.Lock()
	h.bridges = append(h.bridges, b)
	h.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer b.client.CloseIdleConnections()
		defer h.part(b)
		for ctx.Err() == nil {
			_ = b.serve(ctx) // the next hello says more
			sleep.For(ctx, pause)
		}
	}()
	return func() { <-done }
}

// errAnew says that another hello is needed.
var errAnew = errors.New("the session is over")

// serve says hello, reports and carries out until the session is over.
func (b *Bridge) serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var hi struct{ Session string }
	if err := b.ask(ctx, "POST", "", map[string]any{"me": map[string]any{"id": b.Me, "name": b.Me}, "can": b.Can}, &hi); err != nil {
		return err
	}
	b.session = "/" + hi.Session
	b.hall.began(b)
	reported := make(chan struct{})
	go func() {
		defer close(reported)
		defer cancel()
		b.report(ctx)
	}()
	defer func() { <-reported }()
	defer cancel()
	for {
		var got struct{ Orders []order }
		if err := b.ask(ctx, "GET", b.session+"/orders", nil, &got); err != nil {
			return err
		}
		for _, o := range got.Orders {
			came := b.hall.carryOut(b, o)
			if o.Type == "post" && b.Slow > 0 {
				sleep.For(ctx, rand.N(b.Slow))
			}
			if err := b.ask(ctx, "POST", b.session+"/orders/"+o.ID, came, nil); err != nil {
				return err
			}
		}
	}
}

// report sends events one by one, each until it is taken, be it in another session.
func (b *Bridge) report(ctx context.Context) {
	for {
		if b.unsent == nil {
			select {
			case b.unsent = <-b.events:
			case <-ctx.Done():
				return
			}
		}
		if b.ask(ctx, "POST", b.session+"/events", map[string]any{"events": []any{b.unsent}}, nil) != nil {
			return
		}
		b.unsent = nil
	}
}

// ask makes a request again and again until it is answered; a refusal is an error.
func (b *Bridge) ask(ctx context.Context, method, path string, body, into any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, method, b.URL+"/v1/bridge"+path, bytes.NewReader(text))
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+b.Token)
		answer, err := b.client.Do(r)
		if err != nil && path != "" && len(b.Others) > 0 {
			return errAnew // the process may be gone for good
		}
		if err == nil {
			said, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			switch {
			case answer.StatusCode == http.StatusOK && into != nil:
				return json.Unmarshal(said, into)
			case answer.StatusCode == http.StatusOK:
				return nil
			case answer.StatusCode == http.StatusGone:
				return errAnew
			case answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests:
				return fmt.Errorf("%s %s: %s", method, path, strings.TrimSpace(string(said)))
			}
		}
		if path == "" && len(b.Others) > 0 { // the next process may have the account
			b.URL, b.Others = b.Others[0], append(b.Others[1:], b.URL)
		}
		sleep.For(ctx, pause)
	}
	return ctx.Err()
}
