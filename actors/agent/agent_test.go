package agent_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/agent"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// place is an actor's place in a host that does nothing.
type place struct {
	ctx   context.Context
	holds chan struct{} // one in it for every hold
}

func (p place) Context() context.Context { return p.ctx }
func (p place) Hold() func() {
	p.holds <- struct{}{}
	return func() { <-p.holds }
}

func TestAgent(t *testing.T) {
	slow := llmtest.Say("hi").Slow(time.Minute)
	for _, test := range []struct {
		name    string
		play    func(*agent.Agent)
		answers []string // errors of what was composed; "" for an answer
		after   time.Duration
	}{
		{"an order is answered", func(a *agent.Agent) { a.Receive(order()) }, []string{""}, time.Minute},
		{"an order repeated while it runs is answered once", func(a *agent.Agent) { a.Receive(order()); a.Receive(order()) }, []string{""}, time.Minute},
		{"a cancelled one is answered with an error", func(a *agent.Agent) { a.Receive(order()); a.Receive(messages.Cancel{N: 7}) }, []string{"cancelled"}, 0},
		{"cancelling another one changes nothing", func(a *agent.Agent) {
			a.Receive(messages.Cancel{N: 8})
			a.Receive(order())
			a.Receive(messages.Cancel{N: 6})
		}, []string{""}, time.Minute},
		{"stopping cancels", func(a *agent.Agent) { a.Receive(order()); a.Stopped() }, []string{"cancelled"}, 0},
		{"other messages are not for it", func(a *agent.Agent) { a.Receive("hello") }, nil, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []messages.Composed
				self := place{t.Context(), make(chan struct{}, 10)}
				model := llmtest.New("fake", slow, slow)
				start, end := time.Now(), time.Now()
				a := agent.New(self, func(ctx context.Context, o messages.Compose, in *agent.Inbox) agent.Course {
					return agent.Course{Compose: func() messages.Composed { return agent.Run(ctx, mira, o, model, agent.Options{Inbox: in}) }}
				}, func(c messages.Composed) { got, end = append(got, c), time.Now() })
				test.play(a)
				<-time.After(2 * time.Minute)
				synctest.Wait()
				if len(got) != len(test.answers) || end.Sub(start) != test.after {
					t.Fatalf("got %+v after %v, want %d answers after %v", got, end.Sub(start), len(test.answers), test.after)
				}
				for i, want := range test.answers {
					if got[i].N != 7 || got[i].Error != want {
						t.Errorf("got %+v, want order 7 with error %q", got[i], want)
					}
				}
				if len(self.holds) != 0 {
					t.Errorf("got %d holds left, want 0", len(self.holds))
				}
			})
		})
	}
}

func TestTurnThatPanicsIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for part, course := range map[string]func() agent.Course{
			"plan":    func() agent.Course { panic("boom") },
			"wait":    func() agent.Course { return agent.Course{Wait: func(func()) { panic("boom") }} },
			"compose": func() agent.Course { return agent.Course{Compose: func() messages.Composed { panic("boom") }} },
		} {
			var got []messages.Composed
			self := place{t.Context(), make(chan struct{}, 1)}
			a := agent.New(self, func(context.Context, messages.Compose, *agent.Inbox) agent.Course { return course() },
				func(c messages.Composed) { got = append(got, c) })
			a.Receive(order())
			synctest.Wait()
			if len(got) != 1 || got[0].N != 7 || got[0].Error != "turn panicked: boom" || len(self.holds) != 0 {
				t.Errorf("%s: got %+v, want order 7 with the panic", part, got)
			}
		}
	})
}

// TestTurnThatWaits: between its plan and its answer a turn is nobody's goroutine, and
// hears of a Cancel.
func TestTurnThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []messages.Composed
		var ready []func()
		self := place{t.Context(), make(chan struct{}, 2)}
		a := agent.New(self, func(ctx context.Context, o messages.Compose, in *agent.Inbox) agent.Course {
			return agent.Course{
				Wait: func(compose func()) { ready = append(ready, compose) },
				Compose: func() messages.Composed {
					if ctx.Err() != nil {
						panic("cancelled")
					}
					return messages.Composed{N: o.N, Final: true}
				},
			}
		}, func(c messages.Composed) { got = append(got, c) })
		first, second := order(), order()
		second.N++
		for _, o := range []messages.Compose{first, second} {
			a.Receive(o)
			synctest.Wait()
		}
		if len(got) != 0 || len(self.holds) != 2 {
			t.Fatalf("while both wait got %+v and %d holds, want no answer and 2", got, len(self.holds))
		}
		a.Receive(messages.Cancel{N: second.N})
		for _, compose := range ready {
			compose()
		}
		if len(got) != 2 || !got[0].Final || got[1].N != second.N || got[1].Error != "turn panicked: cancelled" || len(self.holds) != 0 {
			t.Errorf("got %+v and %d holds, want one answer each, the second cancelled", got, len(self.holds))
		}
	})
}

func TestConfig(t *testing.T) {
	if err := agent.Default().Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	for _, test := range []struct {
		name string
		bad  func(*agent.Config)
		want string
	}{
		{"no rounds", func(c *agent.Config) { c.Rounds = 0 }, "rounds: want 1 or more, got 0"},
		{"no time", func(c *agent.Config) { c.Timeout = 0 }, "timeout: want more than 0, got 0s"},
		{"more rounds than anybody waits for", func(c *agent.Config) { c.Rounds = 1001 }, "rounds: want at most 1000, got 1001"},
		{"a margin that leaves no time", func(c *agent.Config) { c.Margin = c.Timeout }, "margin: want less than timeout (2m0s), got 2m0s"},
		{"a margin after the deadline", func(c *agent.Config) { c.Margin = -1 }, "margin: want 0 or more, got -1ns"},
		{"less than no tokens", func(c *agent.Config) { c.MaxTokens = -1 }, "max_tokens: want 0 or more, got -1"},
	} {
		c := agent.Default()
		test.bad(&c)
		if err := c.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// TestUnasked: a turn whose model can't be asked ends as one whose model was asked and refused
// for the same reason.
func TestUnasked(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	order := messages.Compose{N: 7, Form: 2, Channel: "test/w/c", Familiar: "mira"}
	for _, refused := range []struct {
		under context.Context
		why   error
	}{
		{gone, context.Canceled},
		{late, context.DeadlineExceeded},
		{t.Context(), &llm.RetryError{After: time.Minute, Err: fmt.Errorf("scripted: %w", llm.ErrOverloaded)}},
		{t.Context(), fmt.Errorf("scripted: %w", llm.ErrAuth)},
	} {
		asked := agent.Run(refused.under, mira, order, llmtest.New("refuses", llmtest.Fail(refused.why)), agent.Options{})
		want := messages.Composed{N: asked.N, Form: asked.Form, Error: asked.Error, Fault: asked.Fault, After: asked.After}
		if got := agent.Unasked(order, refused.why); !reflect.DeepEqual(got, want) {
			t.Errorf("%v:\ngot  %+v\nwant %+v", refused.why, got, want)
		}
	}
}
