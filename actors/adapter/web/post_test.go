package web

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/actors/adapter"
	"familiar/messages"
)

func post(id, text string) messages.Post {
	return messages.Post{ID: messages.PostID(id), Channel: garden, Account: "aria", Text: text}
}

// TestPost is one story: a post is tried until both accounts have it, and is
// heard once by each.
func TestPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("journal is full")
		n := Open(Config{})
		a := add(t, n, "aria", "Aria")
		aria, _ := listens(t, a)
		bo, _ := listens(t, add(t, n, "bo", "Bo"))
		synctest.Wait()
		for _, step := range []struct {
			story    string
			post     string
			answer   error // bo's
			retry    bool  // a RetryError
			gone     bool
			aria, bo string
		}{
			{story: "both hear it", post: "p1", aria: "post:p1", bo: "post:p1"},
			{story: "posting again says nothing twice", post: "p1"},
			{story: "one does not take it: it is tried again", post: "p2", answer: full, retry: true, aria: "post:p2"},
			{story: "the next try reaches who lacks it", post: "p2", bo: "post:p2"},
			{story: "then it is there", post: "p2"},
			{story: "what is refused can never be posted", post: "p3", answer: adapter.ErrRefused, gone: true, aria: "post:p3"},
		} {
			aria.heard, bo.heard, bo.answer = nil, nil, []error{step.answer}
			posted, err := a.Post(t.Context(), post(step.post, "hello"))
			_, retry := errors.AsType[*adapter.RetryError](err)
			if retry != step.retry || errors.Is(err, adapter.ErrGone) != step.gone {
				t.Errorf("%s: got error %v, want retry %v, gone %v", step.story, err, step.retry, step.gone)
			}
			if err == nil && posted.Line != messages.LineID("post:"+step.post) {
				t.Errorf("%s: its id is %s", step.story, posted.Line)
			}
			if got, want := strings.Join(aria.heard, " ")+"/"+strings.Join(bo.heard, " "), step.aria+"/"+step.bo; got != want {
				t.Errorf("%s: aria/bo heard %q, want %q", step.story, got, want)
			}
		}
		echo := bo.lines[0]
		if echo.Author.ID != "aria" || !echo.Author.Bot || echo.Nonce != "p1" || echo.Account != "bo" || echo.At == 0 {
			t.Errorf("the echo is %+v, want Aria's, a bot's, with its nonce, for bo", echo)
		}
	})
}

func TestPostElsewhere(t *testing.T) {
	n := Open(Config{Present: func(c messages.ChannelID) []messages.AccountID {
		if c == Channel("private", "") {
			return []messages.AccountID{"bo"}
		}
		return []messages.AccountID{"aria", "bo"}
	}})
	a := add(t, n, "aria", "Aria")
	add(t, n, "bo", "Bo")
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    error // nil: a RetryError
	}{
		{"another network's channel is gone", "discord/1/2", adapter.ErrGone},
		{"a channel the account isn't in, too", Channel("private", ""), adapter.ErrGone},
		{"while one doesn't listen it is tried again", garden, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := post("p", "hi")
			p.Channel = tt.channel
			_, err := a.Post(t.Context(), p)
			_, retry := errors.AsType[*adapter.RetryError](err)
			if err == nil || retry != (tt.want == nil) || !errors.Is(err, tt.want) && tt.want != nil {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
	n.Remove("aria")
	if _, err := a.Post(t.Context(), post("p", "hi")); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("a removed account: got %v, want ErrGone", err)
	}
}

// TestPostShowsWhomItIsBy: the line is the account's under the familiar's name,
// and so is what becomes of it.
func TestPostShowsWhomItIsBy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		a := add(t, n, "house", "house")
		house, _ := listens(t, a)
		synctest.Wait()
		p := post("p", "hello")
		p.As = "Aria"
		if _, err := a.Post(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if err := a.Edit(t.Context(), messages.Edit{Channel: garden, Line: "post:p", As: "Aria", Text: "bye"}); err != nil {
			t.Fatal(err)
		}
		for _, l := range house.lines {
			if l.Author.ID != "house" || l.Author.Name != "Aria" {
				t.Errorf("%q is by %+v, want house as Aria", l.Text, l.Author)
			}
		}
		if len(house.lines) != 2 {
			t.Errorf("got %d lines, want the post and its edit", len(house.lines))
		}
	})
}

func TestPostReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := Open(Config{})
		a := add(t, n, "aria", "Aria")
		aria, _ := listens(t, a)
		synctest.Wait()
		if _, err := n.Say(t.Context(), line("1", "hi")); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			story string
			to    messages.LineID
			quote messages.PersonID
			want  messages.Reply
		}{
			{"to a line that was seen", "1", "", messages.Reply{ID: "1", Author: "ana"}},
			{"to one that only the post knows", "0", "bob", messages.Reply{ID: "0", Author: "bob"}},
			{"to nothing", "", "bob", messages.Reply{}},
		} {
			p := post(tt.story, "@ana and @nobody, @everyone")
			p.ReplyTo, p.Quoting.Author.ID = tt.to, tt.quote
			if _, err := a.Post(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			got := aria.lines[len(aria.lines)-1]
			if got.ReplyTo != tt.want {
				t.Errorf("%s: got %+v, want %+v", tt.story, got.ReplyTo, tt.want)
			}
			if len(got.Mentions) != 1 || got.Mentions[0] != "ana" || got.Everyone {
				t.Errorf("%s: mentions %v, everyone %v; want ana only", tt.story, got.Mentions, got.Everyone)
			}
		}
	})
}
