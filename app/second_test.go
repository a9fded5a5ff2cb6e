package app

import (
	"strings"
	"testing"
	"time"

	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// TestSecondJudge: a yes that by the odds is not enough is put before the second
// judge, whose no holds; why tells of both.
func TestSecondJudge(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	first := server.Func(func(r server.Request) server.Answer {
		if r.Verdict {
			return server.Say(`{"speak":true,"reason":"why not"}`)
		}
		return server.Say("fine")
	})
	second := server.Func(func(server.Request) server.Answer {
		return server.Say(`{"speak":false,"reason":"they are among themselves"}`)
	})
	w := wire(t, seated("aria", "openai", server.Start(t, first), `judge = "aria"
second_judge = "large"
verdict = "reason"
odds = { at_once = 0.001, ask = { lo = 0.0 }, wait = { lo = 0.0 }, second = { hi = 1.0 } }
`)+`
[models.large]
kind = "openai"
model = "large"
url = "`+server.Start(t, second)+`/v1"
key = "env:MODEL_KEY"
`)
	id := channelOf("aria-bakery")
	for k, who := range []messages.PersonID{"ana", "bo", "cy", "ana"} {
		line := messages.Line{
			ID: messages.LineID(rune('a' + k)), Channel: id, Account: w.app.inForce.Now().Channel(id).Seats[0].Account,
			Author: messages.Author{ID: who, Name: string(who)}, Text: "the bread is done", At: messages.InstantOf(time.Now()),
		}
		if err := w.hear(w.ctx, id, messages.Heard{Line: &line}); err != nil {
			t.Fatal(err)
		}
	}
	w.until(t, "aria-bakery", "second verdict", func() bool { return strings.Contains(w.told("aria-bakery"), "by the second judge") })
	told := w.decided("aria-bakery")
	for _, want := range []string{"wait judge: yes, by which odds of ", "settled judge: no, by the second judge: they are among themselves"} {
		if !strings.Contains(told, want) {
			t.Errorf("want %q in\n%s", want, told)
		}
	}
	if len(second.Requests()) == 0 {
		t.Error("the second model was never asked")
	}
}
