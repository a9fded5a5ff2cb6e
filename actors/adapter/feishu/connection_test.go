package feishu

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestReconnect: a connection that is lost in the middle of a burst loses and
// doubles nothing. The runner listens again, the network sends again what was
// not answered, and what it doesn't is fetched and arms nothing.
func TestReconnect(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "before"})
	l.line()
	await.Until(t, "yes", func() bool { taken, _ := n.Taken(); return taken == 1 })
	n.Drop()
	if err := l.end(); err == nil || errors.Is(err, adapter.ErrGone) || strings.Contains(err.Error(), "ticket") {
		t.Fatalf("Listen ended with %v, want a lost connection", err)
	}
	want := []string{"not sent again"}
	n.Keep(feishutest.Message{Chat: room, By: bob, Text: want[0]})
	for _, text := range []string{"one", "two", "three"} {
		n.Say(feishutest.Message{Chat: room, By: ana, Text: text})
		want = append(want, text)
	}
	a.config.CatchUp = time.Second // a busy machine may need some of it to take what is sent again
	l = listen(t, a)
	var got []string
	for range want {
		line := l.line()
		got = append(got, line.Text)
		if line.Backfilled != (line.Text == want[0]) || line.Author.Name == "" || !strings.HasPrefix(string(line.Author.ID), "on_") {
			t.Errorf("got %+v, want a named line, backfilled only if the network kept it", line)
		}
	}
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("heard %q, want %q", got, want)
	}
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "after"})
	if line := l.line(); line.Text != "after" {
		t.Errorf("then heard %q, want after", line.Text)
	}
}

// TestGapChanges: after a gap, lines that were withdrawn in it are deleted,
// and those that were said and withdrawn never appear.
func TestGapChanges(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	id := n.Say(feishutest.Message{Chat: room, By: ana, Text: "before"})
	l.line()
	n.Drop()
	l.end()
	n.Keep(feishutest.Message{Chat: room, By: bob, Text: "said and withdrawn", Gone: true})
	n.Recall(id) // its event is sent, too; the deletion is told once
	n.Edit(n.Keep(feishutest.Message{Chat: room, By: bob, Text: "frist"}), "first")
	l = listen(t, a)
	if got, want := l.next().event, (messages.Deleted{ID: messages.LineID(id)}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	l.fetched("first") // as it was edited
}

// TestGapLimited: the network may let the listing wait, and the gap is filled
// all the same.
func TestGapLimited(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "before"})
	l.line()
	await.Until(t, "yes", func() bool { taken, _ := n.Taken(); return taken == 1 })
	n.Drop()
	l.end()
	n.Keep(feishutest.Message{Chat: room, By: bob, Text: "missed"})
	n.Fail(feishutest.Failure{Path: "im/v1/messages", Times: 1, Status: 429, Code: 99991400, Msg: "request trigger frequency limit", Reset: 1})
	l = listen(t, a)
	l.fetched("missed")
}

// TestGapInGap: a gap that was not filled when the connection is lost again is
// filled after the next.
func TestGapInGap(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	say := func(text string) {
		n.Say(feishutest.Message{Chat: room, By: ana, Text: text})
		if line := l.line(); line.Text != text {
			t.Errorf("heard %q, want %q", line.Text, text)
		}
	}
	say("before")
	n.Drop()
	l.end()
	n.Keep(feishutest.Message{Chat: room, By: bob, Text: "missed"})
	a.config.CatchUp = time.Hour
	l = listen(t, a)
	say("live")
	n.Drop()
	l.end()
	a.config.CatchUp = 200 * time.Millisecond
	l = listen(t, a)
	l.fetched("missed")
}

