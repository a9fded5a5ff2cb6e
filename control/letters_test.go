package control

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"familiar/control/access"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/messages"
)

// shelf stands for the program's letters.
type shelf struct {
	kept map[uint64]Letter
	did  []string
}

func newShelf() *shelf {
	return &shelf{kept: map[uint64]Letter{
		3: {Letter: 3, Channel: "web//garden", Familiar: "aria", Post: "p3", Text: "good night", Reason: "forbidden", Repost: true},
		5: {Letter: 5, Channel: "discord/9/42", Familiar: "aria", Post: "p5", Text: "a secret", Reason: "no answer", Unknown: true, Repost: true, Look: true},
	}}
}

func (s *shelf) Newest(context.Context, int) ([]Letter, int, error) {
	return []Letter{s.kept[5], s.kept[3]}, len(s.kept), nil
}

func (s *shelf) Letter(_ context.Context, n uint64) (Letter, error) {
	l, is := s.kept[n]
	if !is {
		return l, ErrLetter
	}
	return l, nil
}

func (s *shelf) take(n uint64, what string) error {
	s.did = append(s.did, fmt.Sprint(what, " ", n))
	return nil
}

func (s *shelf) Drop(_ context.Context, n uint64) error { return s.take(n, "drop") }

func (s *shelf) Repost(_ context.Context, n uint64, by messages.Author) error {
	return s.take(n, "repost by "+by.Name)
}

func (s *shelf) Look(_ context.Context, n uint64) (bool, error) { return true, s.take(n, "look") }

// noHistory is a token for all chats that may steer and not read other networks.
var noHistory = []string{"Authorization", "Bearer operator"}

func operated(t *testing.T, change func(*Options)) *rig {
	t.Helper()
	return newRig(t, func(o *Options) {
		o.Tokens = append(o.Tokens, access.Token{Name: "operator", Secret: "operator", Scopes: []string{"read", "control"}})
		change(o)
	})
}

// TestLetters: what was given up is listed and dealt with by who may steer everywhere; its
// text, where it was not for the page, only by who may read that. Each order is a deed.
func TestLetters(t *testing.T) {
	kept := newShelf()
	r := operated(t, func(o *Options) { o.Letters = kept })
	if got := r.ask("GET", "/v1/letters", "").Body.String(); !strings.Contains(got, `"text":"a secret"`) || !strings.Contains(got, `"all":2`) {
		t.Errorf("all letters: %s", got)
	}
	if got := r.ask("GET", "/v1/letters", "", noHistory...).Body.String(); strings.Contains(got, "a secret") || !strings.Contains(got, "good night") {
		t.Errorf("without the scope history: %s", got)
	}
	for _, tt := range []struct {
		story, path string
		header      []string
		code        int
	}{
		{"one is let go", "/v1/letters/3/drop", nil, 200},
		{"one is said again", "/v1/letters/3/repost", nil, 200},
		{"one is looked for", "/v1/letters/5/look", nil, 200},
		{"of another network's the text may not be said again unread", "/v1/letters/5/repost", noHistory, 403},
		{"of the page's it may", "/v1/letters/3/repost", noHistory, 200},
		{"one has changed", "/v1/letters/4/drop", nil, 409},
		{"it is no number", "/v1/letters/x/drop", nil, 400},
		{"a token of some channels asks", "/v1/letters/3/drop", []string{"Authorization", "Bearer garden"}, 403},
		{"a reader asks", "/v1/letters/3/drop", []string{"Authorization", "Bearer reader"}, 403},
	} {
		if got := r.ask("POST", tt.path, "{}", tt.header...); got.Code != tt.code {
			t.Errorf("%s: got %d %s, want %d", tt.story, got.Code, got.Body, tt.code)
		}
	}
	if got := strings.Join(kept.did, ", "); got != "drop 3, repost by this run 3, look 5, repost by operator 3" {
		t.Errorf("done: %s", got)
	}
	if got := recordedIn(t, r); got != "drop p3, repost p3, look p5, repost p3" {
		t.Errorf("recorded: %s", got)
	}
}

// cellar stands for what the program keeps.
type cellar struct{ held journal.Holds }

func (c *cellar) Keeping(context.Context) (Keeping, error) {
	return Keeping{Keep: "720h", From: "default", Holds: c.held.All}, nil
}

func (c *cellar) Match(text string) (string, error) {
	if !strings.Contains(text, ":") {
		return "", fmt.Errorf("%w: match", ErrUnclear)
	}
	return text, nil
}

