package web

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"familiar/actors/adapter"
	"familiar/messages"
)

func isRefused(err error) bool { return errors.Is(err, adapter.ErrRefused) }
func isClosed(err error) bool  { return errors.Is(err, ErrClosed) }

// TestSay is one story: what two accounts hear of a client that tries again.
func TestSay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("journal is full")
		n := Open(Config{})
		aria, _ := listens(t, add(t, n, "web/aria", "Aria"))
		bo, _ := listens(t, add(t, n, "bo", "Bo"))
		synctest.Wait()
		for _, step := range []struct {
			story     string
			id        string
			first     error // aria's answer
			second    error // bo's
			duplicate bool
			err       error
			aria, bo  string // what they heard in this step
		}{
			{story: "both hear a line", id: "1", aria: "1", bo: "1"},
			{story: "said again it is a duplicate", id: "1", duplicate: true},
			{story: "the first account does not take it: the second is not asked", id: "2", first: full, err: full},
			{story: "the second does not: it is an error", id: "2", second: full, err: full, aria: "2"},
			{story: "the repeat goes to the second only", id: "2", bo: "2"},
			{story: "and then it is a duplicate", id: "2", duplicate: true},
			{story: "what is refused is the caller's mistake", id: "3", first: fmt.Errorf("odd: %w", adapter.ErrRefused), err: adapter.ErrRefused},
			{story: "an id that was refused is not taken", id: "3", aria: "3", bo: "3"},
		} {
			aria.answer, bo.answer, aria.heard, bo.heard = []error{step.first}, []error{step.second}, nil, nil
			duplicate, err := n.Say(t.Context(), line(step.id, "hi"))
			if duplicate != step.duplicate || !errors.Is(err, step.err) {
				t.Errorf("%s: got %v, %v; want %v, %v", step.story, duplicate, err, step.duplicate, step.err)
			}
			if got, want := strings.Join(aria.heard, " ")+"/"+strings.Join(bo.heard, " "), step.aria+"/"+step.bo; got != want {
				t.Errorf("%s: aria/bo heard %q, want %q", step.story, got, want)
			}
		}
		if a, b := aria.lines[0], bo.lines[0]; a == b || a.Account != "web/aria" || b.Account != "bo" || a.At == 0 {
			t.Errorf("the copies are %+v and %+v, want one for each account, with a time", a, b)
		}
	})
}

// TestSayWhileAccountsConnect: a line is given to nobody until all who belong
// in its channel are there, or those who come later would never hear it.
func TestSayWhileAccountsConnect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{Present: func(messages.ChannelID) []messages.AccountID { return []messages.AccountID{"aria", "bo"} }})
		aria, _ := listens(t, add(t, n, "aria", "Aria"))
		synctest.Wait()
		if duplicate, err := n.Say(t.Context(), line("1", "hi")); duplicate || !errors.Is(err, ErrClosed) {
			t.Errorf("before bo is there: got %v, %v; want %v", duplicate, err, ErrClosed)
		}
		bo, _ := listens(t, add(t, n, "bo", "Bo"))
		synctest.Wait()
		if duplicate, err := n.Say(t.Context(), line("1", "hi")); duplicate || err != nil {
			t.Errorf("afterwards: got %v, %v; want no error", duplicate, err)
		}
		if want := []string{"1"}; !slices.Equal(aria.heard, want) || !slices.Equal(bo.heard, want) {
			t.Errorf("aria heard %v, bo %v; want %v each", aria.heard, bo.heard, want)
		}
	})
}

func TestSayRefuses(t *testing.T) {
	nobody, soon := Channel("empty", ""), Channel("soon", "")
	n := Open(Config{Present: func(c messages.ChannelID) []messages.AccountID {
		switch c {
		case nobody:
			return nil
		case soon:
			return []messages.AccountID{"bo"}
		}
		return []messages.AccountID{"aria", "aria"}
	}})
	add(t, n, "aria", "Aria")
	for _, tt := range []struct {
		story  string
		change func(*messages.Line)
		want   error
	}{
		{"a channel nobody of ours is in", func(l *messages.Line) { l.Channel = nobody }, ErrNobody},
		{"an account that is not connected yet", func(l *messages.Line) { l.Channel = soon }, ErrClosed},
		{"an account that does not listen", func(*messages.Line) {}, ErrClosed},
		{"the id of a post", func(l *messages.Line) { l.ID = "post:1" }, ErrReserved},
		{"no id", func(l *messages.Line) { l.ID = "" }, adapter.ErrRefused},
		{"no author", func(l *messages.Line) { l.Author.ID = "" }, adapter.ErrRefused},
		{"the name of a familiar", func(l *messages.Line) { l.Author.ID = "aria" }, adapter.ErrRefused},
		{"another network's channel", func(l *messages.Line) { l.Channel = "discord/1/2" }, adapter.ErrRefused},
		{"another workspace", func(l *messages.Line) { l.Channel = "web/x/garden" }, adapter.ErrRefused},
		{"what is no channel", func(l *messages.Line) { l.Channel = "garden" }, adapter.ErrRefused},
		{"a channel without end", func(l *messages.Line) { l.Channel = Channel(strings.Repeat("é", 2000), "") }, adapter.ErrRefused},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := line("1", "hi")
			tt.change(l)
			if duplicate, err := n.Say(t.Context(), l); duplicate || !errors.Is(err, tt.want) {
				t.Errorf("got %v, %v; want %v", duplicate, err, tt.want)
			}
		})
	}
}

