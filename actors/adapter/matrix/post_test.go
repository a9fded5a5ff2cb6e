package matrix

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/matrixtest"
	"familiar/messages"
)

func reply(n string) messages.Post {
	return messages.Post{ID: messages.PostID("matrix//!garden:test.example~moth~1.a~" + n), Channel: garden, Text: "reply " + n, Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
}

// TestPostsWhere: in the room, in a thread, in reply.
func TestPostsWhere(t *testing.T) {
	a, s := open(t)
	said := s.Say(matrixtest.Garden, matrixtest.Ana, "hello")
	thread := place{matrixtest.Garden, said}.channel()
	type object = map[string]any
	in := func(falling bool, to string) object {
		return object{"rel_type": "m.thread", "event_id": said, "is_falling_back": falling, "m.in_reply_to": object{"event_id": to}}
	}
	for _, tt := range []struct {
		story  string
		change func(*messages.Post)
		want   any
		thread messages.ChannelID
	}{
		{"in the room", func(*messages.Post) {}, nil, ""},
		{"in reply", func(p *messages.Post) { p.ReplyTo = messages.LineID(said) }, object{"m.in_reply_to": object{"event_id": said}}, ""},
		{"in reply to a command", func(p *messages.Post) { p.ReplyTo = "chosen:1" }, nil, ""},
		{"it begins a thread", func(p *messages.Post) { p.ReplyTo, p.Thread = messages.LineID(said), true }, in(true, said), thread},
		{"in the thread", func(p *messages.Post) { p.Within = thread }, in(true, said), thread},
		{"in reply in the thread", func(p *messages.Post) { p.Within, p.ReplyTo = thread, "$other" }, in(false, "$other"), thread},
		{"of the thread's own channel", func(p *messages.Post) { p.Channel = thread }, in(true, said), ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := reply(tt.story)
			tt.change(&p)
			made, err := a.Post(t.Context(), p)
			if err != nil || made.Line == "" || made.Thread != tt.thread {
				t.Fatalf("posted %+v, %v", made, err)
			}
			sent := s.Calls("send")
			if got := sent[len(sent)-1].Body["m.relates_to"]; !reflect.DeepEqual(got, tt.want) {
				t.Errorf("it stands %v, want %v", got, tt.want)
			}
			if again, found, err := a.Find(t.Context(), p); err != nil || !found || again != made {
				t.Errorf("found %+v, %v, %v; want %+v", again, found, err, made)
			}
		})
	}
	for _, channel := range []messages.ChannelID{"matrix//garden", "matrix/w/!garden:test.example", "matrix//!garden:test.example/1", "matrix//!nowhere:test.example"} {
		p := reply("nowhere")
		p.Channel = channel
		if _, err := a.Post(t.Context(), p); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("to %s: %v, want it refused", channel, err)
		}
	}
}

// TestCalls: only whom the program names, and never the room.
func TestCalls(t *testing.T) {
	a, s := open(t)
	p := reply("calls")
	p.Text, p.Mentions = "@Ana, @Bob, @room", []messages.Mention{{Name: "Ana", ID: matrixtest.Ana}}
	if _, err := a.Post(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	got := s.Calls("send")[0].Body["m.mentions"]
	if want := (map[string]any{"user_ids": []any{matrixtest.Ana}}); !reflect.DeepEqual(got, want) {
		t.Errorf("it calls %v, want %v", got, want)
	}
}

// TestInDoubt: a post whose answer was lost is found by the next process, or made
// again once, also by a homeserver that has forgotten the transaction.
func TestInDoubt(t *testing.T) {
	for _, tt := range []struct {
		story string
		done  bool
	}{{"it was made", true}, {"it was not made", false}} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			s.Refuse("send", matrixtest.Refusal{Done: tt.done, Lose: true})
			_, err := a.Post(t.Context(), reply("0"))
			if err == nil || adapter.IsUnposted(err) {
				t.Fatalf("got %v, want nobody to know", err)
			}
			s.Forget()
			for range 150 {
				s.Say(matrixtest.Garden, matrixtest.Ana, "meanwhile")
			}
			next := join(t, "acc", s)
			_, found, err := next.Find(t.Context(), reply("0"))
			if err != nil || found != tt.done {
				t.Fatalf("found %v, %v; want %v", found, err, tt.done)
			}
			if !found {
				if _, err := next.Post(t.Context(), reply("0")); err != nil {
					t.Fatal(err)
				}
			}
			if got := s.Posted(matrixtest.Moth); len(got) != 1 {
				t.Errorf("posted %q, want it once", got)
			}
		})
	}
	t.Run("the same again", func(t *testing.T) {
		a, s := open(t)
		first, _ := a.Post(t.Context(), reply("0"))
		if again, err := a.Post(t.Context(), reply("0")); err != nil || again != first || len(s.Posted(matrixtest.Moth)) != 1 {
			t.Errorf("posted %+v, then %+v, %v: %q", first, again, err, s.Posted(matrixtest.Moth))
		}
	})
	t.Run("too much was said since", func(t *testing.T) {
		a, s := open(t)
		for range findMost*100 + 1 {
			s.Say(matrixtest.Garden, matrixtest.Ana, "meanwhile")
		}
		if _, _, err := a.Find(t.Context(), reply("0")); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("got %v, want nobody to know", err)
		}
	})
}

// TestGestures: a reaction that is there already is no error; a sign is shown and
// taken away.
func TestGestures(t *testing.T) {
	a, s := open(t)
	said := messages.LineID(s.Say(matrixtest.Garden, matrixtest.Ana, "hello"))
	s.Forget()
	for range 2 {
		if err := a.React(t.Context(), messages.React{Channel: garden, Line: said, Emoji: "👍"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.React(t.Context(), messages.React{Channel: garden, Line: "7", Emoji: "👍"}); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("a reaction to no event: %v", err)
	}
	for _, on := range []bool{true, false} {
		if err := a.ShowTyping(t.Context(), messages.ShowTyping{Channel: garden, On: on}); err != nil {
			t.Fatal(err)
		}
	}
	if calls := s.Calls("typing"); len(calls) != 2 || calls[0].Body["typing"] != true || calls[1].Body["typing"] != false || calls[0].Path[3] != matrixtest.Moth {
		t.Errorf("asked for %+v", calls)
	}
	if _, err := Open("acc", Config{Token: "x", URL: "matrix.org"}); err == nil {
		t.Error("an address without a scheme is taken")
	}
}
