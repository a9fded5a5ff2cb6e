package app

import (
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest/server"
)

// TestInject: what is said while the model writes is in its next call, in the
// same turn, which answers both lines at once.
func TestInject(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	first, goOn := make(chan struct{}), make(chan struct{})
	calls := 0
	script := server.Func(func(r server.Request) server.Answer {
		last := r.Messages[len(r.Messages)-1]
		calls++ // one turn's calls come one after the other
		switch {
		case strings.Contains(last.Text, "is it two?"):
			round := "a new turn"
			for _, m := range r.Messages {
				if m.Role == llm.ToolRole {
					round = "the same turn"
				}
			}
			return server.Say("both, in " + round)
		case calls == 1:
			close(first)
			<-goOn
		}
		return server.Answer{Calls: []llm.Call{call("history", map[string]any{"before": calls, "n": 5})}}
	})
	w := wire(t, seated("mira", "openai", server.Start(t, script), "preset = \"social\"\nbusy = \"inject\"\ndebounce.quiet = \"0s\"\ndebounce.hot = \"0s\""))
	w.say(t, "mira", "one")
	select {
	case <-first:
	case <-w.ctx.Done():
		t.Fatal("the model is not called")
	}
	w.say(t, "mira", "two")
	w.until(t, "mira", "the line is given to the turn", func() bool {
		for _, n := range w.notes {
			if n.Rung == "inject" && n.Line == "two" {
				return true
			}
		}
		return false
	})
	close(goOn)
	w.posted(t, "mira", 1)
	if got, want := w.post(0).Text, "both, in the same turn"; got != want {
		t.Errorf("it says %q, want %q; decided:\n%s", got, want, w.decided("mira"))
	}
	w.until(t, "mira", "the turn is over", func() bool {
		for _, n := range w.notes {
			if n.Rung == "spoke" {
				return true
			}
		}
		return false
	})
	if decided := w.decided("mira"); strings.Contains(decided, "no more") {
		t.Errorf("the turn left the line to the next one:\n%s", decided)
	}
}
