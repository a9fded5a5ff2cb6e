package slack

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestGone: what the operator has to mend ends the account with one message,
// which holds no secret; what passes does not.
func TestGone(t *testing.T) {
	for _, tt := range []struct {
		story string
		then  func(*slacktest.Server)
		gone  string // "" goes on
	}{
		{"the token is revoked", func(s *slacktest.Server) { s.Revoke("token_revoked"); s.Cut() }, "token_revoked: the token was revoked: install the app again and write down the new token"},
		{"the account is deactivated", func(s *slacktest.Server) { s.Revoke("account_inactive"); s.Cut() }, "account_inactive: "},
		{"the app token is not valid", func(s *slacktest.Server) { s.Revoke("invalid_auth"); s.Cut() }, "invalid_auth: "},
		{"Socket Mode is switched off", func(s *slacktest.Server) { s.Disconnect("link_disabled") }, "link_disabled: Socket Mode is switched off"},
		{"the app is removed", func(s *slacktest.Server) { s.Event(slacktest.Message{"type": "app_uninstalled"}) }, "app_uninstalled: "},
		{"there are too many connections", func(s *slacktest.Server) { s.Disconnect("too_many_websockets") }, ""},
		{"Slack is in trouble", func(s *slacktest.Server) {
			s.Refuse("apps.connections.open", slacktest.Refusal{Error: "internal_error", Status: 500})
			s.Refuse("apps.connections.open", slacktest.Refusal{Error: "ratelimited", Status: 429, RetryAfter: time.Second})
			s.Cut()
		}, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			j := &adaptertest.Taken{}
			ended, _ := listen(t, a, j)
			s.Say("C1", "U1", "one")
			j.Until(t, 1)
			tt.then(s)
			if tt.gone == "" {
				if !s.Connected(2) {
					t.Fatal("it did not connect again")
				}
				s.Say("C1", "U1", "two")
				j.Until(t, 2)
				return
			}
			select {
			case err := <-ended:
				if !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), tt.gone) || strings.Contains(err.Error(), "xapp") || strings.Contains(err.Error(), "ticket") {
					t.Errorf("ended with %v, want %s", err, tt.gone)
				}
			case <-time.After(await.Patience):
				t.Fatal("it did not end")
			}
		})
	}
}

// TestOpen: tokens of the wrong kind are told at once, and never shown.
func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		story string
		c     Config
		want  string
	}{
		{"the app's token for the bot's", Config{Token: "xapp-secret", AppToken: "xapp-secret"}, "xoxb-"},
		{"a user's token", Config{Token: "xoxp-secret", AppToken: "xapp-secret"}, "xoxb-"},
		{"the bot's token for the app's", Config{Token: "xoxb-secret", AppToken: "xoxb-secret"}, "connections:write"},
		{"an address without a scheme", Config{Token: "xoxb-secret", AppToken: "xapp-secret", URL: "slack.com"}, "http"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			_, err := Open("acc", tt.c)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v, want something about %s", err, tt.want)
			}
			if shown := fmt.Sprintf("%v %+v %#v %s", tt.c, tt.c, tt.c, tt.c.Token); strings.Contains(shown, "secret") {
				t.Errorf("it shows as %s", shown)
			}
		})
	}
}

// TestDeletedChannel: of a channel that is gone as a whole no message is named; one that
// was made private, of which Slack says the same, stays.
func TestDeletedChannel(t *testing.T) {
	a, s := open(t)
	s.AddChat(slacktest.Chat{ID: "C2", Kind: "channel", Name: "aside", Members: []string{slacktest.Bot, "U1"}})
	j := &adaptertest.Taken{}
	listen(t, a, j)
	s.Say("C1", "U1", "one")
	s.Say("C2", "U1", "two")
	j.Until(t, 2)
	s.Event(slacktest.Message{"type": "channel_deleted", "channel": "C1"})
	s.DeleteChat("C2")
	if !s.AllAcked() {
		t.Fatal("what Slack said was not acknowledged")
	}
	want := adaptertest.Event{Channel: "slack/T1/C2", Event: messages.Forgotten{All: true}}
	if got := j.All(); len(got) != 3 || got[2] != want {
		t.Errorf("heard %v, want two lines and %v", got, want)
	}
}
