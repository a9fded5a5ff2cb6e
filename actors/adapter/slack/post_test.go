package slack

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestPlaces: where a post goes, and what it says about that.
func TestPlaces(t *testing.T) {
	const inThread = general + "/1700000000.000100"
	for _, tt := range []struct {
		story  string
		post   messages.Post
		thread string // "" the chat itself
		posted messages.ChannelID
		gone   bool
	}{
		{"the channel", messages.Post{Channel: general}, "", "", false},
		{"a thread that it begins", messages.Post{Channel: general, ReplyTo: "1700000000.000100", Thread: true}, "1700000000.000100", inThread, false},
		{"a thread that it follows", messages.Post{Channel: general, Within: inThread}, "1700000000.000100", inThread, false},
		{"a thread that is the channel", messages.Post{Channel: inThread, ReplyTo: "1800000000.000100", Thread: true}, "1700000000.000100", "", false},
		{"a reply stays in the channel", messages.Post{Channel: general, ReplyTo: "1700000000.000100"}, "", "", false},
		{"a command that was chosen is no message to answer", messages.Post{Channel: general, ReplyTo: adapter.CommandLine("7"), Thread: true}, "", "", false},
		{"another chat's thread", messages.Post{Channel: general, Within: "slack/T1/C9/1.1"}, "", "", true},
		{"no thread", messages.Post{Channel: general, Within: general + "/x"}, "", "", true},
		{"another network", messages.Post{Channel: "web//C1"}, "", "", true},
		{"no such channel", messages.Post{Channel: "slack/T1/C404"}, "", "", true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			s.Keep("C1", slacktest.Message{"user": "U1", "text": "root", "ts": "1700000000.000100"})
			tt.post.ID, tt.post.Text = "p", "hi"
			made, err := a.Post(t.Context(), tt.post)
			if tt.gone {
				if !errors.Is(err, adapter.ErrGone) {
					t.Errorf("got %v, want it gone", err)
				}
				return
			}
			if err != nil || made.Line == "" || made.Thread != tt.posted {
				t.Errorf("got %+v, %v; want it in %q", made, err, tt.posted)
			}
			form := s.Calls("chat.postMessage")[0].Form
			for key, want := range map[string]string{
				"thread_ts": tt.thread, "text": "hi", "parse": "none", "link_names": "false",
				"unfurl_links": "false", "unfurl_media": "false",
				"metadata": `{"event_type":"familiar_post","event_payload":{"id":"p"}}`,
			} {
				if got := strings.Join(form[key], ","); got != want {
					t.Errorf("%s is %q, want %q", key, got, want)
				}
			}
			again, found, err := a.Find(t.Context(), tt.post)
			if err != nil || !found || again != made {
				t.Errorf("found %+v, %v, %v; want %+v", again, found, err, made)
			}
		})
	}
}

// TestRefused: what an error says about a post.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		story string
		no    slacktest.Refusal
		gone  bool
		retry time.Duration // 0: not known whether it was posted
		want  string
	}{
		{"a rate limit", slacktest.Refusal{Status: 429, Error: "ratelimited", RetryAfter: 7 * time.Second}, false, 7 * time.Second, "rate limited"},
		{"a rate limit in words", slacktest.Refusal{Error: "rate_limited"}, false, -1, "rate_limited"},
		{"not in the channel", slacktest.Refusal{Error: "not_in_channel"}, true, 0, "invite it"},
		{"no scope", slacktest.Refusal{Error: "missing_scope", Needed: "chat:write"}, true, 0, "chat:write"},
		{"a revoked token", slacktest.Refusal{Error: "token_revoked"}, true, 0, "install the app again"},
		{"an archived channel", slacktest.Refusal{Error: "is_archived"}, true, 0, "archived"},
		{"trouble", slacktest.Refusal{Error: "internal_error"}, false, 0, "internal_error"},
		{"trouble of HTTP", slacktest.Refusal{Status: 503}, false, 0, "503"},
		{"an answer that says nothing", slacktest.Refusal{Error: ""}, false, 0, "no ts"},
		{"done, but said otherwise", slacktest.Refusal{Error: "internal_error", Done: true}, false, 0, "internal_error"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			s.Refuse("chat.postMessage", tt.no)
			p := messages.Post{ID: "p", Channel: general, Text: "hi", Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
			_, err := a.Post(t.Context(), p)
			later, isLater := errors.AsType[*adapter.RetryError](err)
			if err == nil || errors.Is(err, adapter.ErrGone) != tt.gone || isLater != (tt.retry != 0) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if isLater && tt.retry > 0 && later.After != tt.retry {
				t.Errorf("to be tried after %v, want %v", later.After, tt.retry)
			}
			if strings.Contains(err.Error(), slacktest.Token) {
				t.Errorf("the error shows the token: %v", err)
			}
			if _, found, err := a.Find(t.Context(), p); err != nil || found != tt.no.Done {
				t.Errorf("found is %v, %v; want %v", found, err, tt.no.Done)
			}
		})
	}
}