func (c *cellar) Add(_ context.Context, one journal.Hold) error { return c.held.Add(one) }

func (c *cellar) Release(_ context.Context, match string) error { return c.held.Release(match) }

func TestHolds(t *testing.T) {
	kept := &cellar{}
	r := operated(t, func(o *Options) { o.Holds = kept })
	for _, tt := range []struct {
		story, path, body string
		code              int
	}{
		{"no reason", "/v1/holds", `{"match":"web:*"}`, 400},
		{"no pattern", "/v1/holds", `{"match":"web","reason":"case 7"}`, 400},
		{"held", "/v1/holds", `{"match":"web:*","reason":"case 7"}`, 200},
		{"held twice", "/v1/holds", `{"match":"web:*","reason":"case 7"}`, 409},
		{"another is released", "/v1/holds/release", `{"match":"irc:*"}`, 404},
	} {
		if got := r.ask("POST", tt.path, tt.body); got.Code != tt.code {
			t.Errorf("%s: got %d %s, want %d", tt.story, got.Code, got.Body, tt.code)
		}
	}
	if got := r.ask("GET", "/v1/retention", "").Body.String(); !strings.Contains(got, `"match":"web:*","reason":"case 7","by":"this run"`) || !strings.Contains(got, `"rules":[]`) {
		t.Errorf("kept: %s", got)
	}
	if got := r.ask("POST", "/v1/holds/release", `{"match":"web:*"}`); got.Code != 200 || len(kept.held.All) != 0 {
		t.Errorf("released: %d %s", got.Code, got.Body)
	}
	for _, path := range []string{"/v1/retention", "/v1/letters", "/v1/experiments"} {
		if got := r.ask("GET", path, "", "Authorization", "Bearer garden"); got.Code != 403 {
			t.Errorf("%s by a token of some channels: %d", path, got.Code)
		}
	}
}

// TestDetails: who reads a channel is told to whose token is for it.
func TestDetails(t *testing.T) {
	r := operated(t, func(o *Options) {
		o.Details = func(_ context.Context, id messages.ChannelID) (Details, error) {
			return Details{Audience: messages.AudienceSome, Keep: "24h", From: "default"}, nil
		}
	})
	want := `{"channel":"web//garden","name":"","audience":"some","keep":"24h","from":"default","held":[]}`
	if got := strings.TrimSpace(r.ask("GET", "/v1/details?chat=garden", "", "Authorization", "Bearer garden").Body.String()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for path, code := range map[string]int{"/v1/details?chat=attic": 403, "/v1/details?channel=discord/9/42": 403, "/v1/details?channel=x": 400, "/v1/details": 400} {
		if got := r.ask("GET", path, "", "Authorization", "Bearer garden"); got.Code != code {
			t.Errorf("%s: got %d, want %d", path, got.Code, code)
		}
	}
}

func TestDrain(t *testing.T) {
	r := operated(t, func(o *Options) {
		o.Drain = func(_ context.Context, node string, undo bool) error {
			switch node {
			case "A1":
				return nil
			case "B2":
				return fmt.Errorf("%w: no other process is there", ErrDrain)
			}
			return ErrNoProcess
		}
	})
	for path, code := range map[string]int{"/v1/nodes/A1/drain": 202, "/v1/nodes/A1/undrain": 202, "/v1/nodes/B2/drain": 409, "/v1/nodes/C3/drain": 404} {
		if got := r.ask("POST", path, ""); got.Code != code {
			t.Errorf("%s: got %d %s, want %d", path, got.Code, got.Body, code)
		}
	}
	if got := r.ask("POST", "/v1/nodes/A1/drain", "", "Authorization", "Bearer garden"); got.Code != 403 {
		t.Errorf("a token of some channels: got %d", got.Code)
	}
	alone := newRig(t, nil)
	if got := alone.ask("POST", "/v1/nodes/A1/drain", ""); got.Code != 404 {
		t.Errorf("a process that is alone: got %d", got.Code)
	}
}

// recordedIn returns the deeds of the audit that begin something, in order.
func recordedIn(t *testing.T, r *rig) string {
	t.Helper()
	kept, err := audit.Wanted{}.Newest(t.Context(), r.Audit, 100)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range kept {
		if e.Of == 0 {
			all = append(all, e.Verb+" "+e.Detail)
		}
	}
	return strings.Join(all, ", ")
}
