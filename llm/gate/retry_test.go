package gate

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest"
)

// wrapped is an error as a client gives it.
func wrapped(err error) llmtest.Answer { return llmtest.Fail(fmt.Errorf("acme: %w", err)) }

// wait is a 429 that says when to come again.
func wait(d time.Duration) llmtest.Answer {
	return llmtest.Fail(fmt.Errorf("acme: %w", &llm.RetryError{After: d, Err: llm.ErrOverloaded}))
}

func TestRetry(t *testing.T) {
	type answers = []llmtest.Answer
	strange := errors.New("strange")
	ok := llmtest.Say("ok")
	over, away := wrapped(llm.ErrOverloaded), wrapped(llm.ErrUnreachable)
	for _, test := range []struct {
		name    string
		answers answers
		within  time.Duration // of the caller's context
		text    string
		err     error
		took    time.Duration
		calls   int
	}{
		{"an overloaded model is asked again", answers{over, ok}, time.Hour, "ok", nil, 500 * time.Millisecond, 2},
		{"so is one that can't be reached", answers{away, ok}, time.Hour, "ok", nil, 500 * time.Millisecond, 2},
		{"or can't be understood", answers{wrapped(llm.ErrMalformed), ok}, time.Hour, "ok", nil, 500 * time.Millisecond, 2},
		{"or breaks off before its first word", answers{wrapped(llm.ErrCut), ok}, time.Hour, "ok", nil, 500 * time.Millisecond, 2},
		{"after its first word that is the answer", answers{llmtest.Say("half").Cut(llm.ErrCut), ok}, time.Hour, "half", llm.ErrCut, 0, 1},
		{"pauses double", answers{over, away, over, ok}, time.Hour, "ok", nil, 3500 * time.Millisecond, 4},
		{"the last attempt has the last word", answers{over, over, over, away}, time.Hour, "", llm.ErrUnreachable, 3500 * time.Millisecond, 4},
		{"a refusal is final", answers{llmtest.Refuse()}, time.Hour, "", llm.ErrRefused, 0, 1},
		{"so is an empty answer", answers{wrapped(llm.ErrEmpty)}, time.Hour, "", llm.ErrEmpty, 0, 1},
		{"so is one that reached its limit", answers{llmtest.Fail(&llm.LimitError{Tokens: 9})}, time.Hour, "", llm.ErrLimit, 0, 1},
		{"and a request that was not accepted", answers{wrapped(llm.ErrInvalid)}, time.Hour, "", llm.ErrInvalid, 0, 1},
		{"and a key that was not", answers{wrapped(llm.ErrAuth)}, time.Hour, "", llm.ErrAuth, 0, 1},
		{"and what nobody knows", answers{llmtest.Fail(strange)}, time.Hour, "", strange, 0, 1},
		{"the pause the provider asks for is kept", answers{wait(7 * time.Second), ok}, time.Hour, "ok", nil, 7 * time.Second, 2},
		{"unless the caller can't wait so long", answers{wait(2 * time.Hour)}, time.Minute, "", llm.ErrOverloaded, 0, 1},
		{"our own pause ends with the caller too", answers{over, over}, time.Second, "", llm.ErrOverloaded, 500 * time.Millisecond, 2},
		{"an attempt that takes too long is given up", answers{ok.Slow(time.Hour), ok}, time.Hour, "ok", nil, 2*time.Minute + 500*time.Millisecond, 2},
		{"and then the model can't be reached", answers{ok.Slow(time.Hour), ok.Slow(time.Hour)}, 3 * time.Minute, "", context.DeadlineExceeded, 3 * time.Minute, 2},
		{"when the caller's time is over it ends", answers{ok.Slow(time.Hour)}, time.Minute, "", context.DeadlineExceeded, time.Minute, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				model := llmtest.New("fake", test.answers...)
				r := newRig(model, nil)
				ctx, cancel := context.WithTimeout(t.Context(), test.within)
				defer cancel()
				text, err := r.answer(ctx, llm.Request{})
				if text != test.text || !errors.Is(err, test.err) {
					t.Errorf("got %q, %v; want %q, %v", text, err, test.text, test.err)
				}
				if took, calls := time.Since(r.start), len(model.Requests()); took != test.took || calls != test.calls {
					t.Errorf("got %d attempts in %v, want %d in %v", calls, took, test.calls, test.took)
				}
				if s := r.Stats(); s.InFlight != 0 || s.Waiting != 0 {
					t.Errorf("got %+v, want nobody in it", s)
				}
			})
		})
	}
}

func TestTooSlowIsNamed(t *testing.T) {
	for _, test := range []struct {
		name    string
		yielded bool
		want    error
	}{
		{"without a word it can't be reached", false, llm.ErrUnreachable},
		{"with one it broke off", true, llm.ErrCut},
	} {
		err := New(takes(0), Config{}).tooSlow(test.yielded, time.Minute, context.DeadlineExceeded)
		if !errors.Is(err, test.want) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: got %v, want %v and why", test.name, err, test.want)
		}
	}
}

func TestBackOff(t *testing.T) {
	for _, test := range []struct {
		name  string
		n     int
		share float64
		want  time.Duration
	}{
		{"the first is half a second at most", 1, 1, 500 * time.Millisecond},
		{"or nothing", 1, 0, 0},
		{"then it doubles", 4, 0.5, 2 * time.Second},
		{"up to the last", 7, 1, 30 * time.Second},
		{"and no further, whatever comes", 10_000, 1, 30 * time.Second},
	} {
		if got := Default().backOff(test.n, test.share); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