// TestDeliver: over the runner, a post whose answer was lost is not said
// twice, and a rate limit is waited out.
func TestDeliver(t *testing.T) {
	a, s := open(t)
	s.Refuse("chat.postMessage", slacktest.Refusal{Status: 429, RetryAfter: time.Second})
	s.Refuse("chat.postMessage", slacktest.Refusal{Error: "internal_error", Done: true})
	j := &adaptertest.Taken{}
	runner := adapter.New("acc", a, j.Hear, adapter.Options{MinPause: time.Millisecond, Log: a.config.Log})
	p := messages.Post{ID: "p", Channel: general, Text: "once", Meta: messages.Meta{At: messages.InstantOf(time.Now().Add(time.Second))}}
	if err := runner.Deliver(t.Context(), outboxOf(p)); err != nil {
		t.Fatal(err)
	}
	if got := s.Posted(); !slices.Equal(got, []string{"once"}) {
		t.Errorf("posted %q, want it once", got)
	}
	if made, ok := j.Until(t, 1)[0].Event.(messages.Delivered); !ok || made.Line == "" {
		t.Errorf("heard %+v, want it delivered", made)
	}
}

func outboxOf(posts ...messages.Post) adapter.Outbox {
	return func(_ context.Context, put func(messages.Post)) error {
		for _, p := range posts {
			put(p)
		}
		return nil
	}
}

// TestFindGivesUp: too much to look through is not "not found".
func TestFindGivesUp(t *testing.T) {
	a, s := open(t)
	for range pageSize*pagesMost + 1 {
		s.Keep("C1", slacktest.Message{"user": "U1", "text": "x"})
	}
	p := messages.Post{ID: "p", Channel: general, Text: "hi", Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
	if _, found, err := a.Find(t.Context(), p); err == nil || found || errors.Is(err, adapter.ErrGone) {
		t.Errorf("found is %v, %v; want an error", found, err)
	}
}

// TestEcho: an own post comes back before the answer, and carries the post's
// id even where Slack hides its mark.
func TestEcho(t *testing.T) {
	for _, tt := range []struct {
		story  string
		change func(*slacktest.Server)
	}{
		{"with its mark", func(*slacktest.Server) {}},
		{"without", func(s *slacktest.Server) { s.HideMetadata() }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			tt.change(s)
			j := &adaptertest.Taken{}
			listen(t, a, j)
			s.Say("C1", "U1", "hello?")
			j.Until(t, 1)
			made, err := a.Post(t.Context(), messages.Post{
				ID: "p", Channel: general, Text: "@Ana: a < b & *c*", Mentions: []messages.Mention{{Name: "Ana", ID: "U1"}},
			})
			if err != nil {
				t.Fatal(err)
			}
			echo := j.Until(t, 2)[1].Event.(messages.Heard).Line
			if echo.ID != made.Line || echo.Nonce != "p" || echo.Author.ID != slacktest.Bot || echo.Text != "@Ana: a < b & *c*" {
				t.Errorf("the echo is %+v, want %s with the nonce p and the text as it was", echo, made.Line)
			}
		})
	}
}

// TestPostNotReached: a post that never left is known not to be made.
func TestPostNotReached(t *testing.T) {
	a, s := open(t)
	if _, err := a.Identity(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Close()
	_, err := a.Post(t.Context(), messages.Post{ID: "p", Channel: general, Text: "hi"})
	if _, later := errors.AsType[*adapter.RetryError](err); !later {
		t.Errorf("got %v, want one that may be tried later", err)
	}
}

// TestFindByAnotherClock: Slack's clock is not this machine's.
func TestFindByAnotherClock(t *testing.T) {
	for _, ahead := range []time.Duration{-5 * time.Minute, 5 * time.Minute} {
		t.Run(ahead.String(), func(t *testing.T) {
			s := slacktest.NewAhead(ahead)
			t.Cleanup(s.Close)
			p := messages.Post{ID: "p", Channel: general, Text: "hi", Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
			made, err := join(t, s).Post(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if posted, found, err := join(t, s).Find(t.Context(), p); err != nil || !found || posted.Line != made.Line {
				t.Errorf("got %+v, %v, %v; want %s", posted, found, err, made.Line)
			}
		})
	}
}
