package app

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/terminal"
	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// TestDeletedBeforeItIsPosted: an answer that the network doesn't have yet when the line
// it answers is deleted, or whose author is forgotten, is not posted, and the ledger says
// why.
func TestDeletedBeforeItIsPosted(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	for _, tt := range []struct {
		story string
		gone  messages.Event
		why   string
	}{
		{"the line is deleted", messages.Deleted{ID: "a moth"}, "the line it answers was deleted"},
		{"its author is forgotten", messages.Forgotten{Person: "ana"}, "the person it answers is forgotten"},
		{"all of the channel is forgotten", messages.Forgotten{All: true}, "the channel is forgotten"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := wire(t, seated("mira", "openai", server.Start(t, server.Func(func(server.Request) server.Answer { return server.Say("hello") })), quick))
			refused, tries := make(chan struct{}), 0
			w.refuse = func(messages.Post) error { // the network wants no post for a second
				if tries++; tries > 1 {
					return nil
				}
				close(refused)
				return adapter.RetryAfter(time.Second, errors.New("not now"))
			}
			w.say(t, "mira", "a moth")
			select {
			case <-refused:
			case <-w.ctx.Done():
				t.Fatal("nothing is to be posted")
			}
			w.happens(t, "mira", tt.gone)
			why := "a moth settled deleted: nothing is posted: " + tt.why
			w.until(t, "mira", why, func() bool { return strings.Contains(w.told("mira"), why) })
			w.mu.Lock()
			defer w.mu.Unlock()
			if len(w.said) > 0 {
				t.Errorf("it says %q", w.said[0].Text)
			}
		})
	}
}

// TestDeletedWhileItIsQuoted: of several lines that an answer is to, the one that it quotes
// is deleted while it waits for its network. It is made, and quotes it no more.
func TestDeletedWhileItIsQuoted(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	asked, answer := make(chan struct{}, 2), make(chan struct{})
	goOn := sync.OnceFunc(func() { close(answer) })
	defer goOn()
	w := wire(t, seated("mira", "openai", server.Start(t, server.Func(func(server.Request) server.Answer {
		asked <- struct{}{}
		<-answer
		return server.Say("hello, both")
	})), quick+"\nbusy = \"steer\""))
	quoted, deleted := make(chan messages.Quoted, 1), make(chan struct{})
	tries := 0
	w.refuse = func(p messages.Post) error { // the network wants no post for a second
		if tries++; tries > 1 {
			return nil
		}
		quoted <- p.Quoting
		<-deleted
		return adapter.RetryAfter(time.Second, errors.New("not now"))
	}
	await := func(c <-chan struct{}, what string) {
		t.Helper()
		select {
		case <-c:
		case <-w.ctx.Done():
			t.Fatal(what)
		}
	}
	w.say(t, "mira", "a moth")
	await(asked, "nobody is asked for an answer")
	w.say(t, "mira", "a bee") // with which it is composed again
	await(asked, "nobody is asked for an answer to both")
	w.bob(t, "mira", "aside", "lunch?")
	goOn()
	select {
	case q := <-quoted:
		if q.ID != "a bee" || !strings.Contains(q.Text, "a bee") {
			t.Errorf("it quotes %+v", q)
		}
	case <-w.ctx.Done():
		t.Fatal("nothing is to be posted")
	}
	w.happens(t, "mira", messages.Deleted{ID: "a bee"})
	close(deleted)
	w.posted(t, "mira", 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.said[0]; p.Text != "hello, both" || p.Quoting.Text != "" || p.Quoting.Author.Name != "" {
		t.Errorf("it says %q and quotes %+v, want nothing of what was deleted", p.Text, p.Quoting)
	}
}

// TestGoneBeforeItIsPosted: what a familiar would have said that a new configuration takes
// away is not made any more, though its account is there; nor is what an account would say
// that it has no longer.
func TestGoneBeforeItIsPosted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, two)
		s.say("ana: @bob morning")
		post := messages.Post{ID: "waits", Channel: terminal.Channel, Familiar: "aria", Account: s.app.Channel(terminal.Channel).Seats[0].Account}
		if s.app.moot(t.Context(), post) {
			t.Error("the post is moot while its familiar is there")
		}
		moved := post
		moved.Account = "terminal/before"
		if !s.app.moot(t.Context(), moved) {
			t.Error("the post is to be made by an account that its familiar has no longer")
		}
		s.reload(strings.ReplaceAll(two, `["aria", "vesper"]`, `["vesper"]`))
		if !s.app.moot(t.Context(), post) {
			t.Error("the post is to be made, though its familiar is gone")
		}
		s.close()
	})
}
