package gate

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest"
)

// enter has a call wait for its slot before its request is written, as "a1"; what it
// then does is its caller's, unless there is no slot. It counts as ended once do has returned.
func (r *rig) enter(ctx context.Context, name string, do func(context.Context, *Slot) string) {
	r.all.Add(1)
	until, bounded := ctx.Deadline()
	if !bounded {
		until = time.Now().Add(time.Hour)
	}
	r.Enter(ctx, until, llm.Request{Channel: name[:1], Priority: llm.Priority(name[1] - '0')}, func(s *Slot, err error) {
		defer r.all.Done()
		if err != nil {
			r.note(name, outcomeOf(err))
			return
		}
		r.note(name, do(s.Under(ctx), s))
	})
	synctest.Wait()
}

// TestEnter: who waits for a slot before the request is written waits as who has it
// written does.
func TestEnter(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Config)
		play   func(*testing.T, *rig, func(string) func(context.Context, *Slot) string)
		want   string
	}{
		{"it has its turn, and asks without waiting again", narrow, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.call(t.Context(), "a0")
			r.enter(t.Context(), "b1", ask("b1"))
			r.call(t.Context(), "c2")
		}, "a0 ok 4s; b1 ok 8s; c2 ok 12s"},
		{"the more urgent passes it, whether written or not", narrow, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.call(t.Context(), "a0")
			r.enter(t.Context(), "b2", ask("b2"))
			r.enter(t.Context(), "c1", ask("c1"))
			r.call(t.Context(), "d0")
		}, "a0 ok 4s; d0 ok 8s; c1 ok 12s; b2 ok 16s"},
		{"at a free gate it has the slot at once", narrow, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.enter(t.Context(), "a0", ask("a0"))
			r.call(t.Context(), "b0")
		}, "a0 ok 4s; b0 ok 8s"},
		{"a slot that nobody used is given back, once", narrow, func(t *testing.T, r *rig, _ func(string) func(context.Context, *Slot) string) {
			r.call(t.Context(), "a0")
			r.enter(t.Context(), "b0", func(_ context.Context, s *Slot) string {
				s.Leave()
				s.Leave()
				return "left"
			})
			r.call(t.Context(), "c0")
		}, "a0 ok 4s; b0 left 4s; c0 ok 8s"},
		{"one that was used is not", narrow, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.enter(t.Context(), "a0", func(ctx context.Context, s *Slot) string {
				said := ask("a0")(ctx, s)
				s.Leave()
				return said
			})
		}, "a0 ok 4s"},
		{"a second call waits", narrow, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.enter(t.Context(), "a0", func(ctx context.Context, s *Slot) string {
				ask("a0")(ctx, s)
				return ask("a0")(ctx, s)
			})
			r.call(t.Context(), "b0")
		}, "b0 ok 8s; a0 ok 12s"},
		{"whose context ends leaves the queue", narrow, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.call(t.Context(), "a0")
			r.enter(within(t, time.Second), "b0", ask("b0"))
			r.call(t.Context(), "c0")
		}, "b0 late 1s; a0 ok 4s; c0 ok 8s"},
		{"whose time is over leaves it, though its context goes on", narrow, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.call(t.Context(), "a0")
			r.all.Add(1)
			r.Enter(t.Context(), time.Now().Add(time.Second), llm.Request{Channel: "b"}, func(_ *Slot, err error) {
				defer r.all.Done()
				r.note("b0", outcomeOf(err))
			})
			r.call(t.Context(), "c0")
		}, "b0 late 1s; a0 ok 4s; c0 ok 8s"},
		{"a full queue has no room for it either, and its call is told so", func(c *Config) { c.Concurrency, c.Queue = 1, 1 }, func(t *testing.T, r *rig, ask func(string) func(context.Context, *Slot) string) {
			r.call(t.Context(), "a0 b1")
			r.enter(t.Context(), "c1", ask("c1"))
		}, "c1 overloaded 0s; a0 ok 4s; b1 ok 8s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(takes(4*time.Second), test.change)
				ask := func(name string) func(context.Context, *Slot) string {
					return func(ctx context.Context, _ *Slot) string {
						said, err := r.answer(ctx, llm.Request{System: name, Channel: name[:1], Priority: llm.Priority(name[1] - '0')})
						if err != nil {
							return outcomeOf(err)
						}
						return said
					}
				}
				test.play(t, r, ask)
				synctest.Wait()
				r.want(t, test.want)
			})
		})
	}
}

