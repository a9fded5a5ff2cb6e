package adaptertest

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/await"
	"familiar/messages"
)

// A TwoRig is two accounts on one network, and a person who talks to them. A
// stand-in may show each account a network of its own, if what both see is the
// same in both.
type TwoRig struct {
	Adapters [2]adapter.Adapter
	Accounts [2]messages.AccountID // their names
	// Say has the person say something where both accounts are.
	Say func(text string)
	// Whisper has the person say it to one account in a direct message.
	Whisper func(to int, text string)
	// Confide has the person say it in a channel that only that account sees.
	Confide func(to int, text string)
	// Apart says that each account has channels of its own, also where both are.
	Apart bool
	// Kept reports whether a line can be fetched later; nil: each can where there is a
	// history.
	Kept func(*messages.Line) bool
}

// RunTwo checks that what only one account can see reaches the program as that
// account's alone: a seat hears what its account hears, and nothing else keeps
// it from the others.
func RunTwo(t *testing.T, open func(*testing.T) TwoRig) {
	r := open(t)
	ears := [2]*ears{listenAs(t, r.Accounts[0], r.Adapters[0]), listenAs(t, r.Accounts[1], r.Adapters[1])}
	r.Say("hello both")
	for _, e := range ears {
		e.until(t, "hello both")
	}
	r.Whisper(0, "to the first")
	r.Whisper(1, "to the second")
	r.Confide(0, "among us")
	ears[0].until(t, "to the first", "among us")
	ears[1].until(t, "to the second")
	r.Say("goodbye both")
	for _, e := range ears {
		e.until(t, "goodbye both")
	}
	for k, want := range [][]string{{"among us", "goodbye both", "hello both", "to the first"}, {"goodbye both", "hello both", "to the second"}} {
		if got := ears[k].all(); !slices.Equal(got, want) {
			t.Errorf("account %d heard %q, want %q", k, got, want)
		}
	}
	first, second, private := ears[0].line("to the first"), ears[1].line("to the second"), ears[0].line("among us")
	if !first.DM || !second.DM || private.DM || ears[0].line("hello both").DM {
		t.Error("direct messages aren't told from what is said in channels")
	}
	if first.Channel == second.Channel {
		t.Errorf("what one person says to two accounts is in one channel: %s", first.Channel)
	}
	if first.Account != r.Accounts[0] || second.Account != r.Accounts[1] || first.Account == second.Account {
		t.Errorf("heard by %q and %q: a line doesn't say whose ears it was", first.Account, second.Account)
	}
	for _, text := range []string{"hello both", "goodbye both"} {
		a, b := ears[0].line(text), ears[1].line(text)
		switch {
		case r.Apart && a.Channel == b.Channel:
			t.Errorf("%q is in %s to both accounts, which have channels of their own", text, a.Channel)
		case !r.Apart && (a.ID != b.ID || a.Channel != b.Channel):
			t.Errorf("%q is %s in %s to one account and %s in %s to the other: two lines", text, a.ID, a.Channel, b.ID, b.Channel)
		}
	}
	for _, l := range []*messages.Line{first, private} {
		others(t, r, l)
	}
}

// others checks that the second account neither fetches nor answers what only
// the first sees, and that the first does.
func others(t *testing.T, r TwoRig, l *messages.Line) {
	t.Helper()
	has := func(a adapter.Adapter) (fetched, can bool) {
		h := adapter.Can[adapter.Historian](a)
		if h == nil {
			return false, false
		}
		lines, _ := h.History(t.Context(), l.Channel, 0, 10) // an error is as good as none
		return slices.ContainsFunc(lines, func(got *messages.Line) bool { return got.Text == l.Text }), true
	}
	if own, can := has(r.Adapters[0]); can && !own && (r.Kept == nil || r.Kept(l)) {
		t.Errorf("the account can't fetch %q", l.Text)
	}
	if foreign, _ := has(r.Adapters[1]); foreign {
		t.Errorf("%q is fetched by another account", l.Text)
	}
	p := messages.Post{ID: messages.PostID(string(l.Channel) + "~vesper~1~0"), Channel: l.Channel, Account: r.Accounts[1], Text: "I have heard that", Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
	if _, err := r.Adapters[1].Post(t.Context(), p); err == nil {
		t.Errorf("%q is answered by another account", l.Text)
	}
	p.ID, p.Account = messages.PostID(string(l.Channel)+"~aria~1~0"), r.Accounts[0]
	if _, err := r.Adapters[0].Post(t.Context(), p); err != nil {
		t.Errorf("its own account can't answer %q: %v", l.Text, err)
	}
}

// ears is what an account hears of people.
type ears struct {
	mu    sync.Mutex // channels are heard at once
	lines map[string]*messages.Line
	news  await.News
}

func listenAs(t *testing.T, account messages.AccountID, a adapter.Adapter) *ears {
	e := &ears{lines: map[string]*messages.Line{}}
	runner := adapter.New(account, a, e.hear, adapter.Options{MinPause: time.Millisecond, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- KeepListening(ctx, runner) }()
	t.Cleanup(func() {
		cancel()
		waitFor(t, ended, "the end of Listen")
	})
	return e
}

func (e *ears) hear(_ context.Context, channel messages.ChannelID, event messages.Event) error {
	heard, is := event.(messages.Heard)
	if !is || heard.Line.Author.Bot {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := heard.Line; l.Channel != channel {
		return fmt.Errorf("a line of %s in %s", l.Channel, channel)
	}
	e.lines[heard.Line.Text] = heard.Line
	e.news.Tell()
	return nil
}

// until waits until these texts were heard.
func (e *ears) until(t *testing.T, texts ...string) {
	t.Helper()
	heard := func() bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return e.lines[text] == nil })
	}
	if !e.news.Until(&e.mu, heard) {
		t.Fatalf("heard %q, want %q", e.all(), texts)
	}
}

func (e *ears) line(text string) *messages.Line {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.lines[text]
}

// all returns what was heard, sorted.
func (e *ears) all() (texts []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for text := range e.lines {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts
}
