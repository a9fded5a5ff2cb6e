package discord

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/messages"
)

// TestEdit: an edit comes back as one, pings nobody it doesn't name, and is no
// second line.
func TestEdit(t *testing.T) {
	r := newRig(t)
	e := listen(t, r.account)
	r.connected(t)
	made, err := r.account.Post(t.Context(), post(r, "1", "In 1921."))
	if err != nil {
		t.Fatal(err)
	}
	r.Say(r.general, "Ana", "sure?")
	e.wants(t, "moth: In 1921.", "Ana: sure?")
	o := messages.Edit{
		Channel: r.channel, Line: made.Line, Text: "In 1922, @Ana. @everyone",
		Mentions: []messages.Mention{{Name: "Ana", ID: messages.PersonID(r.Person("Ana"))}},
	}
	if err := r.account.Edit(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	edited := line(t, e.wants(t, "moth: In 1921.", "Ana: sure?", "edited moth: In 1922, @Ana. @everyone")[2])
	if edited.ID != made.Line || edited.Everyone {
		t.Errorf("got %+v, want the same line and nobody else pinged", edited)
	}
	want := discordtest.Object{"parse": []any{}, "users": []any{r.Person("Ana")}, "replied_user": false}
	sent := r.Requests("PATCH", string(made.Line))
	if len(sent) != 1 || !reflect.DeepEqual(sent[0].Body["allowed_mentions"], want) {
		t.Errorf("sent %v, want one that allows %v", sent, want)
	}
}

// TestEditErrors: what is known of an edit that failed.
func TestEditErrors(t *testing.T) {
	r := newRig(t)
	made, err := r.account.Post(t.Context(), post(r, "1", "hello"))
	if err != nil {
		t.Fatal(err)
	}
	other := r.Say(r.general, "Ana", "mine")
	for _, tt := range []struct {
		story string
		line  messages.LineID
		limit time.Duration
		gone  bool
		fails bool
	}{
		{"a limit is waited for", made.Line, 30 * time.Millisecond, false, false},
		{"somebody else's line", messages.LineID(other), 0, true, true},
		{"a line that is gone", made.Line + "0", 0, true, true},
		{"a line of no network", "x", 0, true, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if tt.limit > 0 {
				r.Limit(string(made.Line), tt.limit, false)
			}
			err := r.account.Edit(t.Context(), messages.Edit{Channel: r.channel, Line: tt.line, Text: "hullo"})
			if (err != nil) != tt.fails || errors.Is(err, adapter.ErrGone) != tt.gone {
				t.Errorf("got %v, want an error %v, gone %v", err, tt.fails, tt.gone)
			}
		})
	}
}

// TestFileOnce: over the runner, a file whose answer was lost is posted once,
// also when another process looks for it.
func TestFileOnce(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(*rig)
	}{
		{"all is well", func(*rig) {}},
		{"the answer is lost", func(r *rig) { r.LoseAnswers(1) }},
		{"a rate limit stands before it", func(r *rig) { r.Limit("/messages", 20*time.Millisecond, false) }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t)
			tt.trouble(r)
			p := post(r, "1", "[file a.md, 5 characters]")
			p.File = &messages.File{Name: "a.md", Text: "hello"}
			p.ReplyTo = messages.LineID(r.Say(r.general, "Ana", "write it down"))
			p.Meta.At += 1000
			first := settle(t, r.account, p)
			if made, ok := first.(messages.Delivered); !ok || made.Line == "" {
				t.Fatalf("got %+v, want it delivered", first)
			}
			p.Meta.At -= 2000 // made before the next process began
			if again := settle(t, r.open(t, r.bot), p); again != first {
				t.Errorf("another process says %+v, want %+v", again, first)
			}
			if got, want := r.Files(), []string{"a.md: hello"}; !slices.Equal(got, want) {
				t.Errorf("posted %q, want %q", got, want)
			}
			body := r.Requests("POST", "/messages")[0].Body
			if body["content"] != "" || body["enforce_nonce"] != true || body["message_reference"] == nil {
				t.Errorf("sent %v, want a reply without a text, under a nonce", body)
			}
		})
	}
}

// settle delivers one post over a runner of its own.
func settle(t *testing.T, a *Account, p messages.Post) messages.Event {
	t.Helper()
	settled := make(chan messages.Event, 1)
	hear := func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
		settled <- e
		return nil
	}
	runner := adapter.New("moth", a, hear, adapter.Options{MinPause: time.Millisecond, Log: slog.New(slog.DiscardHandler)})
	if err := runner.Deliver(t.Context(), func(_ context.Context, put func(messages.Post)) error { put(p); return nil }); err != nil {
		t.Fatal(err)
	}
	return <-settled
}
