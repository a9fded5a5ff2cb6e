package discord

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/await"
	"familiar/messages"
)

// TestReconnect: whatever happens to the connection in the middle of fifty
// lines, each arrives once and in order.
func TestReconnect(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(*rig)
		began   int // sessions, at the end
		late    bool
	}{
		{"nothing happens", func(*rig) {}, 1, false},
		{"the connection breaks", func(r *rig) { r.Drop() }, 1, false},
		{"Discord asks to connect anew", func(r *rig) { r.Reconnect() }, 1, false},
		{"the session ends and may be taken up", func(r *rig) { r.Invalidate(true) }, 1, false},
		{"Discord closes for a reason that passes", func(r *rig) { r.Close(4000) }, 1, false},
		{"the session ends", func(r *rig) { r.Invalidate(false) }, 2, true},
		{"the session is forgotten while nobody is connected", func(r *rig) { r.Forget(); r.Drop() }, 2, true},
		{"the session has timed out", func(r *rig) { r.Forget(); r.Close(4009) }, 2, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t)
			e := listen(t, r.account)
			r.connected(t)
			var want []string
			say := func(n int, late bool) {
				text := fmt.Sprint("line ", n)
				r.Say(r.general, "ana", text)
				if late {
					want = append(want, "late ana: "+text)
				} else {
					want = append(want, "ana: "+text)
				}
			}
			for n := range 20 {
				say(n, false)
			}
			e.wants(t, want...)
			release := r.Hold()
			tt.trouble(r)
			if tt.late { // nobody is connected: only history has these
				for n := 20; n < 30; n++ {
					say(n, true)
				}
				release()
				r.Await(t, "another session", func() bool { return len(r.Identifies()) == tt.began && r.Connected() == 1 })
				e.wants(t, want...)
			}
			for n := 30; n < 50; n++ {
				say(n, false)
			}
			e.wants(t, want...)
			if got := len(r.Identifies()); got != tt.began {
				t.Errorf("began %d sessions, want %d", got, tt.began)
			}
		})
	}
}

// TestRestless: whom Discord asks to connect anew each time is not there again
// at once for ever.
func TestRestless(t *testing.T) {
	const times = 20
	r := newRig(t)
	r.account.config.MaxPause = time.Minute // no connection lasts that long
	listen(t, r.account)
	r.connected(t)
	start := time.Now()
	for n := range times {
		r.Reconnect()
		r.Await(t, "the session taken up", func() bool { return r.Resumes() > n })
		if time.Since(start) > 200*time.Millisecond {
			return // 5 ms doubled six times
		}
	}
	t.Errorf("it was there again %d times in %v", times, time.Since(start))
}

// TestSilence: a connection on which heartbeats are not acknowledged is dead.
func TestSilence(t *testing.T) {
	r := newRig(t)
	r.Heartbeat(20*time.Millisecond, false)
	e := listen(t, r.account)
	r.Await(t, "the session taken up", func() bool { return r.Resumes() > 0 })
	r.Heartbeat(time.Minute, true)
	r.Await(t, "a living connection", func() bool { return r.Connected() == 1 })
	r.Say(r.general, "ana", "still there?")
	e.wants(t, "ana: still there?")
}

// TestGone: what can't be mended by trying again ends the account, with a
// word about what to do.
func TestGone(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(*rig)
		says    string
	}{
		{"the token was revoked", func(r *rig) { r.Revoke(r.bot) }, "the token is wrong or was revoked"},
		{"even what needs no leave is refused", func(r *rig) {
			r.Close(4014)
			r.Await(t, "another session", func() bool { return len(r.Identifies()) == 2 && r.Connected() == 1 })
			r.Close(4014)
		}, "refuses intents that need no permission"},
		{"Discord takes the intents no more", func(r *rig) { r.Close(4013) }, "update the program"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t)
			other := r.open(t, r.AddBot("owl"))
			e := listen(t, r.account)
			r.connected(t)
			tt.trouble(r)
			err := e.end(t)
			if !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want %q and ErrGone", err, tt.says)
			}
			if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, r.account.config), r.bot.Token) {
				t.Error("the token shows")
			}
			if _, err := other.Identity(t.Context()); err != nil {
				t.Errorf("another account: %v", err)
			}
		})
	}
}

func TestRevokedAtTheStart(t *testing.T) {
	r := newRig(t)
	r.Revoke(r.bot)
	if err := listen(t, r.account).end(t); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("Listen returned %v, want ErrGone", err)
	}
	if _, err := r.account.Identity(t.Context()); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("Identity returned %v, want ErrGone", err)
	}
	if _, err := r.account.Post(t.Context(), post(r, "1", "hello")); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("Post returned %v, want ErrGone", err)
	}
}

// TestAccounts: two bots in one process each hear everything, the other's
// posts as a bot's.
func TestAccounts(t *testing.T) {
	r := newRig(t)
	owl := r.open(t, r.AddBot("owl"))
	one, two := listen(t, r.account), listen(t, owl)
	r.Await(t, "two connections", func() bool { return r.Connected() == 2 })
	r.Say(r.general, "ana", "hi both")
	if _, err := owl.Post(t.Context(), post(r, "1", "hoo")); err != nil {
		t.Fatal(err)
	}
	for i, e := range []*ear{one, two} {
		last := line(t, e.wants(t, "ana: hi both", "owl: hoo")[1])
		if own := last.Nonce != ""; own != (i == 1) || !last.Author.Bot {
			t.Errorf("account %d heard owl's post as %+v", i, last)
		}
	}
}

