package llmtest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest"
)

func TestScriptPassesTheSuite(t *testing.T) {
	llmtest.Suite(t, func(*testing.T) llm.Model {
		say := llmtest.Say("hel", "lo")
		return llmtest.New("fake", say, say, say, say, say, say, say, say)
	})
}

func TestFuncPassesTheSuite(t *testing.T) {
	llmtest.Suite(t, func(*testing.T) llm.Model {
		return llmtest.Func(func(llm.Request) llmtest.Answer { return llmtest.Say("hello") })
	})
}

func TestScript(t *testing.T) {
	broken := errors.New("connection reset")
	for _, test := range []struct {
		name   string
		answer llmtest.Answer
		text   string
		calls  int
		err    error
		took   time.Duration
	}{
		{"text comes in its pieces", llmtest.Say("a", "b"), "ab", 0, nil, 0},
		{"a slow answer takes its time", llmtest.Say("a").Slow(time.Minute), "a", 0, nil, time.Minute},
		{"calls come after the text", llmtest.Say("a").Use("send", nil).Use("skip", nil), "a", 2, nil, 0},
		{"a cut stream gives what came before", llmtest.Say("a").Cut(broken), "a", 0, broken, 0},
		{"a refusal is an error", llmtest.Refuse(), "", 0, llm.ErrRefused, 0},
		{"an empty answer has nothing but usage", llmtest.Answer{}, "", 0, nil, 0},
		{"a context that ends cuts the wait short", llmtest.Say("a").Slow(2 * time.Hour), "", 0, context.DeadlineExceeded, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				start := time.Now()
				var (
					text  string
					calls int
					last  error
				)
				for d, err := range llmtest.New("fake", test.answer).Generate(ctx, llm.Request{}) {
					text, last = text+d.Text, err
					if d.Call != nil {
						calls++
					}
				}
				if text != test.text || calls != test.calls || !errors.Is(last, test.err) || time.Since(start) != test.took {
					t.Errorf("got %q, %d calls, error %v after %v; want %q, %d, %v, %v",
						text, calls, last, time.Since(start), test.text, test.calls, test.err, test.took)
				}
			})
		})
	}
}

func TestScriptRemembersAndEnds(t *testing.T) {
	s := llmtest.New("fake", llmtest.Say("one"))
	var last error
	for _, system := range []string{"first", "second"} {
		for _, err := range s.Generate(t.Context(), llm.Request{System: system}) {
			last = err
		}
	}
	if !errors.Is(last, llmtest.ErrScriptOver) {
		t.Errorf("after the last answer: got %v, want %v", last, llmtest.ErrScriptOver)
	}
	if r := s.Requests(); len(r) != 2 || r[0].System != "first" || r[1].System != "second" {
		t.Errorf("got requests %+v, want first and second", r)
	}
}
