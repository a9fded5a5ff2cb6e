package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/config"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// An ear for music is a model whose vectors say whether a text has to do with music.
type earForMusic struct {
	mu    sync.Mutex
	after time.Duration // before it answers
	err   error
	texts []string // that it was sent
}

func (m *earForMusic) Name() string { return "small" }

func (m *earForMusic) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		m.mu.Lock()
		after, err := m.after, m.err
		m.texts = append(m.texts, r.Embed...)
		m.mu.Unlock()
		if late := llm.Pause(ctx, after); late != nil {
			err = late
		}
		if err != nil {
			yield(llm.Delta{}, err)
			return
		}
		vectors := make([][]float32, len(r.Embed))
		for k, text := range r.Embed {
			if vectors[k] = []float32{0, 1}; strings.Contains(text, "zither") || strings.Contains(text, "music") {
				vectors[k] = []float32{1, 0}
			}
		}
		_ = yield(llm.Delta{Vectors: vectors}, nil) && yield(llm.Delta{Usage: &llm.Usage{Input: 7}}, nil)
	}
}

// set changes how it answers, and forgets what it was sent.
func (m *earForMusic) set(after time.Duration, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.after, m.err, m.texts = after, err, nil
}

func (m *earForMusic) sent() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.texts, "; ")
}

// TestWhatIsAlike: what is alike comes to mind without a common word, and the note says how
// alike it is; while the vectors are missing, late or not to be had, and once it is
// forgotten, the turn goes on without.
func TestWhatIsAlike(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model, ear := &learning{}, &earForMusic{}
		s := openWith(t, `
[models.main]
kind = "offline"

[models.small]
kind = "openai"
model = "e-1"
url = "http://127.0.0.1:1/v1"

[familiars.aria]
name = "Aria"
model = "main"
preset = "ladder"
memory = { on = true, embeddings = "small" }

[[channels]]
match = "terminal:*"
familiars = ["aria"]
`, func(o *Options) {
			o.Client = func(name string, _ config.Model) (llm.Model, error) {
				if name == "small" {
					return ear, nil
				}
				return llmtest.Func(model.answer), nil
			}
		})
		s.say("bob: I make zithers")
		for k := range 10 {
			s.say(fmt.Sprintf("ana: and line %d", k))
		}
		s.wait(6 * time.Minute)
		asked := 0
		knows := func() bool {
			t.Helper()
			asked++
			question := fmt.Sprintf("is anybody musical? %d", asked)
			s.say("ana: @Aria " + question)
			s.wait(5 * time.Second)
			if last := model.last(); !strings.Contains(last, question) {
				t.Fatalf("after five seconds it isn't asked %q; the last prompt is\n%s", question, last)
			}
			return strings.Contains(model.last(), "Somebody is a zither maker")
		}
		if knows() {
			t.Error("it knows by words what shares none")
		}
		if sent := ear.sent(); sent != "Somebody is a zither maker" {
			t.Errorf("with no vector there, what was embedded is %q", sent)
		}
		if !knows() {
			t.Errorf("it doesn't know what is alike; the prompt is\n%s", model.last())
		}
		if !s.recalled("m1 (alike: 1.00)") {
			t.Error("no note says that it is alike")
		}
		ear.set(10*time.Second, nil)
		if knows() {
			t.Error("it waited for vectors that are late")
		}
		ear.set(0, errors.New("away"))
		if knows() {
			t.Error("it knows what is alike though nobody says so")
		}
		ear.set(0, nil)
		if !knows() {
			t.Error("it doesn't know any more what is alike")
		}
		if sent := ear.sent(); strings.Contains(sent, "zither") {
			t.Errorf("what has a vector was embedded again: %q", sent)
		}
		s.happens(t, messages.Deleted{ID: s.lineOf(t, "bob").ID})
		s.wait(10 * time.Minute)
		ear.set(0, nil)
		if knows() {
			t.Error("it knows what is forgotten")
		}
		if sent := ear.sent(); strings.Contains(sent, "zither") {
			t.Errorf("what is forgotten was embedded again: %q", sent)
		}
		s.close()
	})
}

// recalled reports whether a note of what came to mind says that.
func (s *stage) recalled(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.notes {
		if n.Rung == messages.ByRecall && strings.Contains(fmt.Sprint(n.Reason), what) {
			return true
		}
	}
	return false
}