// TestWaiting: who waits for the line before stops waiting with its context.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		listens(t, add(t, n, "aria", "Aria"))
		synctest.Wait()
		s := n.stripe(garden)
		if err := s.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		said := make(chan error)
		go func() {
			_, err := n.Say(ctx, line("1", "hi"))
			said <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-said; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want context.Canceled", err)
		}
		s.unlockTurn()
		if _, err := n.Say(t.Context(), line("1", "hi")); err != nil {
			t.Errorf("the next one: %v", err)
		}
	})
}

// TestPanic: a hear that panics does so in its caller, and neither the channel
// nor Listen waits for it for ever.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		a := add(t, n, "aria", "Aria")
		ended := make(chan error)
		odd := true
		go func() {
			ended <- a.Listen(t.Context(), func(context.Context, messages.ChannelID, messages.Event) error {
				if odd {
					panic("odd line")
				}
				return nil
			})
		}()
		synctest.Wait()
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic went nowhere")
				}
			}()
			_, _ = n.Say(t.Context(), line("1", "hi"))
		}()
		odd = false
		if duplicate, err := n.Say(t.Context(), line("1", "hi")); duplicate || err != nil {
			t.Errorf("the repeat: got %v, %v; want it taken", duplicate, err)
		}
		n.Remove("aria")
		if err := <-ended; err != nil {
			t.Errorf("Listen returned %v, want nil", err)
		}
	})
}

// TestOrder: eight clients talk at once in two channels; every account hears
// the same order, each client's lines as it said them.
func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const clients, each = 8, 50
		n := Open(Config{})
		aria, _ := listens(t, add(t, n, "aria", "Aria"))
		bo, _ := listens(t, add(t, n, "bo", "Bo"))
		synctest.Wait()
		var wait sync.WaitGroup
		for c := range clients {
			wait.Go(func() {
				for i := range each {
					l := line(fmt.Sprintf("%d-%d", c, i), "hi")
					l.Channel = Channel("room", fmt.Sprint(c%2))
					if _, err := n.Say(t.Context(), l); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		for thread := range 2 {
			channel := Channel("room", fmt.Sprint(thread))
			a, b := in(channel, aria.lines), in(channel, bo.lines)
			if len(a) != clients/2*each || !slices.Equal(a, b) {
				t.Errorf("in %s aria heard %d lines and bo %d, the same: %v; want %d in one order", channel, len(a), len(b), slices.Equal(a, b), clients/2*each)
			}
			next := map[string]int{}
			for _, id := range a {
				client, number, _ := strings.Cut(id, "-")
				if want := fmt.Sprint(next[client]); number != want {
					t.Fatalf("heard line %s of client %s, want %s", number, client, want)
				}
				next[client]++
			}
		}
	})
}

func in(channel messages.ChannelID, lines []*messages.Line) (ids []string) {
	for _, l := range lines {
		if l.Channel == channel {
			ids = append(ids, string(l.ID))
		}
	}
	return ids
}

func TestSayPasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		aria, _ := listens(t, add(t, n, "aria", "Aria"))
		synctest.Wait()
		room := line("root", "a thread, please")
		thread := Channel("garden", "root")
		said := func(change func(*messages.Line)) *messages.Line {
			l := line(fmt.Sprint(len(aria.lines)), "hi")
			l.Author, l.At, l.Channel = messages.Author{ID: "bob", Name: "Bob"}, 7, thread
			change(l)
			return l
		}
		if _, err := n.Say(t.Context(), room); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			story     string
			in, heard func(*messages.Line)
		}{
			{
				"a direct message stays one",
				func(l *messages.Line) { l.DM, l.Channel = true, Channel("dm-bob", "") },
				func(l *messages.Line) { l.DM, l.Channel = true, Channel("dm-bob", "") },
			},
			{
				"what only a post has is left out",
				func(l *messages.Line) { l.Nonce = "p" },
				func(*messages.Line) {},
			},
			{
				"a reply gets the author of a line in its thread",
				func(l *messages.Line) { l.ReplyTo.ID = "2" },
				func(l *messages.Line) { l.ReplyTo = messages.Reply{ID: "2", Author: "bob"} },
			},
			{
				"a reply to the line the thread hangs on, too",
				func(l *messages.Line) { l.ReplyTo.ID = "root" },
				func(l *messages.Line) { l.ReplyTo = messages.Reply{ID: "root", Author: "ana"} },
			},
			{
				"an author the caller names stays",
				func(l *messages.Line) { l.ReplyTo = messages.Reply{ID: "root", Author: "eve"} },
				func(l *messages.Line) { l.ReplyTo = messages.Reply{ID: "root", Author: "eve"} },
			},
			{
				"a reply to what nobody saw has none",
				func(l *messages.Line) { l.ReplyTo.ID = "unseen" },
				func(l *messages.Line) { l.ReplyTo.ID = "unseen" },
			},
		} {
			l, want := said(tt.in), said(tt.heard)
			want.Account = "aria"
			if _, err := n.Say(t.Context(), l); err != nil {
				t.Fatalf("%s: %v", tt.story, err)
			}
			if got := aria.lines[len(aria.lines)-1]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s: heard %+v\nwant %+v", tt.story, got, want)
			}
		}
	})
}
