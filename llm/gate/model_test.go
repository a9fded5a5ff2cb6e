package gate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest"
)

// within is a context that ends after d.
func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// TestFailingModel: what one call's failure means for the others. Every
// answer takes a second.
func TestFailingModel(t *testing.T) {
	ok, away, key, limited := llmtest.Say("ok"), wrapped(llm.ErrUnreachable), wrapped(llm.ErrAuth), llmtest.Fail(&llm.LimitError{})
	miscalled := wrapped(llm.ErrMiscalled)
	once := func(c *Config) { c.Concurrency, c.Attempts, c.BreakAfter = 1, 1, 2 }
	for _, test := range []struct {
		name    string
		answers []llmtest.Answer
		change  func(*Config)
		play    func(*testing.T, *rig)
		want    string
		calls   int
	}{
		{"a pause gives the slot to another", []llmtest.Answer{away, ok, ok}, narrow, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b2")
		}, "b2 ok 2s; a0 ok 3s", 3},
		{"a pause the provider asked for holds the whole model", []llmtest.Answer{wait(10 * time.Second), ok, ok}, nil, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0")
			<-time.After(2 * time.Second)
			r.call(t.Context(), "b0")
		}, "a0 ok 12s; b0 ok 12.02s", 3},
		{"who can't wait for its end is told at once", []llmtest.Answer{wait(10 * time.Second), ok}, nil, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0")
			<-time.After(2 * time.Second)
			r.call(within(t, 5*time.Second), "b0")
		}, "b0 overloaded 2s; a0 ok 12s", 2},
		{"a pause of an attempt that was the last holds as well", []llmtest.Answer{wait(10 * time.Second), ok}, once, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b0")
		}, "a0 overloaded 1s; b0 ok 12s", 2},
		{"failures in a row open the breaker, also for those that wait", []llmtest.Answer{away, away}, once, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b0 c0 d1")
			<-time.After(5 * time.Second)
			r.call(t.Context(), "e0")
		}, "a0 unreachable 1s; b0 unreachable 2s; c0 open:overloaded 2s; d1 open:overloaded 2s; e0 open:overloaded 5s", 2},
		{"one call tries, then all go on", []llmtest.Answer{away, away, ok, ok}, once, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b0")
			<-time.After(32 * time.Second)
			r.call(t.Context(), "c0 d0")
			<-time.After(2 * time.Second)
			r.call(t.Context(), "e0")
		}, "a0 unreachable 1s; b0 unreachable 2s; d0 open:overloaded 32s; c0 ok 33s; e0 ok 35s", 4},
		{"refusals don't open it", []llmtest.Answer{llmtest.Refuse(), llmtest.Refuse(), ok}, once, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b0 c0")
		}, "a0 llmtest: model refused 1s; b0 llmtest: model refused 2s; c0 ok 3s", 3},
		{"nor do answers that reach their limit", []llmtest.Answer{limited, limited, ok}, once, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b0 c0")
		}, "a0 answer reached its limit 1s; b0 answer reached its limit 2s; c0 ok 3s", 3},
		{"nor do calls of tools that can't be read", []llmtest.Answer{miscalled, miscalled, ok}, once, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b0 c0")
		}, "a0 acme: answer can't be read 1s; b0 acme: answer can't be read 2s; c0 ok 3s", 3},
		{"nor do callers whose time is over", []llmtest.Answer{ok, ok, ok}, once, func(t *testing.T, r *rig) {
			r.call(within(t, 200*time.Millisecond), "a0")
			<-time.After(time.Second)
			r.call(within(t, 200*time.Millisecond), "b0")
			<-time.After(time.Second)
			r.call(t.Context(), "c0")
		}, "a0 late 200ms; b0 late 1.2s; c0 ok 3s", 3},
		{"a key that isn't accepted opens it at once", []llmtest.Answer{key, ok}, once, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0 b0")
			<-time.After(31 * time.Second)
			r.call(t.Context(), "c0")
		}, "a0 auth 1s; b0 open:auth 1s; c0 ok 32s", 2},
		{"no pause is spent before an open breaker", []llmtest.Answer{away, away}, func(c *Config) { c.BreakAfter = 2 }, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0")
		}, "a0 unreachable 2.5s", 2},
		{"a probe that leaves the queue lets another try", []llmtest.Answer{key, ok}, nil, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0")
			<-time.After(31 * time.Second)
			r.Gate.mu.Lock()
			r.paused = time.Now().Add(5 * time.Second)
			r.Gate.mu.Unlock()
			ctx, cancel := context.WithCancel(t.Context())
			r.call(ctx, "b0")
			cancel()
			synctest.Wait()
			r.call(t.Context(), "c0")
		}, "a0 auth 1s; b0 cancelled 31s; c0 ok 37s", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for i := range test.answers {
					if test.answers[i].After == 0 {
						test.answers[i].After = time.Second
					}
				}
				model := llmtest.New("fake", test.answers...)
				r := newRig(model, test.change)
				test.play(t, r)
				r.want(t, test.want)
				if calls := len(model.Requests()); calls != test.calls {
					t.Errorf("got %d calls of the model, want %d", calls, test.calls)
				}
			})
		})
	}
}

func TestFirstWordOfAProbeClosesTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(llmtest.New("fake", wrapped(llm.ErrAuth), llmtest.Say("one", "two")), nil)
		r.call(t.Context(), "a0")
		<-time.After(time.Minute)
		var open []bool
		for d := range r.Generate(t.Context(), llm.Request{}) {
			if d.Text != "" {
				open = append(open, r.Stats().Open)
			}
		}
		if len(open) != 2 || open[0] || open[1] {
			t.Errorf("got open %v at each word, want two words and it closed", open)
		}
	})
}

// TestWatch: who watches is told once when the model is left alone, whatever a
// probe comes to, and once when it answers again.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := wrapped(llm.ErrUnreachable)
		r := newRig(llmtest.New("fake", away, away, away, llmtest.Say("ok"), llmtest.Say("ok")), func(c *Config) { c.Attempts, c.BreakAfter = 1, 2 })
		var told []string
		r.Watch(func(err error) {
			if err == nil {
				told = append(told, "answers")
				return
			}
			told = append(told, outcomeOf(err))
		})
		for _, name := range []string{"a0", "b0", "c0", "d0", "e0"} { // the second opens, the third and fourth are probes
			r.call(t.Context(), name)
			r.all.Wait()
			<-time.After(time.Minute)
		}
		if want := []string{"unreachable", "answers"}; !slices.Equal(told, want) {
			t.Errorf("told: got %q, want %q", told, want)
		}
	})
}

// TestHealth: a model is left alone since the failure that opened the breaker,
// whatever probes come to, or since it asked for a long pause, until a call
// works.
func TestHealth(t *testing.T) {
	away, key := wrapped(llm.ErrUnreachable), wrapped(llm.ErrAuth)
	for _, test := range []struct {
		name    string
		answers []llmtest.Answer
		want    string // after each call, a minute apart, since when and why
	}{
		{"it answers", []llmtest.Answer{llmtest.Say("ok")}, "-"},
		{"one failure is none of its own", []llmtest.Answer{away, llmtest.Say("ok")}, "- -"},
		{"a second one is, and a probe that fails is the same outage", []llmtest.Answer{away, away, key, llmtest.Say("ok")}, "- 1m0s:unreachable 1m0s:auth -"},
		{"a key that isn't accepted is at once", []llmtest.Answer{key}, "0s:auth"},
		{"so is what is no model's API", []llmtest.Answer{wrapped(llm.ErrForeign)}, "0s:acme: what answers is no model's API"},
		{"a short pause is none", []llmtest.Answer{wait(10 * time.Second)}, "-"},
		{"a long one is, until a call works", []llmtest.Answer{wait(90 * time.Second), wait(2 * time.Minute), llmtest.Say("ok")}, "0s:overloaded 0s:overloaded 0s:overloaded 0s:overloaded -"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				r := newRig(llmtest.New("fake", test.answers...), func(c *Config) { c.Attempts, c.BreakAfter = 1, 2 })
				var got []string
				for range strings.Fields(strings.ReplaceAll(test.want, ": what answers is no model's API", "")) {
					ctx, cancel := context.WithTimeout(t.Context(), time.Second)
					_, _ = r.answer(ctx, llm.Request{})
					cancel()
					told := "-"
					if h := r.Health(); h.Err != nil {
						told = h.Since.Sub(began).String() + ":" + outcomeOf(h.Err)
					}
					got = append(got, told)
					<-time.After(time.Until(began.Add(time.Duration(len(got)) * time.Minute)))
				}
				if got := strings.Join(got, " "); got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
			})
		})
	}
}

func TestErrorsNameTheModelAndWhatCameBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(llmtest.New("fake", wrapped(llm.ErrUnreachable)), nil)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		_, err := r.answer(ctx, llm.Request{})
		if !errors.Is(err, context.Canceled) || !errors.Is(err, llm.ErrUnreachable) || !strings.HasPrefix(err.Error(), "fake: ") {
			t.Errorf("got %v, want the model's name, that it was cancelled and why it was tried again", err)
		}
	})
}

func TestStatsTellOfAnOpenBreakerAndAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(llmtest.New("fake", wait(time.Minute), wrapped(llm.ErrAuth)), nil)
		r.call(t.Context(), "a0")
		if s := r.Stats(); s != (Stats{Waiting: 1, Paused: true}) {
			t.Errorf("got %+v, want a pause and one waiting", s)
		}
		r.all.Wait()
		if s := r.Stats(); s != (Stats{Open: true}) {
			t.Errorf("got %+v, want it open", s)
		}
	})
}