// TestGone: what can't be mended by trying again ends the account with one
// message that says what to do, and no secret.
func TestGone(t *testing.T) {
	for _, tt := range []struct {
		story string
		spoil func(*feishutest.Network)
		want  string
	}{
		{"the secret is wrong", (*feishutest.Network).Revoke, "secret is wrong"},
		{"the app has no bot", func(n *feishutest.Network) {
			n.Fail(feishutest.Failure{Path: "bot/v3/info", Times: 1, Status: 400, Code: 11205, Msg: "app do not have bot"})
		}, "ability Bot"},
		{"the app is disabled", func(n *feishutest.Network) {
			n.Fail(feishutest.Failure{Path: "bot/v3/info", Times: 1, Status: 400, Code: 99991662, Msg: "app not in use"})
		}, "disabled"},
		{"it receives no events this way", func(n *feishutest.Network) {
			n.Fail(feishutest.Failure{Path: "ws/endpoint", Times: 1, Status: 200, Code: 1000040344, Msg: "long connection is off"})
		}, "long connection"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n, _ := group(t)
			tt.spoil(n)
			err := listen(t, openOn(t, n)).end()
			if !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), feishutest.Secret) {
				t.Errorf("got %v, want ErrGone naming %q", err, tt.want)
			}
		})
	}
}

// TestRevoked: a secret that is changed while the account listens ends it at
// the next connection.
func TestRevoked(t *testing.T) {
	n, channel := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "hi"})
	l.line()
	n.Revoke()
	if err := l.end(); err == nil || errors.Is(err, adapter.ErrGone) {
		t.Errorf("got %v, want a lost connection", err)
	}
	if err := listen(t, a).end(); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("got %v, want ErrGone", err)
	}
	if _, err := a.Post(t.Context(), messages.Post{ID: "p", Channel: channel, Text: "hello"}); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("a post got %v, want ErrGone", err)
	}
}

// TestLater: trouble that passes is waited for, as long as the network says.
func TestLater(t *testing.T) {
	for _, tt := range []struct {
		story string
		fail  feishutest.Failure
		after time.Duration
	}{
		{"a rate limit", feishutest.Failure{Path: "bot/v3/info", Status: 429, Code: 99991400, Msg: "frequency limit", Reset: 9}, 9 * time.Second},
		{"a rate limit on tokens", feishutest.Failure{Path: "tenant_access_token", Status: 429, Code: 99991400, Msg: "frequency limit"}, 0},
		{"trouble at the network", feishutest.Failure{Path: "tenant_access_token", Status: 500, Code: 2200, Msg: "internal"}, 0},
		{"a busy endpoint", feishutest.Failure{Path: "ws/endpoint", Status: 200, Code: 1, Msg: "system busy"}, 0},
		{"too many connections", feishutest.Failure{Path: "ws/endpoint", Status: 200, Code: 1000040350, Msg: "exceeded"}, crowdedPause},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n, _ := group(t)
			tt.fail.Times = 1
			n.Fail(tt.fail)
			a := openOn(t, n)
			err := listen(t, a).end()
			retry, _ := errors.AsType[*adapter.RetryError](err)
			if err == nil || errors.Is(err, adapter.ErrGone) || (retry != nil) != (tt.after > 0) || retry != nil && retry.After != tt.after {
				t.Errorf("got %v, want a pause of %v", err, tt.after)
			}
			l := listen(t, a)
			n.Say(feishutest.Message{Chat: room, By: ana, Text: "hi"})
			l.line()
		})
	}
}

// TestIdentity: it waits until the network answers.
func TestIdentity(t *testing.T) {
	n, _ := group(t)
	n.Fail(feishutest.Failure{Path: "bot/v3/info", Times: 1, Status: 500, Msg: "trouble"})
	me, err := openOn(t, n).Identity(t.Context())
	if want := (messages.Author{ID: feishutest.Bot, Name: feishutest.BotName, Bot: true}); me != want || err != nil {
		t.Errorf("got %+v, %v; want %+v", me, err, want)
	}
	n.Fail(feishutest.Failure{Path: "bot/v3/info", Times: 1000, Status: 500, Msg: "trouble"})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := openOn(t, n).Identity(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the end of the context", err)
	}
}
