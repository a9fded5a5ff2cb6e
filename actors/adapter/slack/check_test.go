package slack

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestFetch: the token goes to Slack's own host only.
func TestFetch(t *testing.T) {
	a, s := open(t)
	elsewhere := slacktest.New()
	defer elsewhere.Close()
	s.AddFile("F1", "the content", "")
	s.AddFile("F2", "", "") // redirected
	s.AddFile("F3", "x", strings.Replace(elsewhere.URL, "/api/", "/files/F3", 1))
	s.AddFile("F4", "x", "https://files.slack.com.example.org/x")
	s.AddFile("F5", "x", "http://files.slack.com/x")
	for _, tt := range []struct{ story, id, want, wrong string }{
		{"a file", "F1", "the content", ""},
		{"one that is redirected", "F2", "", "redirected"},
		{"one on another host", "F3", "", "own host"},
		{"one on a host that looks alike", "F4", "", "own host"},
		{"one without TLS", "F5", "", "own host"},
		{"none", "F404", "", "no such file"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			content, err := a.Fetch(t.Context(), general, "1.1", messages.Attachment{ID: tt.id})
			if tt.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wrong) {
					t.Errorf("got %v, want %s", err, tt.wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer content.Close()
			if got, err := io.ReadAll(content); err != nil || string(got) != tt.want {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// TestCheck: what an operator is told.
func TestCheck(t *testing.T) {
	t.Run("all is well", func(t *testing.T) {
		a, s := open(t)
		for n := range 120 {
			s.AddChat(slacktest.Chat{ID: fmt.Sprintf("CX%03d", n), Name: fmt.Sprintf("x%03d", n), Kind: "channel", Members: []string{slacktest.Bot}})
		}
		got, err := a.Check(t.Context())
		if err != nil || len(got.Missing) > 0 || got.Me.Name != "Moth" || got.Me.ID != slacktest.Bot {
			t.Errorf("got %+v, %v", got, err)
		}
		if len(got.Places) != 100 || got.More != 21 || got.Places[0] != "#general" {
			t.Errorf("%d places from %s on and %d more, want 100 and 21", len(got.Places), got.Places[0], got.More)
		}
	})
	t.Run("scopes are missing", func(t *testing.T) {
		a, s := open(t)
		s.Scopes("chat:write", "app_mentions:read", "users:read")
		got, err := a.Check(t.Context())
		if err != nil || len(got.Missing) != len(scopes)-3 || !slices.Contains(got.Missing, "channels:history: nothing is heard in public channels") {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("the app token lacks its scope", func(t *testing.T) {
		a, s := open(t)
		s.Refuse("apps.connections.open", slacktest.Refusal{Error: "missing_scope", Needed: "connections:write"})
		if _, err := a.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "connections:write") {
			t.Errorf("got %v, want connections:write", err)
		}
	})
	t.Run("the token is revoked", func(t *testing.T) {
		a, s := open(t)
		s.Revoke("token_revoked")
		if _, err := a.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "install the app again") {
			t.Errorf("got %v, want what to do", err)
		}
	})
}
