package app

import (
	"testing"

	"familiar/llm/llmtest/server"
	"familiar/messages"
)

// TestShadow: a familiar in shadow is composed for, and nothing of it reaches
// the network; what it would have said is in the journal.
func TestShadow(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	script := server.Func(func(server.Request) server.Answer { return server.Say("nobody hears this") })
	w := wire(t, seated("mira", "openai", server.Start(t, script), "preset = \"ladder\"\nmode = \"shadow\"\ndebounce.quiet = \"0s\"\ndebounce.hot = \"0s\""))
	w.say(t, "mira", "one")
	var n uint64
	w.until(t, "mira", "it would have spoken", func() bool {
		for _, note := range w.notes {
			if note.Rung == "shadowed" && note.Line == "one" {
				n = note.N
				return true
			}
		}
		return false
	})
	w.until(t, "mira", "nothing is under way", func() bool { return len(w.posts) == 0 })
	said := ""
	for r, err := range w.app.Journal.Replay(t.Context(), channelOf("mira"), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if c, is := r.Event.(messages.Composed); is && c.N == n && len(c.Parts) > 0 {
			said = c.Parts[0]
		}
	}
	if said != "nobody hears this" {
		t.Errorf("the journal has %q", said)
	}
}
