package learner_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"familiar/actors/learner"
	"familiar/lab/corpus"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
	"familiar/policy/conversation"
)

// TestCost counts what learning costs a day where people talk as they did in recorded
// channels, as docs/memory.md tells it: tokens of four bytes, of a model that finds three
// things to note each time. Nobody is asked.
func TestCost(t *testing.T) {
	dir := os.Getenv("FAMILIAR_CORPUS")
	if dir == "" {
		t.Skip("no recorded corpus: set FAMILIAR_CORPUS to its folder")
	}
	c, err := corpus.Open(filepath.Join(dir, "corpus.jsonl"), corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all []spent
	for _, slice := range c.Slices {
		if s := learnFrom(t, slice); s.days > 0.1 {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b spent) int { return cmp.Compare(a.a(a.lines), b.a(b.lines)) })
	for _, s := range all {
		t.Log(s)
	}
	if len(all) == 0 || all[len(all)-1].questions == 0 {
		t.Error("nothing was learned")
	}
}

// spent is what a slice of a channel cost.
type spent struct {
	name             string
	days             float64
	lines, questions int
	calls, in, out   int // of models; tokens
}

func (s spent) a(n int) int { return int(float64(n) / s.days) }

func (s spent) String() string {
	return fmt.Sprintf("%-28s %5.2f days, a day: %6d lines, %4d questions in %4d calls, %7d tokens in, %6d out", s.name, s.days, s.a(s.lines), s.a(s.questions), s.a(s.calls), s.a(s.in), s.a(s.out))
}

// learnFrom has a familiar listen to a slice that is asked nothing.
func learnFrom(t *testing.T, slice *corpus.Slice) spent {
	policy, _ := conversation.Preset("ladder")
	policy.Memory.On = true
	config := &conversation.Config{Generation: 1, Room: conversation.DefaultRoom(), Seats: []conversation.SeatConfig{{Familiar: "aria", Self: "us", Name: "Aria", Policy: policy}}}
	s, ch := spent{name: slice.Name}, conversation.New(slice.Channel, config)
	var step func(now messages.Instant, e messages.Event)
	step = func(now messages.Instant, e messages.Event) {
		for _, effect := range ch.Step(now, e, nil) {
			switch o := effect.(type) {
			case messages.Memorize:
				s.questions++
				step(now, learner.Ask(t.Context(), count(&s, o), "Aria", undated(o), learner.Options{}))
			case messages.Compose:
				step(now, messages.Composed{N: o.N, Final: true, Skip: true})
			}
		}
	}
	until := func(now messages.Instant) {
		for due, ok := ch.Due(); ok && due.At <= now; due, ok = ch.Due() {
			step(due.At, messages.TimerFired{N: due.N})
		}
	}
	var first, last messages.Instant
	for _, r := range slice.Records {
		if first == 0 {
			first = r.Line.At
		}
		last = max(last, r.Line.At)
		until(last)
		step(last, messages.Heard{Line: r.Line})
		s.lines++
	}
	until(last.Add(time.Hour))
	s.days = last.Sub(first).Hours() / 24
	return s
}

// undated is an order that a model has all the time for.
func undated(o messages.Memorize) messages.Memorize {
	o.Deadline = 0
	return o
}

// count is a model that finds three things to note, of which one takes the place of what
// is known.
func count(s *spent, o messages.Memorize) llm.Model {
	first := true
	return llmtest.Func(func(r llm.Request) llmtest.Answer {
		answer := `{"new": 1, "replaces": "m1"}`
		if first {
			answer = ""
			for k := range min(3, len(o.Lines)) {
				answer += fmt.Sprintf(`{"text": "%s said, at about number %d, what may matter to them for a while", "lines": [%d], "about": %d, "sure": 80}`+"\n", o.Lines[k].ID, s.questions, k+1, k+1)
			}
		}
		first = false
		s.calls++
		s.in += (len(r.System) + len(r.Messages[0].Text)) / 4
		s.out += len(answer) / 4
		return llmtest.Say(answer)
	})
}
