package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"familiar/actors/adapter/slack/slacktest"
	"familiar/internal/long"
	"familiar/llm"
	"familiar/llm/llmtest/server"
)

// TestThreadOnSlack: whoever was answered in a thread goes on there without the
// name, line after line. The model is shown the question the thread began with,
// its tool history finds it, and once it is deleted neither does.
func TestThreadOnSlack(t *testing.T) {
	long.Test(t)
	s := slacktest.New()
	defer s.Close()
	t.Setenv("SLACK_BOT_TOKEN", slacktest.Token)
	t.Setenv("SLACK_APP_TOKEN", slacktest.AppToken)
	look := server.Answer{Calls: []llm.Call{{ID: "c1", Name: "history", Arguments: json.RawMessage(`{"before":0,"n":5}`)}}}
	says := func(text string) server.Answer { return server.Answer{Text: []string{text}} }
	model := server.New(says("In the lamp."), says("It folds its wings."), look, says("As I said."), says("Quite."), says("Mostly."), says("Hardly."))
	file := saved(t, fmt.Sprintf(`
[models.scripted]
kind = "openai"
model = "scripted"
url = "%s/v1"
[familiars.moth]
name = "Moth"
model = "scripted"
persona = "Keeps a lamp."
[accounts.moth-slack]
network = "slack"
familiars = ["moth"]
token = "env:SLACK_BOT_TOKEN"
app_token = "env:SLACK_APP_TOKEN"
url = "%s"
[[channels]]
match = "slack:*"
familiars = ["moth"]
[control]
listen = ""
`, server.Start(t, model), s.URL))
	p := start(t, "run", file)
	if !s.Connected(1) {
		t.Fatalf("it did not connect: %s", p)
	}
	s.Say("C1", "U2", "my password is swordfish") // of the room, and nobody's in the thread
	root := s.Write("C1", slacktest.Message{"user": "U1", "text": "<@UBOT> where does the moth sleep?"})
	if calls := s.Until("chat.postMessage", 1); len(calls) < 1 || strings.Join(calls[0].Form["thread_ts"], "") != root {
		t.Fatalf("posted %v, want an answer in the thread of %s: %s", calls, root, p)
	}
	follow := []string{"thanks, that helps a lot", "tell me more about that", "and what do they eat?", "hm, interesting"}
	for k, text := range follow {
		if !s.UntilPosted(k + 1) { // people answer what they have seen
			t.Fatalf("answer %d does not stand in the thread: %s", k+1, p)
		}
		s.Write("C1", slacktest.Message{"user": "U1", "text": text, "thread_ts": root, "parent_user_id": "U1"})
		if calls := s.Until("chat.postMessage", k+2); len(calls) < k+2 || strings.Join(calls[k+1].Form["thread_ts"], "") != root {
			t.Fatalf("%q got no answer in the thread: %s", text, p)
		}
	}
	const question, start = "where does the moth sleep?", "the thread's start] Ana: "
	asked := model.Requests()
	if len(asked) != 6 {
		t.Fatalf("the model was asked %d times, want 6", len(asked))
	}
	for k, r := range asked[1:] {
		page := r.Messages[0].Text
		if !strings.Contains(page, start+"@Moth "+question) {
			t.Errorf("request %d in the thread doesn't show what it began with:\n%s", k+1, page)
		}
		for _, m := range r.Messages {
			if strings.Contains(m.Text, "swordfish") {
				t.Errorf("request %d in the thread shows what else was said in the room:\n%s", k+1, m.Text)
			}
		}
	}
	if found := asked[3].Messages[len(asked[3].Messages)-1].Text; !strings.Contains(found, question) {
		t.Errorf("the tool history finds %q, want the question", found)
	}
	s.Delete("C1", root)
	p.until("act=settled rung=spoke", 5)
	s.Write("C1", slacktest.Message{"user": "U1", "text": "<@UBOT> and by day?", "thread_ts": root, "parent_user_id": "U1"})
	if calls := s.Until("chat.postMessage", 6); len(calls) < 6 {
		t.Fatalf("the thread goes on without its root, and got no answer: %s", p)
	}
	asked = model.Requests()
	if last := asked[len(asked)-1].Messages[0].Text; strings.Contains(last, "where does the moth") {
		t.Errorf("the question is deleted and shown:\n%s", last)
	}
}
