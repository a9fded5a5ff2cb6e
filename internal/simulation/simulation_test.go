package simulation

import (
	"flag"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	schedules = flag.Int("schedules", 0, "how many runs TestSchedules makes; 0: 3,000, with -short or -race 1,000")
	seed      = flag.Uint64("seed", 0, "make this one run and print what happened")
)

// TestSchedules makes many runs, each from a seed of its own.
func TestSchedules(t *testing.T) {
	if *seed != 0 {
		replay(t, *seed)
		return
	}
	count := uint64(*schedules)
	switch {
	case count == 0 && testing.Short():
		count = 1_000
	case count == 0:
		count = defaultSchedules
	}
	var next atomic.Uint64
	var mu sync.Mutex // of what the shards have found
	var total Outcome
	var worst error
	var shards sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		shards.Go(func() {
			var sum Outcome
			for n := next.Add(1); n <= count; n = next.Add(1) {
				outcome, err := Run(Options{Seed: n})
				sum.Add(outcome)
				if err != nil {
					next.Add(count) // the others stop
					mu.Lock()
					worst = err
					mu.Unlock()
				}
			}
			mu.Lock()
			total.Add(sum)
			mu.Unlock()
		})
	}
	shards.Wait()
	if worst != nil {
		again(t, worst.(*Violation).Seed)
		return
	}
	t.Logf("%d schedules: %v", count, total)
}

// again makes a failing run once more and tells what happened in it.
func again(t *testing.T, seed uint64) {
	t.Helper()
	_, err := Run(Options{Seed: seed, Trace: true})
	t.Fatalf("%v\nto see it again: go test ./internal/simulation -run TestSchedules -seed %d", err, seed)
}

var powerCuts = flag.Int("cuts", 0, "how many runs TestPowerCuts makes; 0: 500, with -short or -race 200")

// TestPowerCuts makes runs in which each stream of the journal is set back to a
// moment of its own, again and again.
func TestPowerCuts(t *testing.T) {
	count := uint64(*powerCuts)
	switch {
	case count == 0 && (testing.Short() || defaultSchedules == 1_000):
		count = 200
	case count == 0:
		count = 500
	}
	var total Outcome
	for n := uint64(1); n <= count; n++ {
		outcome, err := Run(Options{Seed: n, PowerCuts: true})
		if err != nil {
			_, err = Run(Options{Seed: n, PowerCuts: true, Trace: true})
			t.Fatalf("seed %d: %v", n, err)
		}
		total.Add(outcome)
	}
	t.Logf("%d runs: %v", count, total)
}

var takeOvers = flag.Int("takeovers", 0, "how many runs TestTakeOvers makes; 0: 1,000, with -short or -race 300")

// TestTakeOvers makes runs in which processes stand still, others take over, and
// what was under way arrives late.
func TestTakeOvers(t *testing.T) {
	count := uint64(*takeOvers)
	switch {
	case count == 0 && (testing.Short() || defaultSchedules == 1_000):
		count = 300
	case count == 0:
		count = 1_000
	}
	var total Outcome
	for n := uint64(1); n <= count; n++ {
		outcome, err := Run(Options{Seed: n, TakeOvers: true})
		if err != nil {
			_, err = Run(Options{Seed: n, TakeOvers: true, Trace: true})
			t.Fatalf("seed %d: %v", n, err)
		}
		total.Add(outcome)
	}
	if total.Late == 0 {
		t.Error("nothing came late: the runs show nothing")
	}
	t.Logf("%d runs: %v", count, total)
}

var memories = flag.Int("memories", 0, "how many runs TestMemories makes; 0: 1,000, with -short or -race 300")

// TestMemories makes runs in which familiars keep things in mind: of what was deleted or
// forgotten nothing is left there either.
func TestMemories(t *testing.T) {
	count := uint64(*memories)
	switch {
	case count == 0 && (testing.Short() || defaultSchedules == 1_000):
		count = 300
	case count == 0:
		count = 1_000
	}
	var total Outcome
	for n := uint64(1); n <= count; n++ {
		outcome, err := Run(Options{Seed: n, Remember: true})
		if err != nil {
			_, err = Run(Options{Seed: n, Remember: true, Trace: true})
			t.Fatalf("seed %d: %v", n, err)
		}
		total.Add(outcome)
	}
	if total.Learned == 0 {
		t.Error("nothing was learned: the runs show nothing")
	}
	t.Logf("%d runs: %v", count, total)
}

func replay(t *testing.T, seed uint64) {
	t.Helper()
	outcome, err := Run(Options{Seed: seed, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range outcome.Trace {
		t.Log(line)
	}
	t.Logf("seed %d: %v", seed, outcome)
}
