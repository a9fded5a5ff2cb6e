package main

import (
	"strings"
	"testing"

	"familiar/actors/adapter/slack/slacktest"
)

// TestRunOnSlack: a mention on Slack is answered in a thread off it, and what
// follows there is answered there.
func TestRunOnSlack(t *testing.T) {
	s := slacktest.New()
	defer s.Close()
	t.Setenv("SLACK_BOT_TOKEN", slacktest.Token)
	t.Setenv("SLACK_APP_TOKEN", slacktest.AppToken)
	file := saved(t, `
[familiars.moth]
name = "Moth"
persona = "Keeps bees."
[accounts.moth-slack]
network = "slack"
familiars = ["moth"]
token = "env:SLACK_BOT_TOKEN"
app_token = "env:SLACK_APP_TOKEN"
url = "`+s.URL+`"
[[channels]]
match = "slack:*"
familiars = ["moth"]
[control]
listen = ""
`)
	p := start(t, "run", file)
	if !s.Connected(1) {
		t.Fatalf("it did not connect: %s", p)
	}
	root := s.Write("C1", slacktest.Message{"user": "U1", "text": "<@UBOT> how are you today?"})
	if calls := s.Until("chat.postMessage", 1); len(calls) < 1 || strings.Join(calls[0].Form["thread_ts"], "") != root {
		t.Fatalf("posted %v, want an answer in the thread of %s: %s", calls, root, p)
	}
	if !s.UntilPosted(1) {
		t.Fatalf("the answer does not stand in the thread: %s", p)
	}
	s.Write("C1", slacktest.Message{"user": "U1", "text": "and tomorrow?", "thread_ts": root, "parent_user_id": "U1"})
	if calls := s.Until("chat.postMessage", 2); len(calls) < 2 || strings.Join(calls[1].Form["thread_ts"], "") != root {
		t.Fatalf("posted %v, want another in the thread of %s: %s", calls, root, p)
	}
	if !s.AllAcked() {
		t.Error("not all was acknowledged")
	}
	if text := p.String(); strings.Contains(text, slacktest.Token) || strings.Contains(text, slacktest.AppToken) || strings.Contains(text, "ticket") {
		t.Errorf("a secret is in the log: %s", text)
	}
}