// TestEnterHoldsNoGoroutine: thousands may wait.
func TestEnterHoldsNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(takes(time.Second), func(c *Config) { c.Concurrency, c.Queue = 1, 1000 })
		r.call(t.Context(), "a0")
		before, came := runtime.NumGoroutine(), 0
		ctx, cancel := context.WithCancel(t.Context())
		for range 100 {
			r.enter(ctx, "b0", func(context.Context, *Slot) string { return "gone" })
		}
		if got := runtime.NumGoroutine() - before; got > 0 {
			t.Errorf("%d goroutines wait with 100 calls, want none", got)
		}
		cancel()
		r.all.Wait()
		for _, ended := range r.ended {
			if strings.HasPrefix(ended, "b0 cancelled 0s") {
				came++
			}
		}
		if came != 100 {
			t.Errorf("%d were told that there is no slot, want each of 100 once", came)
		}
	})
}

// TestSlotsComeBack: whatever becomes of those who wait, each is told once, no more calls
// are under way than may be, and in the end every slot is free.
func TestSlotsComeBack(t *testing.T) {
	for seed := range uint64(100) {
		synctest.Test(t, func(t *testing.T) {
			luck := rand.New(rand.NewPCG(seed, 1))
			slots, waiting := 1+luck.IntN(3), 0
			model := &counted{}
			r := newRig(model, func(c *Config) { c.Concurrency, c.Queue = slots, 1+luck.IntN(6) })
			for range 40 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+luck.IntN(9_000))*time.Millisecond)
				defer cancel()
				name := string(rune('a'+luck.IntN(3))) + string(rune('0'+luck.IntN(3)))
				request := llm.Request{System: name, Channel: name[:1], Priority: llm.Priority(name[1] - '0')}
				does := luck.IntN(4)
				if does == 0 {
					r.all.Go(func() { _, _ = r.answer(ctx, request) })
				} else {
					waiting++
					r.enter(ctx, name, func(ctx context.Context, s *Slot) string {
						defer s.Leave()
						for range does - 1 { // no call, one, or two
							_, _ = r.answer(ctx, request)
						}
						return "told"
					})
				}
				if luck.IntN(5) == 0 {
					cancel()
				}
				time.Sleep(time.Duration(luck.IntN(900)) * time.Millisecond)
			}
			r.all.Wait()
			synctest.Wait()
			if s := r.Stats(); s.InFlight != 0 || s.Waiting != 0 || len(r.ended) != waiting {
				t.Errorf("seed %d: got %+v when all is over, and %d of %d were told", seed, s, len(r.ended), waiting)
			}
			if got := int(model.most.Load()); got > slots {
				t.Errorf("seed %d: %d calls were under way at a time, want %d at most", seed, got, slots)
			}
		})
	}
}

// A counted model takes a second, and knows how many calls were under way at a time.
type counted struct{ under, most atomic.Int64 }

func (*counted) Name() string { return "counted" }

func (m *counted) Generate(ctx context.Context, _ llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		n := m.under.Add(1)
		defer m.under.Add(-1)
		for most := m.most.Load(); n > most && !m.most.CompareAndSwap(most, n); most = m.most.Load() {
		}
		err := llm.Pause(ctx, time.Second)
		yield(llm.Delta{Text: "ok"}, err)
	}
}

// TestCrowded: whether a call would wait.
func TestCrowded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pause := &llm.RetryError{After: 10 * time.Second, Err: llm.ErrOverloaded}
		asked := llmtest.New("fake", llmtest.Say("ok").Slow(time.Second), llmtest.Fail(pause), llmtest.Say("ok"))
		r := newRig(asked, func(c *Config) { c.Concurrency, c.Attempts = 1, 1 })
		look := func(when string, want bool) {
			t.Helper()
			if got := r.Crowded(); got != want {
				t.Errorf("%s: crowded %t, want %t", when, got, want)
			}
		}
		look("nobody was there", false)
		r.call(t.Context(), "a0")
		look("the only slot is taken", true)
		r.all.Wait()
		look("it is free again", false)
		if _, err := r.answer(t.Context(), llm.Request{}); !errors.Is(err, llm.ErrOverloaded) {
			t.Error(err)
		}
		look("the provider asked for a pause", true)
		<-time.After(11 * time.Second)
		look("the pause is over", false)
	})
}
