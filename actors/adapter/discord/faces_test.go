package discord

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/discordtest"
	"familiar/messages"
)

const picture = "https://example.org/aria.png"

// faced returns a rig whose account shows faces, and what it logs.
func faced(t *testing.T) (*rig, *bytes.Buffer) {
	r, log := newRig(t), &bytes.Buffer{}
	r.account = r.openWith(t, r.bot, func(c *Config) { c.Faces, c.Log = true, slog.New(slog.NewTextHandler(log, nil)) })
	return r, log
}

func ariaSays(r *rig, n, text string) messages.Post {
	p := post(r, n, text)
	p.As, p.Picture = "Aria", picture
	return p
}

// TestFaces: what a familiar of several says stands under its own name and picture, and
// stays the account's: its echo, replies to it, an edit and the look for it know that.
func TestFaces(t *testing.T) {
	r, _ := faced(t)
	e := listen(t, r.account)
	r.connected(t)
	p := ariaSays(r, "1", "hello")
	made, err := r.account.Post(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	echo := line(t, e.wants(t, "Aria: hello")[0])
	if echo.ID != made.Line || echo.Author.ID != messages.PersonID(r.bot.ID) || echo.Nonce != string(p.ID) {
		t.Errorf("heard %+v, want the account's own post", echo)
	}
	stands := r.Messages(r.general)[0]
	if by := stands["author"].(discordtest.Object); by["username"] != "Aria" || by["avatar"] != picture {
		t.Errorf("people see it by %v, want Aria with her picture", by)
	}
	r.Say(r.general, "Ana", "hi you", discordtest.Object{"type": 19, "message_reference": discordtest.Object{"message_id": string(made.Line)}, "referenced_message": stands})
	if to := line(t, e.wants(t, "Aria: hello", "Ana: hi you")[1]).ReplyTo; to.Author != messages.PersonID(r.bot.ID) || to.ID != made.Line {
		t.Errorf("the reply answers %+v, want the account's line", to)
	}
	for _, a := range []*Account{r.account, r.openWith(t, r.bot, func(c *Config) { c.Faces = true })} { // and another process
		if again, found, err := a.Find(t.Context(), p); err != nil || !found || again.Line != made.Line {
			t.Errorf("found %+v, %v, %v; want %+v", again, found, err, made)
		}
		if err := a.Edit(t.Context(), messages.Edit{Channel: r.channel, Line: made.Line, As: "Aria", Text: "hello again"}); err != nil {
			t.Error(err)
		}
		if got := r.Text(r.general, string(made.Line)); got != "hello again" {
			t.Errorf("edited it says %q", got)
		}
		p.Text = "hello again"
	}
	if _, err := r.openWith(t, r.bot, func(c *Config) { c.Faces = true }).Post(t.Context(), ariaSays(r, "2", "more")); err != nil || r.Webhooks() != 1 {
		t.Errorf("the next process has %d webhooks, %v; want the one there is", r.Webhooks(), err)
	}
}

// TestFacesThread: a thread has its channel's webhook.
func TestFacesThread(t *testing.T) {
	r, _ := faced(t)
	p := ariaSays(r, "1", "let us see")
	p.ReplyTo, p.Thread = messages.LineID(r.Say(r.general, "Ana", "why?")), true
	made, err := r.account.Post(t.Context(), p)
	if err != nil || made.Thread == "" || r.Webhooks() != 1 {
		t.Fatalf("posted %+v, %v with %d webhooks; want it in a thread, by one", made, err, r.Webhooks())
	}
	if got := r.Text(string(p.ReplyTo), string(made.Line)); got != "let us see" {
		t.Errorf("the thread says %q", got)
	}
	if err := r.account.Edit(t.Context(), messages.Edit{Channel: made.Thread, Line: made.Line, As: "Aria", Text: "I see"}); err != nil || r.Text(string(p.ReplyTo), string(made.Line)) != "I see" {
		t.Errorf("edited it says %q, %v", r.Text(string(p.ReplyTo), string(made.Line)), err)
	}
}

// TestFacesRefused: where a name can't be shown it is before the text, nothing is lost,
// and the webhook's secret is in no log and no error.
func TestFacesRefused(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(*rig)
		as      string
		want    string
		later   bool // it is not posted now
	}{
		{"all is well", func(*rig) {}, "Aria", "hello", false},
		{"the right is missing", func(r *rig) { r.Refuse("GET", "/webhooks", 403, 50013, "Missing Permissions") }, "Aria", "Aria: hello", false},
		{"the channel has all it may have", func(r *rig) { r.Refuse("POST", "/webhooks", 400, 30007, "Maximum number of webhooks reached") }, "Aria", "Aria: hello", false},
		{"Discord forbids the name", func(*rig) {}, "Discord Moth", "Discord Moth: hello", false},
		{"nobody knows of a webhook now", func(r *rig) { r.Refuse("GET", "/webhooks", 500, 0, "Internal Server Error") }, "Aria", "", true},
		{"somebody took it away", func(r *rig) {
			if _, err := r.account.Post(t.Context(), ariaSays(r, "0", "first")); err != nil {
				t.Fatal(err)
			}
			r.DropWebhooks()
		}, "Aria", "", true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r, log := faced(t)
			tt.trouble(r)
			p := ariaSays(r, "1", "hello")
			p.As = tt.as
			made, err := r.account.Post(t.Context(), p)
			if tt.later {
				if _, is := errors.AsType[*adapter.RetryError](err); !is {
					t.Fatalf("got %v, want that it is tried again", err)
				}
				r.Refuse("GET", "/webhooks", 0, 0, "")
				tt.want = "hello"
				made, err = r.account.Post(t.Context(), p)
			}
			if err != nil || r.Text(r.general, string(made.Line)) != tt.want {
				t.Errorf("it says %q, %v; want %q", r.Text(r.general, string(made.Line)), err, tt.want)
			}
			if again, found, err := r.openWith(t, r.bot, func(c *Config) { c.Faces = true }).Find(t.Context(), p); err != nil || !found || again.Line != made.Line {
				t.Errorf("another process finds %+v, %v, %v; want %s", again, found, err, made.Line)
			}
			if bytes.Contains(log.Bytes(), []byte("secret-of")) {
				t.Errorf("the log tells the webhook's secret:\n%s", log)
			}
		})
	}
}

// TestFacesAnswerLost: a post whose answer is lost may stand or not, so it is looked for;
// its error doesn't tell the webhook's secret.
func TestFacesAnswerLost(t *testing.T) {
	r, _ := faced(t)
	r.LoseAnswers(1)
	p := ariaSays(r, "1", "hello")
	p.Meta.At = messages.InstantOf(time.Now())
	_, err := r.account.Post(t.Context(), p)
	_, retries := errors.AsType[*adapter.RetryError](err)
	if err == nil || retries || errors.Is(err, adapter.ErrGone) || bytes.Contains([]byte(err.Error()), []byte("secret-of")) {
		t.Fatalf("got %v, want an error that says that nobody knows, without the secret", err)
	}
	if _, found, err := r.account.Find(t.Context(), p); err != nil || !found {
		t.Errorf("found %v, %v; want it", found, err)
	}
	p.ID, p.Text = "another", "never said"
	if _, found, err := r.account.Find(t.Context(), p); err != nil || found {
		t.Errorf("found %v, %v of what was never posted", found, err)
	}
}
