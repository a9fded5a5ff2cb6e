// Package trial plays familiar's side for somebody else's bridge: the suite that every
// adapter passes, over HTTP. docs/bridges.md says what an author needs for it: a stage,
// which starts the bridge and stands at the other end of its network.
//
// It knows the adapter of bridges and the stage's routes, and no bridge and no network.
package trial

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/bridge"
	"familiar/messages"
)

const (
	// account is the account's name, and that of its network.
	account messages.AccountID = "trial"
	// helloWithin is how long a bridge may take to say hello.
	helloWithin = 30 * time.Second
)

// Stories is the suite, and what holds for bridges besides.
func Stories() []adaptertest.Story {
	return append(adaptertest.Stories(), adaptertest.Story{Name: "it says nothing twice when it is killed", Test: survivesKills})
}

// A rigged is a rig's adapter with what its stage can do besides.
type rigged struct {
	*bridge.Account
	restart func() // nil: the stage can't kill its bridge
}

// Open has the stage at an address start a bridge to a new account, and returns both as
// the suite takes them. The account listens at an address of this machine, with port 0
// any free one.
func Open(t adaptertest.T, stageAddress, listen string) adaptertest.Rig {
	token := rand.Text()
	a, err := bridge.Open(account, bridge.Config{Token: adapter.Secret(token), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	familiar := serve(t, a, listen)
	s := newStage(t, stageAddress)
	t.Cleanup(s.close)
	known := make(chan error, 1)
	var me messages.Author
	ctx, cancel := context.WithTimeout(t.Context(), stageWithin+helloWithin)
	defer cancel()
	go func() { // while it asks, a bridge may say hello
		known <- untilKnown(ctx, a, &me)
	}()
	at := s.open(familiar, token)
	select {
	case err = <-known:
	case <-time.After(helloWithin):
		err = fmt.Errorf("it said no hello within %v of its start: %w", helloWithin, context.DeadlineExceeded)
	}
	if err != nil {
		t.Fatal(err)
	}
	rig := adaptertest.Rig{
		Adapter: rigged{Account: a},
		Channel: messages.Channel{Network: "bridge", Workspace: string(account), Chat: at.Chat}.ID(),
		Me:      me.ID,
		Say:     func(author, text string) { s.say("say", author, text) },
		Posted:  func() []string { return s.listed("posted") },
		Files:   func() []string { return s.listed("files") },
		Stands:  s.stands,
		Echoes:  at.Echoes,
	}
	if at.has(stageRestarts) {
		rig.Adapter = rigged{Account: a, restart: s.restart}
	}
	if at.has(stageCarries) {
		rig.Carried = s.carried
	}
	if at.has(stageReacts) {
		rig.React = s.react
	}
	if at.has(stageAttaches) {
		rig.Attach = func(author, text string) { s.say("attach", author, text) }
	}
	if at.has(stagePassesOn) {
		rig.PassOn = func(author, text string) { s.say("pass_on", author, text) }
	}
	if at.has(stageAils) {
		rig.Ail = s.ail
	}
	return rig
}

// untilKnown asks an account who it is until its bridge has come.
func untilKnown(ctx context.Context, a *bridge.Account, me *messages.Author) (err error) {
	for {
		if *me, err = a.Identity(ctx); !errors.Is(err, adapter.ErrAwaited) || ctx.Err() != nil {
			return err
		}
	}
}

// serve has an account's bridge come to an address of this machine, and returns it.
func serve(t adaptertest.T, a *bridge.Account, listen string) (address string) {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.Shows(bearer(r)) {
			http.Error(w, `{"error":"this is not the token that the stage was given"}`, http.StatusUnauthorized)
			return
		}
		a.ServeHTTP(w, r)
	})}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener) // until it is closed
	}()
	t.Cleanup(func() {
		_ = server.Close() // the connections' errors are theirs
		<-ended
	})
	return "http://" + listener.Addr().String()
}

// bearer returns the token that a request shows.
func bearer(r *http.Request) string {
	const scheme = "Bearer "
	if shown := r.Header.Get("Authorization"); len(shown) > len(scheme) {
		return shown[len(scheme):]
	}
	return ""
}

// killed is how many posts a bridge is killed between.
const killed = 9

// survivesKills: each post is there once, or nobody knows and it is there at most once.
func survivesKills(t adaptertest.T, r adaptertest.Rig) {
	restart := r.Adapter.(rigged).restart
	if restart == nil {
		t.Skip("the stage doesn't restart its bridge")
	}
	outcomes := make(chan messages.Event) // so that the next post is under way while the bridge is killed, and no more
	runner := adapter.New(account, r.Adapter, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
		switch e.(type) {
		case messages.Delivered, messages.DeliveryFailed:
			select {
			case outcomes <- e:
			case <-t.Context().Done():
			}
		default: // what the bridge reports
		}
		return nil
	}, adapter.Options{MinPause: 100 * time.Millisecond, MaxPause: time.Second, PostTimeout: 5 * time.Second, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{}, 2)
	go func() { _ = adaptertest.KeepListening(ctx, runner); ended <- struct{}{} }()
	go func() {
		_ = runner.Deliver(ctx, func(_ context.Context, put func(messages.Post)) error {
			for n := range killed {
				put(messages.Post{ID: messages.PostID(fmt.Sprint("killed-", n)), Channel: r.Channel, Account: account, Text: fmt.Sprint("part ", n), Meta: messages.Meta{At: messages.InstantOf(time.Now())}})
			}
			return nil
		})
		ended <- struct{}{}
	}()
	defer func() {
		cancel()
		<-ended
		<-ended
	}()
	r.Say("ana", "hello?")
	var sure []string
	for n := range killed {
		select {
		case e := <-outcomes:
			if d, is := e.(messages.Delivered); is {
				sure = append(sure, "part "+string(d.Post[len("killed-"):]))
			} else if f := e.(messages.DeliveryFailed); !f.Unknown {
				t.Errorf("post %s was given up: %s", f.Post, f.Reason)
			}
		case <-time.After(stageWithin):
			t.Fatal("posts aren't settled")
		}
		if n%2 == 0 && n < killed-1 {
			restart()
		}
	}
	posted := r.Posted()
	for _, text := range sure {
		if !slices.Contains(posted, text) {
			t.Errorf("%q was answered as posted and is not there: %q", text, posted)
		}
	}
	slices.Sort(posted)
	if n := len(posted); len(slices.Compact(posted)) < n {
		t.Errorf("something is there twice: %q", r.Posted())
	}
}
