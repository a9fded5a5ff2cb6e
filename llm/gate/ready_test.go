package gate

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest"
)

// TestSpare: a call that another model can answer is made once, and waits for its
// slot and its first word only so long.
func TestSpare(t *testing.T) {
	slow := llmtest.Say("hi").Slow(time.Hour)
	for _, tt := range []struct {
		story  string
		answer llmtest.Answer
		busy   bool // the only slot is taken
		want   error
		took   time.Duration
		opens  bool
	}{
		{"it answers", llmtest.Say("hi").Slow(time.Second), false, nil, time.Second, false},
		{"an error is the end", llmtest.Fail(llm.ErrUnreachable), false, llm.ErrUnreachable, 0, true},
		{"no word in time is one, of the model's", slow, false, llm.ErrUnreachable, 10 * time.Second, true},
		{"no slot in time is not", slow, true, llm.ErrOverloaded, 10 * time.Second, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := Default()
				config.Concurrency, config.BreakAfter = 1, 1
				answer := slow
				g := New(llmtest.Func(func(llm.Request) llmtest.Answer { return answer }), config)
				ctx, cancel := context.WithCancel(t.Context())
				if tt.busy {
					go func() {
						for range g.Generate(ctx, llm.Request{}) {
							continue
						}
					}()
					synctest.Wait()
				}
				answer = tt.answer
				began := time.Now()
				var err error
				for _, failed := range g.Generate(t.Context(), llm.Request{Spare: 10 * time.Second}) {
					err = failed
				}
				if took := time.Since(began); !errors.Is(err, tt.want) || took != tt.took {
					t.Errorf("got %v after %v, want %v after %v", err, took, tt.want, tt.took)
				}
				if got := g.Health().Err != nil; got != tt.opens {
					t.Errorf("the model is left alone: %v, want %v", got, tt.opens)
				}
				cancel()
				synctest.Wait()
			})
		})
	}
}

// TestReady is how a gate stands for who has another model.
func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails := error(&llm.RetryError{After: 90 * time.Second, Err: llm.ErrOverloaded})
		config := Default()
		config.BreakAfter, config.Attempts = 1, 1
		g := New(llmtest.Func(func(llm.Request) llmtest.Answer { return llmtest.Answer{Text: []string{"hi"}, Err: fails} }), config)
		call := func() {
			for range g.Generate(t.Context(), llm.Request{}) {
				continue
			}
		}
		want := func(when string, kind error, open, due bool) {
			t.Helper()
			got := g.Ready()
			_, opened := errors.AsType[*OpenError](got.Err)
			if !errors.Is(got.Err, kind) || opened != open || got.Due != due {
				t.Errorf("%s: got %+v, want %v, open %v, due %v", when, got, kind, open, due)
			}
		}
		want("at first", nil, false, false)
		call()
		want("in the pause its provider asked for", llm.ErrOverloaded, false, false)
		time.Sleep(89 * time.Second)
		want("a second before its end", nil, false, false)
		time.Sleep(time.Second)
		fails = llm.ErrUnreachable
		call()
		want("while it is left alone", llm.ErrUnreachable, true, false)
		time.Sleep(config.BreakFor)
		want("when it is to be tried", llm.ErrUnreachable, true, true)
		fails = nil
		call()
		want("when it works", nil, false, false)
	})
}

// TestPace is how long a model with a spare is waited for, by its last answers.
func TestPace(t *testing.T) {
	for _, tt := range []struct {
		story string
		known int // answers
		took  time.Duration
		then  func(*pace)
		want  time.Duration
	}{
		{"nothing is known at first", 0, 0, nil, time.Minute},
		{"nor by a few", paceLeast - 1, 4 * time.Second, nil, time.Minute},
		{"a quarter longer than the slowest", paceLeast, 4 * time.Second, nil, 5 * time.Second},
		{"however long ago it was among the last", paceKept - 1, time.Second, func(p *pace) { p.last[0] = 8 * time.Second }, 10 * time.Second},
		{"one before those is forgotten", paceKept + 1, 4 * time.Second, func(p *pace) { p.n = 0; p.record(8 * time.Second); p.n = paceKept; p.record(4 * time.Second) }, 5 * time.Second},
		{"never longer than it may be", paceKept, time.Hour, nil, time.Minute},
		{"nor less than a second", paceKept, time.Millisecond, nil, time.Second},
		{"one that was waited for in vain is waited for longer", paceKept, 4 * time.Second, func(p *pace) { p.outwaited(5 * time.Second) }, 12500 * time.Millisecond},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var p pace
			for range tt.known {
				p.record(tt.took)
			}
			if tt.then != nil {
				tt.then(&p)
			}
			if got := p.patience(time.Minute); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
