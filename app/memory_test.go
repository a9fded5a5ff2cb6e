package app

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// TestMemory: what was said is learned from once talk has settled, comes into the prompt
// of a later turn, and is nowhere any more once who it is about is forgotten.
func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var asked []string
		model := llmtest.Func(func(r llm.Request) llmtest.Answer {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, r.Messages[0].Text)
			if strings.HasPrefix(r.System, "You keep notes for Aria") {
				return llmtest.Say(`{"text": "Bob repairs zithers", "lines": [1], "about": 1, "sure": 90}`)
			}
			return llmtest.Say("I see")
		})
		s := openWith(t, `
[familiars.aria]
name = "Aria"
preset = "ladder"
memory = { on = true }

[[channels]]
match = "terminal:*"
familiars = ["aria"]
`, func(o *Options) { o.Client = func(string, config.Model) (llm.Model, error) { return model, nil } })
		s.say("bob: my trade is the repair of zithers")
		for k := range 10 {
			s.say(fmt.Sprintf("ana: and line %d", k))
		}
		s.wait(4 * time.Minute)
		mu.Lock()
		soFar := strings.Join(asked, "\n")
		mu.Unlock()
		if strings.Contains(soFar, "Said lately") {
			t.Fatal("it learned before talk had settled")
		}
		s.wait(2 * time.Minute)
		s.say("bob: @Aria what do I do?")
		s.wait(time.Minute)
		mu.Lock()
		last := asked[len(asked)-1]
		mu.Unlock()
		if !strings.Contains(last, "What you keep in mind of this channel") || !strings.Contains(last, "Bob repairs zithers") {
			t.Errorf("the prompt has no memory:\n%s", last)
		}
		if got := s.everything(t); !bytes.Contains(got, []byte("Bob repairs zithers")) {
			t.Error("the journal and the state have no memory")
		}
		var bob messages.PersonID
		for r, err := range s.replay(t) {
			if e, is := r.Event.(messages.Heard); err == nil && is && e.Line.Author.Name == "bob" {
				bob = e.Line.Author.ID
			}
		}
		if _, err := s.journal.Append(t.Context(), 0, terminal.Channel, messages.Forgotten{Person: bob}); err != nil {
			t.Fatal(err)
		}
		s.wait(10 * time.Minute)
		s.say("ana: @Aria what does bob do?")
		s.wait(time.Minute)
		s.close()
		if last := asked[len(asked)-1]; strings.Contains(last, "zithers") || !strings.Contains(last, "what does bob do?") {
			t.Errorf("after forgetting the prompt is\n%s", last)
		}
		if bytes.Contains(s.everything(t), []byte("zithers")) {
			t.Error("the words are still in the journal or the state")
		}
	})
}

// everything returns the bytes of the channel's records and state.
func (s *stage) everything(t *testing.T) (all []byte) {
	t.Helper()
	for r, err := range s.replay(t) {
		if err != nil {
			t.Fatal(err)
		}
		b, err := messages.EncodeEvent(r.Event)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	kept, err := s.journal.Load(t.Context(), terminal.Channel)
	if err != nil {
		t.Fatal(err)
	}
	return append(all, kept.Body...)
}
