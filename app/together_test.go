package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// TestOneQuestionForAll: two familiars of a channel are put before their judge
// in one question, in which each has its card and what it is like there, and the
// one that is named speaks.
func TestOneQuestionForAll(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	script := server.Func(func(r server.Request) server.Answer {
		if r.Verdict {
			return server.Say(`{"who":"fBO","reason":"it is about bread"}`)
		}
		return server.Say("fine")
	})
	const knobs = `judge = "aria"
judge_together = true
verdict = "reason"
ladder = { rungs = ["self", "rest"] }
odds = { on = false }
[familiars.%[1]s.chattiness]
lull = "1s"
personality = "Speaks of %[2]s."
`
	w := wire(t, seated("bo", "openai", server.Start(t, script), fmt.Sprintf(knobs, "bo", "bread"))+
		seated("aria", "openai", server.Start(t, script), fmt.Sprintf(knobs, "aria", "ships"))+`
[[channels]]
match = "web:bakery"
familiars = ["aria", "bo"]
[channels.override.bo]
chattiness = { tier = "eager" }
`)
	id := channelOf("bakery")
	for _, seat := range w.app.inForce.Now().Channel(id).Seats {
		err := w.hear(w.ctx, id, messages.Heard{Line: &messages.Line{
			ID: "l1", Channel: id, Account: seat.Account, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "the bread is done", At: messages.InstantOf(time.Now()),
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	w.posted(t, "bakery", 1)
	w.until(t, "bakery", "answer", func() bool { return strings.Contains(w.told("bakery"), "settled spoke") })
	told := w.decided("bakery")
	for _, want := range []string{"settled judge: the judge chose bo: it is about bread", "settled judge: yes: it is about bread"} {
		if !strings.Contains(told, want) {
			t.Errorf("want %q in\n%s", want, told)
		}
	}
	if who := w.said[0].Familiar; who != "bo" {
		t.Errorf("%s speaks, want bo", who)
	}
	var pages []string
	for _, r := range script.Requests() {
		if r.Verdict {
			pages = append(pages, r.Messages[len(r.Messages)-1].Text)
		}
	}
	if len(pages) != 1 {
		t.Fatalf("the judge was asked %d times, want once", len(pages))
	}
	for _, want := range []string{"= familiar: Faria\n", "= personality: Speaks of ships.\n", "= familiar: Fbo\n", "= talkativeness: eager\n", "= personality: Speaks of bread.\n"} {
		if !strings.Contains(pages[0], want) {
			t.Errorf("the page lacks %q:\n%s", want, pages[0])
		}
	}
}
