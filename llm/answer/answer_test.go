package answer_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/llmtest"
)

func TestCollect(t *testing.T) {
	cut := errors.New("connection reset")
	for _, test := range []struct {
		name   string
		answer llmtest.Answer
		text   string
		calls  int
		err    error
		took   time.Duration
	}{
		{"pieces become one text", llmtest.Say("a", "b", "c"), "abc", 0, nil, 0},
		{"thoughts that begin in the template's words", llmtest.Say("ana greets\n</think>\n\n", "hi"), "<think>ana greets\n</think>\n\nhi", 0, nil, 0},
		{"a word that is spoken of", llmtest.Say("the tag </think> ends them"), "the tag </think> ends them", 0, nil, 0},
		{"thoughts that begin in the model's", llmtest.Say("<think>hm</think>hi"), "<think>hm</think>hi", 0, nil, 0},
		{"calls are kept in order", llmtest.Say("a").Use("send", nil).Use("skip", nil), "a", 2, nil, 0},
		{"a cut stream gives what came and the error", llmtest.Say("half").Cut(cut), "half", 0, cut, 0},
		{"a refusal stays a refusal", llmtest.Refuse(), "", 0, llm.ErrRefused, 0},
		{"an empty answer is empty", llmtest.Answer{}, "", 0, nil, 0},
		{"a slow model is cut off by the context", llmtest.Say("a").Slow(time.Hour), "", 0, context.DeadlineExceeded, time.Minute},
		{"an endless answer is refused", llmtest.Say(strings.Repeat("a", answer.MaxBytes+1)), strings.Repeat("a", answer.MaxBytes+1), 0, answer.ErrTooLong, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				start := time.Now()
				whole, err := new(answer.Collector).Collect(ctx, llmtest.New("fake", test.answer), llm.Request{})
				if whole.Text != test.text || len(whole.Calls) != test.calls {
					t.Errorf("got %d bytes, %d calls; want %d, %d", len(whole.Text), len(whole.Calls), len(test.text), test.calls)
				}
				if !errors.Is(err, test.err) || time.Since(start) != test.took {
					t.Errorf("got error %v after %v, want %v after %v", err, time.Since(start), test.err, test.took)
				}
			})
		})
	}
}

// TestThoughtsWithoutAnEnd: what a model wrote up to its limit is thoughts, if it is known
// to begin with them unsaid.
func TestThoughtsWithoutAnEnd(t *testing.T) {
	var c answer.Collector
	for _, test := range []struct {
		name   string
		answer llmtest.Answer
		want   string
	}{
		{"nobody knows it yet", llmtest.Say("ana gr").Cut(&llm.LimitError{}), "ana gr"},
		{"it says where they end", llmtest.Say("ana greets</think>\nhi"), "<think>ana greets</think>\nhi"},
		{"its limit ends them", llmtest.Say("ana gr").Cut(&llm.LimitError{}), "<think>ana gr"},
		{"it doesn't think", llmtest.Say("hi"), "hi"},
	} {
		whole, _ := c.Collect(t.Context(), llmtest.New("r1", test.answer), llm.Request{})
		if whole.Text != test.want {
			t.Errorf("%s: got %q, want %q", test.name, whole.Text, test.want)
		}
	}
	if whole, _ := c.Collect(t.Context(), llmtest.New("another", llmtest.Say("ho").Cut(&llm.LimitError{})), llm.Request{}); whole.Text != "ho" {
		t.Errorf("of another model: got %q, want %q", whole.Text, "ho")
	}
}

func TestPanicIsAnError(t *testing.T) {
	model := llmtest.New("fake", llmtest.Answer{Text: []string{"half"}, Panic: "boom"})
	whole, err := new(answer.Collector).Collect(t.Context(), model, llm.Request{})
	var p *answer.PanicError
	if !errors.As(err, &p) || p.Value != "boom" || whole.Text != "half" {
		t.Errorf("got %q and %v, want the half answer and a panic", whole.Text, err)
	}
}

func TestModelThatNeverReturnsGetsNoMoreCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		bad := llmtest.Answer{Hang: hang}
		model := llmtest.New("bad", bad, bad, bad, bad, llmtest.Say("well again"))
		c := new(answer.Collector)
		call := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := c.Collect(ctx, model, llm.Request{})
			return err
		}
		for range 4 {
			if err := call(); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("a hanging call: got %v, want %v", err, context.DeadlineExceeded)
			}
		}
		<-time.After(time.Second) // a call may be a little late
		if err := call(); !errors.Is(err, answer.ErrStuck) {
			t.Errorf("with four calls out: got %v, want %v", err, answer.ErrStuck)
		}
		if got := len(model.Requests()); got != 4 {
			t.Errorf("got %d calls of the model, want 4", got)
		}
		close(hang)
		synctest.Wait()
		if err := call(); err != nil {
			t.Errorf("after they returned: %v", err)
		}
	})
}

// TestCutOffToItsEnd: a call that its context has ended is over, with all that
// is told and counted as it ends, before whoever made it goes on.
func TestCutOffToItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		model := &leaving{Model: llmtest.New("fake", llmtest.Say("a").Slow(time.Hour))}
		if _, err := new(answer.Collector).Collect(ctx, model, llm.Request{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
		}
		if !model.left.Load() {
			t.Error("the call goes on")
		}
	})
}

// A leaving model has something to do as it ends.
type leaving struct {
	llm.Model
	left atomic.Bool
}

// Generate implements llm.Model.
func (m *leaving) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		m.Model.Generate(ctx, r)(yield)
		time.Sleep(10 * time.Millisecond)
		m.left.Store(true)
	}
}
