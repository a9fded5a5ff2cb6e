package app

import (
	"strings"
	"testing"

	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// TestReactionsReachTheModel: a reaction wakes nobody, and stands below its line
// the next time the model sees that.
func TestReactionsReachTheModel(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	model := server.Func(func(server.Request) server.Answer { return server.Say("fine") })
	w := wire(t, seated("mira", "openai", server.Start(t, model), `preset = "ladder"`))
	w.say(t, "mira", "one")
	w.posted(t, "mira", 1)
	for _, who := range []messages.PersonID{"ben", "eve", "ben"} {
		err := w.hear(w.ctx, channelOf("mira"), messages.Reacted{Line: "one", By: messages.Author{ID: who, Name: strings.ToUpper(string(who))}, Emoji: "👍"})
		if err != nil {
			t.Fatal(err)
		}
	}
	w.say(t, "mira", "two")
	w.posted(t, "mira", 2)
	asked := model.Requests()
	if len(asked) != 2 {
		t.Fatalf("the model was asked %d times, want 2", len(asked))
	}
	page := asked[1].Messages[len(asked[1].Messages)-1].Text
	line, below, found := strings.Cut(page, "is it one?\n")
	if below, _, _ = strings.Cut(below, "\n"); !found || !strings.HasSuffix(below, "~ 👍 BEN, EVE") || !strings.HasPrefix(below, page[:10]) {
		t.Errorf("below %q stands %q", line, below)
	}
}