// TestShards: as many as Discord recommends, no more at once than it allows,
// and each guild's lines once.
func TestShards(t *testing.T) {
	r := newRig(t)
	r.Shards(3, 1)
	r.account.config.IdentifyEvery = 200 * time.Millisecond
	var want []string
	start := time.Now()
	e := listen(t, r.account)
	r.Await(t, "three connections", func() bool { return r.Connected() == 3 })
	seen := map[int]bool{}
	for i, id := range r.Identifies() {
		seen[id.Shard[0]] = true
		if took := id.At.Sub(start); took < time.Duration(i)*r.account.config.IdentifyEvery {
			t.Errorf("shard %d identified after %v, behind %d others", id.Shard[0], took, i)
		}
	}
	if len(seen) != 3 {
		t.Errorf("shards %v identified, want three", seen)
	}
	for n := range 5 {
		r.Say(r.general, "ana", fmt.Sprint("line ", n))
		want = append(want, fmt.Sprint("ana: line ", n))
	}
	e.wants(t, want...)
}

// TestNotTaken: what the journal has not taken when Listen ends is heard
// again by the next, and what it has is not.
func TestNotTaken(t *testing.T) {
	r := newRig(t)
	random := r.AddChannel(r.guild, "random", 0)
	ctx, stop := context.WithCancel(t.Context())
	ended, full := make(chan error, 1), make(chan struct{}, 64)
	go func() {
		ended <- r.account.Listen(ctx, func(_ context.Context, channel messages.ChannelID, e messages.Event) error {
			if channel == r.channel {
				full <- struct{}{}
				return errors.New("journal is full")
			}
			full <- struct{}{}
			return nil
		})
	}()
	r.connected(t)
	r.Say(r.general, "ana", "one")
	<-full
	r.Say(random, "ana", "elsewhere")
	<-full
	r.Say(r.general, "ana", "two")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	e := listen(t, r.account)
	e.wants(t, "ana: one", "ana: two")
	r.Say(random, "ana", "again")
	e.wants(t, "ana: one", "ana: two", "ana: again")
	if got := len(r.Identifies()); got != 1 {
		t.Errorf("began %d sessions, want the first taken up", got)
	}
}

// TestStops: Listen ends at once, also while nothing is taken.
func TestStops(t *testing.T) {
	r := newRig(t)
	ctx, stop := context.WithCancel(t.Context())
	ended, asked := make(chan error, 1), make(chan struct{}, 1)
	go func() {
		ended <- r.account.Listen(ctx, func(ctx context.Context, _ messages.ChannelID, _ messages.Event) error {
			asked <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	r.connected(t)
	r.Say(r.general, "ana", "one")
	<-asked
	stop()
	if err := await.Value(t, "the end of Listen", ended); err != nil {
		t.Error(err)
	}
}

// TestBudget: no session is begun beyond those Discord allows a day; it would
// take the token away.
func TestBudget(t *testing.T) {
	r := newRig(t)
	r.Budget(2)
	e := listen(t, r.account)
	r.connected(t)
	r.Invalidate(false)
	r.Await(t, "another session", func() bool { return len(r.Identifies()) == 2 && r.Connected() == 1 })
	r.Invalidate(false)
	if err := e.end(t); err == nil || errors.Is(err, adapter.ErrGone) {
		t.Fatalf("Listen returned %v, want it to be called again", err)
	}
	err := listen(t, r.account).end(t)
	if later, ok := errors.AsType[*adapter.RetryError](err); !ok || later.After < time.Hour {
		t.Errorf("Listen returned %v, want it to wait for the next day", err)
	}
	if got := len(r.Identifies()); got != 2 {
		t.Errorf("began %d sessions, want 2", got)
	}
}

// TestRoom: what waits to be taken is bounded; the rest waits in the network,
// and nothing of it is lost.
func TestRoom(t *testing.T) {
	r := newRig(t)
	r.account.config.Waiting = 4
	r.Heartbeat(500*time.Millisecond, true)
	open, e := make(chan struct{}), &ear{more: make(chan struct{}, 1), ended: make(chan error, 1)}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		e.ended <- r.account.Listen(ctx, func(ctx context.Context, id messages.ChannelID, event messages.Event) error {
			<-open
			return e.hear(ctx, id, event)
		})
	}()
	r.connected(t)
	var want []string
	for n := range 50 {
		r.Say(r.general, "ana", fmt.Sprint("line ", n))
		want = append(want, fmt.Sprint("ana: line ", n))
	}
	before := r.Heartbeats()
	r.Await(t, "heartbeats whose answers go unread", func() bool { return r.Heartbeats() >= before+3 })
	close(open)
	e.wants(t, want...)
	if got := len(r.Identifies()); got != 1 || r.Resumes() != 0 {
		t.Errorf("began %d sessions and took them up %d times, want one for all", got, r.Resumes())
	}
}
