package monitor_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/monitor"
	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/gate"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// place is an actor's place in a host that does nothing.
type place struct {
	ctx   context.Context
	holds chan struct{} // one in it for every hold
	tell  func(msg any)
}

func (p place) Tell(msg any) error {
	p.tell(msg)
	return nil
}

func (p place) Context() context.Context { return p.ctx }
func (p place) Hold() func() {
	p.holds <- struct{}{}
	return func() { <-p.holds }
}

// A court is a monitor under test, with what it answered: "channel#n outcome
// seconds".
type court struct {
	*monitor.Monitor
	self  place
	start time.Time
	turn  sync.Mutex // one message at a time, as in a host

	mu  sync.Mutex // answers come from any goroutine
	got []string
}

func open(t *testing.T, config monitor.Config, model llm.Model) *court {
	c := &court{start: time.Now()}
	c.self = place{t.Context(), make(chan struct{}, 100), c.Receive}
	seat := func(o messages.Judge) (monitor.Card, llm.Model, error) {
		switch o.Familiar {
		case "stranger":
			return monitor.Card{}, nil, errors.New("no such familiar")
		case "cursed":
			panic("boom")
		}
		return mira, model, nil
	}
	opts := monitor.Options{Config: config, Collect: &answer.Collector{}}
	c.Monitor = monitor.New(c.self, seat, c.answer, func() monitor.Options { return opts })
	t.Cleanup(func() {
		c.Stopped()
		c.Wait()
	})
	return c
}

func (c *court) Receive(msg any) {
	c.turn.Lock()
	defer c.turn.Unlock()
	c.Monitor.Receive(msg)
}

func (c *court) answer(o messages.Judge, j messages.Judged) {
	c.mu.Lock()
	defer c.mu.Unlock()
	outcome := j.Error
	if outcome == "" {
		outcome = map[bool]string{true: "yes", false: "no"}[j.Yes]
	}
	if j.Shed {
		outcome += " (shed)"
	}
	if j.N != o.N {
		outcome += fmt.Sprintf(" to %d", j.N)
	}
	c.got = append(c.got, fmt.Sprintf("%s#%d %s %v", o.Channel, o.N, outcome, time.Since(c.start)))
}

// ask asks about "a1": channel a, number 1, with ten seconds of time.
func (c *court) ask(trigger messages.Trigger, questions ...string) {
	for _, q := range questions {
		o := order(trigger)
		o.Channel, o.N = messages.ChannelID(q[:1]), uint64(q[1]-'0')
		o.Deadline = messages.InstantOf(time.Now().Add(10 * time.Second))
		c.Receive(o)
	}
	synctest.Wait()
}

