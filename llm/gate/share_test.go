package gate

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
	"pgregory.net/rapid"

	"familiar/llm"
	"familiar/llm/llmtest"
)

// TestShares: the shares of all processes together are within every limit, but for the
// one call that each may always make; alone, a process has the whole.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Config{Concurrency: rapid.IntRange(1, 10_000).Draw(t, "concurrency"), PerMinute: rapid.IntRange(0, 1_000_000).Draw(t, "per minute")}
		n := rapid.IntRange(-1, 300).Draw(t, "processes")
		s, all := c.share(n), max(n, 1)
		if s.concurrency < 1 || s.concurrency*all > max(c.Concurrency, all) {
			t.Fatalf("%d calls at once for each of %d: got %d", c.Concurrency, n, s.concurrency)
		}
		if c.PerMinute == 0 {
			if s.rate != 0 {
				t.Fatalf("got %v, want no limit", s.rate)
			}
			return
		}
		if a := float64(s.rate) * 60; a < 1-1e-9 || a*float64(all) > float64(max(c.PerMinute, all))*(1+1e-9) || s.burst < 1 || s.burst*all > max(c.PerMinute/6, all) {
			t.Fatalf("%d a minute for each of %d: got %v, %d at once", c.PerMinute, n, a, s.burst)
		}
		if all == 1 && s != (share{c.Concurrency, rate.Limit(c.PerMinute) / 60, max(1, c.PerMinute/6)}) {
			t.Fatalf("alone: got %+v of %+v", s, c)
		}
	})
}

// TestDivide: another number of processes changes how many calls start, while those
// under way go on, with nobody calling or ending.
func TestDivide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(llmtest.Func(func(llm.Request) llmtest.Answer { return llmtest.Say("ok").Slow(time.Minute) }), func(c *Config) { c.Concurrency = 4 })
		var processes atomic.Int64
		processes.Store(2)
		r.Divide(func() int { return int(processes.Load()) })
		want := func(inFlight, waiting int) {
			t.Helper()
			synctest.Wait()
			if s := r.Stats(); s.InFlight != inFlight || s.Waiting != waiting {
				t.Errorf("after %v: got %+v, want %d under way and %d waiting", time.Since(r.start), s, inFlight, waiting)
			}
		}
		r.call(t.Context(), "a0 b0 c0 d0 e0 f0 g0")
		want(2, 5)
		<-time.After(10 * time.Second)
		processes.Store(1)
		<-time.After(shareLooked)
		want(4, 3)
		processes.Store(4)
		<-time.After(10 * time.Second)
		want(4, 3)
		<-time.After(40 * time.Second) // the first two have ended, two are more than the share
		want(2, 3)
		<-time.After(12 * time.Second)
		want(1, 2)
		r.all.Wait()
	})
}

// TestDividedRate: two gates together start what one might, and one that is left alone
// or joined goes over to its new share without a burst.
func TestDividedRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var processes, started atomic.Int64
		processes.Store(2)
		model := llmtest.Func(func(llm.Request) llmtest.Answer { started.Add(1); return llmtest.Say("ok") })
		var gates []*rig
		ctx, cancel := context.WithCancel(t.Context())
		for range 2 {
			r := newRig(model, func(c *Config) { c.PerMinute = 120 })
			r.Divide(func() int { return int(processes.Load()) })
			gates = append(gates, r)
		}
		load := func(r *rig) {
			for i := range 900 {
				r.call(ctx, string(rune('a'+i%26))+"0")
			}
		}
		var got []string
		minute := func(begin func()) {
			before := started.Load()
			begin()
			<-time.After(time.Minute)
			synctest.Wait()
			got = append(got, fmt.Sprint(started.Load()-before))
		}
		minute(func() { load(gates[0]) }) // its half, and its half of the bucket
		minute(func() { load(gates[1]) }) // both halves, and the second's bucket
		minute(func() {})
		minute(func() { processes.Store(1) }) // each believes to be alone
		minute(func() { processes.Store(4) })
		cancel()
		for _, r := range gates {
			r.all.Wait()
		}
		if got, want := strings.Join(got, " "), "70 130 120 240 60"; !near(got, want) {
			t.Errorf("starts by minute: got %s, want about %s", got, want)
		}
	})
}

// near reports whether all numbers differ by 2 at most, one look.
func near(got, want string) bool {
	a, b := strings.Fields(got), strings.Fields(want)
	for i := range b {
		var x, y int
		_, _ = fmt.Sscan(a[i], &x)
		_, _ = fmt.Sscan(b[i], &y)
		if x < y-2 || x > y+2 {
			return false
		}
	}
	return len(a) == len(b)
}
