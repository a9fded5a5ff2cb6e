package gate

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/llmtest"
	"familiar/llm/offline"
)

func TestSuite(t *testing.T) {
	llmtest.Suite(t, func(*testing.T) llm.Model { return New(offline.Model{}, Config{}) })
}

func narrow(c *Config) { c.Concurrency = 1 }

// takes is a model that needs d for everything.
func takes(d time.Duration) llm.Model {
	return llmtest.Func(func(llm.Request) llmtest.Answer { return llmtest.Say("ok").Slow(d) })
}

func TestOrder(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Config)
		play   func(*testing.T, *rig)
		want   string
	}{
		{"who comes to a free gate passes", nil, func(t *testing.T, r *rig) { r.call(t.Context(), "a2 b2") }, "a2 ok 4s; b2 ok 4s"},
		{"addressed before lull before interjection", narrow, func(t *testing.T, r *rig) { r.call(t.Context(), "a2 b2 c1 d0") }, "a2 ok 4s; d0 ok 8s; c1 ok 12s; b2 ok 16s"},
		{"channels take turns", narrow, func(t *testing.T, r *rig) { r.call(t.Context(), "a0 a0 a0 b0 c0") }, "a0 ok 4s; a0 ok 8s; b0 ok 12s; c0 ok 16s; a0 ok 20s"},
		{
			"a full queue sheds the weakest that waits",
			func(c *Config) { c.Concurrency, c.Queue = 1, 2 },
			func(t *testing.T, r *rig) { r.call(t.Context(), "a0 b1 c2 d0") }, "c2 overloaded 0s; a0 ok 4s; d0 ok 8s; b1 ok 12s",
		},
		{
			"the newcomer if that is it",
			func(c *Config) { c.Concurrency, c.Queue = 1, 2 },
			func(t *testing.T, r *rig) { r.call(t.Context(), "a0 b1 c1 d1") }, "d1 overloaded 0s; a0 ok 4s; b1 ok 8s; c1 ok 12s",
		},
		{"a priority nobody knows is the last", narrow, func(t *testing.T, r *rig) { r.call(t.Context(), "a0 b9 c1") }, "a0 ok 4s; c1 ok 8s; b9 ok 12s"},
		{"whose context ends leaves the queue", narrow, func(t *testing.T, r *rig) {
			r.call(t.Context(), "a0")
			r.call(within(t, time.Second), "b0")
			r.call(t.Context(), "c1")
		}, "b0 late 1s; a0 ok 4s; c1 ok 8s"},
		{"whose context ends before the model gives the slot back", narrow, func(t *testing.T, r *rig) {
			r.call(within(t, time.Second), "a0")
			r.call(t.Context(), "b0")
		}, "a0 late 1s; b0 ok 5s"},
		{
			"a rate spends ten seconds' worth, then goes step by step",
			func(c *Config) { c.PerMinute = 30 },
			func(t *testing.T, r *rig) { r.call(t.Context(), "a0 b0 c0 d0 e0 f1 g0") },
			"a0 ok 4s; b0 ok 4s; c0 ok 4s; d0 ok 4s; e0 ok 4s; g0 ok 6s; f1 ok 8s",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(takes(4*time.Second), test.change)
				test.play(t, r)
				r.want(t, test.want)
			})
		})
	}
}

// A counter is a slow model that counts who is with it.
type counter struct {
	mu        sync.Mutex
	now, most int
	byWave    [3][3]int // calls begun, by ten seconds and priority
	start     time.Time
}

func (*counter) Name() string { return "counter" }

func (c *counter) add(by int, r llm.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += by
	c.most = max(c.most, c.now)
	if by > 0 {
		c.byWave[time.Since(c.start)/(10*time.Second)][r.Priority]++
	}
}

func (c *counter) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		c.add(1, r)
		_ = llm.Pause(ctx, 10*time.Second)
		c.add(-1, r)
		yield(llm.Delta{Text: "ok"}, nil)
	}
}

func TestFiftyTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := &counter{start: time.Now()}
		r := newRig(model, nil)
		for i := range 20 {
			r.call(t.Context(), fmt.Sprintf("%c0", 'a'+i))
		}
		for i := range 5 {
			r.call(t.Context(), fmt.Sprintf("%c2 %c1", 'a'+i, 'a'+i))
		}
		for i := range 20 {
			r.call(t.Context(), fmt.Sprintf("%c0", 'a'+i))
		}
		if s := r.Stats(); s.InFlight != 20 || s.Waiting != 30 {
			t.Errorf("got %+v, want 20 in flight and 30 waiting", s)
		}
		r.all.Wait()
		if model.most != 20 || len(r.ended) != 50 {
			t.Errorf("got %d at once at most and %d answers, want 20 and 50", model.most, len(r.ended))
		}
		// Of twenty slots in the second wave each lower line has its share.
		if want := [3][3]int{{20, 0, 0}, {16, 2, 2}, {4, 3, 3}}; model.byWave != want {
			t.Errorf("got %v begun by wave and priority, want %v", model.byWave, want)
		}
	})
}

func TestModelThatIgnoresItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		defer close(hang)
		model := llmtest.New("fake", llmtest.Answer{Hang: hang}, llmtest.Say("ok"))
		r := newRig(model, narrow)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		r.all.Go(func() {
			_, err := new(answer.Collector).Collect(ctx, r.Gate, llm.Request{})
			r.note("hung", outcomeOf(err))
		})
		synctest.Wait()
		r.call(t.Context(), "b0")
		r.want(t, "hung late 10.1s; b0 ok 15s")
	})
}

// TestTurnThatComesTooLate: who gets a slot at the moment its context ends
// either goes in or gives it back; which, is select's choice.
func TestTurnThatComesTooLate(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	left := 0
	for range 100 {
		g := New(takes(0), Config{})
		turn := make(chan error, 1)
		p := &place{turn: func(_ bool, err error) { turn <- err }}
		g.queue.push(p)
		g.serveQueue(time.Now())
		err := g.await(over, p, turn)
		if err != nil {
			left++
		}
		if in := g.Stats().InFlight; (err == nil) != (in == 1) {
			t.Fatalf("got %v with %d slots taken, want one with nil and none with an error", err, in)
		}
	}
	if left == 0 {
		t.Error("nobody left in 100 tries")
	}
}

func TestPanicGivesTheSlotBack(t *testing.T) {
	model := llmtest.New("fake", llmtest.Answer{Panic: "boom"}, llmtest.Say("ok"))
	g := New(model, Config{})
	whole, err := new(answer.Collector).Collect(t.Context(), g, llm.Request{})
	if err == nil || err.Error() != "model panicked: boom" {
		t.Errorf("got %+v, %v; want the model's panic", whole, err)
	}
	if s := g.Stats(); s != (Stats{}) {
		t.Errorf("got %+v, want nobody in it", s)
	}
}

func TestConfig(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	for _, test := range []struct {
		name string
		bad  func(*Config)
		want string
	}{
		{"no slot", func(c *Config) { c.Concurrency = 0 }, "concurrency: want 1 or more, got 0"},
		{"a negative rate", func(c *Config) { c.PerMinute = -1 }, "per_minute: want 0 or more, got -1"},
		{"no attempt", func(c *Config) { c.Attempts = 0 }, "attempts: want 1 or more, got 0"},
		{"more attempts than anybody waits for", func(c *Config) { c.Attempts = 101 }, "attempts: want at most 100, got 101"},
		{"no time", func(c *Config) { c.Timeout = 0 }, "timeout: want more than 0, got 0s"},
		{"pauses that shrink", func(c *Config) { c.LastPause = 1 }, "last_pause: want first_pause (500ms) or more, got 1ns"},
	} {
		c := Default()
		test.bad(&c)
		if err := c.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}