func TestMonitor(t *testing.T) {
	slow := func(llm.Request) llmtest.Answer { return llmtest.Verdict(true, "").Slow(4 * time.Second) }
	const late, full = "no verdict before the deadline", "too many questions wait for a judge (shed)"
	for _, test := range []struct {
		name  string
		queue int
		play  func(*court)
		want  string
	}{
		{"a question is answered", 9, func(c *court) { c.ask(messages.Lull, "a1") }, "a#1 yes 4s"},
		{"the gate before the judge takes the urgent first", 9, func(c *court) {
			c.ask(messages.Lull, "a1")
			c.ask(messages.Interjection, "b2")
			c.ask(messages.Address, "c3")
		}, "a#1 yes 4s; c#3 yes 8s; b#2 " + late + " 9.75s"},
		{"what waits too long is answered in time", 9, func(c *court) {
			for _, q := range []string{"a1", "a2", "a3", "b4"} {
				c.ask(messages.Lull, q)
			}
		}, "a#1 yes 4s; a#2 yes 8s; a#3 " + late + " 9.75s; b#4 " + late + " 9.75s"},
		{
			"one too many is answered at once", 2, func(c *court) { c.ask(messages.Lull, "a1"); c.ask(messages.Lull, "b2"); c.ask(messages.Address, "c3") },
			"c#3 " + full + " 0s; a#1 yes 4s; b#2 yes 8s",
		},
		{"an answer makes room for another", 1, func(c *court) {
			c.ask(messages.Lull, "a1")
			<-time.After(5 * time.Second)
			c.ask(messages.Lull, "b2")
		}, "a#1 yes 4s; b#2 yes 9s"},
		{"asked again, a question has two answers and can be withdrawn as one", 9, func(c *court) {
			c.ask(messages.Lull, "a1")
			c.ask(messages.Lull, "a1")
			c.Receive(monitor.Withdraw{Channel: "a", N: 1})
		}, "a#1 cancelled 0s; a#1 yes 4s"},
		{"a question that waits can be withdrawn", 9, func(c *court) {
			c.ask(messages.Lull, "a1", "b2")
			c.Receive(monitor.Withdraw{Channel: "b", N: 2})
		}, "b#2 cancelled 0s; a#1 yes 4s"},
		{"so can one before the judge", 9, func(c *court) {
			c.ask(messages.Lull, "a1")
			c.Receive(monitor.Withdraw{Channel: "a", N: 1})
		}, "a#1 cancelled 0s"},
		{"another channel's number is another question", 9, func(c *court) {
			c.ask(messages.Lull, "a1")
			c.Receive(monitor.Withdraw{Channel: "b", N: 1})
		}, "a#1 yes 4s"},
		{"stopping answers what is open", 9, func(c *court) {
			c.ask(messages.Lull, "a1", "b2")
			c.Stopped()
		}, "a#1 cancelled 0s; b#2 cancelled 0s"},
		{"what comes after it is answered too", 9, func(c *court) {
			c.Stopped()
			c.ask(messages.Lull, "a1")
		}, "a#1 cancelled 0s"},
		{"a familiar nobody knows is an error", 9, func(c *court) {
			c.Receive(messages.Judge{N: 1, Channel: "a", Familiar: "stranger"})
		}, "a#1 no such familiar 0s"},
		{"a panic costs one answer, not the monitor", 9, func(c *court) {
			c.Receive(messages.Judge{N: 1, Channel: "a", Familiar: "cursed"})
			c.ask(messages.Lull, "b2")
		}, "a#1 judge panicked: boom 0s; b#2 yes 4s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := monitor.Default()
				config.Queue = test.queue
				narrow := gate.Default()
				narrow.Concurrency = 1
				c := open(t, config, gate.New(llmtest.Func(slow), narrow))
				test.play(c)
				<-time.After(time.Minute)
				synctest.Wait()
				c.mu.Lock()
				defer c.mu.Unlock()
				if got := strings.Join(sortedByTime(c.got), "; "); got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
				if len(c.self.holds) != 0 {
					t.Errorf("got %d holds left, want 0", len(c.self.holds))
				}
			})
		})
	}
}

// sortedByTime orders the answers of one instant, which come as they please.
func sortedByTime(got []string) []string {
	at := func(s string) time.Duration {
		d, _ := time.ParseDuration(s[strings.LastIndexByte(s, ' ')+1:])
		return d
	}
	slices.SortFunc(got, func(a, b string) int {
		if at(a) != at(b) {
			return int(at(a) - at(b))
		}
		return strings.Compare(a, b)
	})
	return got
}

func TestHangingModelDoesNotHoldTheMonitor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		defer close(hang)
		calls := 0
		model := llmtest.Func(func(llm.Request) llmtest.Answer { calls++; return llmtest.Answer{Hang: hang} })
		c := open(t, monitor.Default(), model)
		for n := range 6 {
			c.ask(messages.Lull, fmt.Sprintf("a%d", n))
			<-time.After(20 * time.Second)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.got) != 6 || calls != 4 {
			t.Fatalf("got %d answers after %d calls, want 6 after 4:\n%s", len(c.got), calls, strings.Join(c.got, "\n"))
		}
		if last := c.got[5]; !strings.Contains(last, "never returned") {
			t.Errorf("got %q, want it to say that the model is stuck", last)
		}
	})
}

func TestConfig(t *testing.T) {
	if err := monitor.Default().Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	for _, test := range []struct {
		name string
		bad  func(*monitor.Config)
		want string
	}{
		{"no queue", func(c *monitor.Config) { c.Queue = 0 }, "queue: want 1 or more, got 0"},
		{"no time", func(c *monitor.Config) { c.Timeout = 0 }, "timeout: want more than 0, got 0s"},
		{"more questions than there is memory for", func(c *monitor.Config) { c.Queue = 100_001 }, "queue: want at most 100000, got 100001"},
		{"a margin that leaves no time", func(c *monitor.Config) { c.Margin = c.Timeout }, "margin: want less than timeout (15s), got 15s"},
		{"a margin after the deadline", func(c *monitor.Config) { c.Margin = -1 }, "margin: want 0 or more, got -1ns"},
	} {
		c := monitor.Default()
		test.bad(&c)
		if err := c.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}
