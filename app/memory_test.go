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
// of a later turn, and is nowhere any more once the line, who said it or the memory itself
// is forgotten: though the model that wrote it named another line, and nobody.
func TestMemory(t *testing.T) {
	for _, tt := range []struct {
		story  string
		forget func(t *testing.T, s *stage, said *messages.Line)
		gone   string // is nowhere any more
	}{
		{"who said it is forgotten", func(t *testing.T, s *stage, said *messages.Line) {
			s.happens(t, messages.Forgotten{Person: said.Author.ID})
		}, "zither"},
		{"the line is deleted", func(t *testing.T, s *stage, said *messages.Line) { s.happens(t, messages.Deleted{ID: said.ID}) }, "zither"},
		{"they have the memory forgotten, but not the line", func(_ *testing.T, s *stage, _ *messages.Line) { s.say("bob: /memory forget") }, "zither maker"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				model := &learning{}
				s := openWith(t, `
[familiars.aria]
name = "Aria"
preset = "ladder"
memory = { on = true }

[[channels]]
match = "terminal:*"
familiars = ["aria"]
`, func(o *Options) {
					o.Client = func(string, config.Model) (llm.Model, error) { return llmtest.Func(model.answer), nil }
				})
				s.say("bob: I make zithers")
				for k := range 10 {
					s.say(fmt.Sprintf("ana: and line %d", k))
				}
				s.wait(4 * time.Minute)
				if model.wasAsked("Said lately") {
					t.Fatal("it learned before talk had settled")
				}
				s.wait(2 * time.Minute)
				s.say("ana: @Aria who is a maker of anything?")
				s.wait(time.Minute)
				if last := model.last(); !strings.Contains(last, "What you keep in mind of this channel") || !strings.Contains(last, "Somebody is a zither maker") {
					t.Errorf("the prompt has no memory:\n%s", last)
				}
				if got := s.everything(t); !bytes.Contains(got, []byte("zither maker")) {
					t.Error("the journal and the state have no memory")
				}
				tt.forget(t, s, s.lineOf(t, "bob"))
				s.wait(10 * time.Minute)
				s.say("ana: @Aria and who is a maker now?")
				s.wait(time.Minute)
				s.close()
				if last := model.last(); strings.Contains(last, "zither maker") || !strings.Contains(last, "who is a maker now?") {
					t.Errorf("after forgetting the prompt is\n%s", last)
				}
				if bytes.Contains(s.everything(t), []byte(tt.gone)) {
					t.Error("the words are still in the journal or the state")
				}
			})
		})
	}
}

// A learning model notes what it was told in the first line, and says that it was the
// second, and about nobody, or whoever said a line.
type learning struct {
	about int // its number; 0: about nobody
	mu    sync.Mutex
	asked []string
}

func (l *learning) answer(r llm.Request) llmtest.Answer {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = append(l.asked, r.Messages[0].Text)
	switch {
	case !strings.HasPrefix(r.System, "You keep notes for Aria"):
		return llmtest.Say("I see")
	case strings.Contains(r.Messages[0].Text, "I make zithers"):
		return llmtest.Say(fmt.Sprintf(`{"text": "Somebody is a zither maker", "lines": [2], "about": %d, "sure": 90}`, l.about))
	default:
		return llmtest.Say("NOTHING")
	}
}

func (l *learning) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked[len(l.asked)-1]
}

func (l *learning) wasAsked(what string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(strings.Join(l.asked, "\n"), what)
}

// lineOf returns the first line that somebody of that name has said.
func (s *stage) lineOf(t *testing.T, name string) *messages.Line {
	t.Helper()
	for r, err := range s.replay(t) {
		if err != nil {
			t.Fatal(err)
		}
		if e, is := r.Event.(messages.Heard); is && e.Line.Author.Name == name {
			return e.Line
		}
	}
	t.Fatalf("%s has said nothing", name)
	return nil
}

// happens has something happen in the channel.
func (s *stage) happens(t *testing.T, e messages.Event) {
	t.Helper()
	if _, err := s.journal.Append(t.Context(), 0, terminal.Channel, e); err != nil {
		t.Fatal(err)
	}
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
