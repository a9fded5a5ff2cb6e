package simulation

import (
	"cmp"
	"flag"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	schedules = flag.Int("schedules", 0, "how many runs TestSchedules makes; 0: 3,000, with -race 1,000")
	seed      = flag.Uint64("seed", 0, "make this one run and print what happened")
)

// TestSchedules makes many runs, each from a seed of its own.
func TestSchedules(t *testing.T) {
	if *seed != 0 {
		replay(t, *seed)
		return
	}
	count := uint64(cmp.Or(*schedules, defaultSchedules))
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

// runs makes so many runs, 0: many, or with -race few, and makes a failing one
// once more to tell what happened in it.
func runs(t *testing.T, count, many, few int, o Options) (total Outcome) {
	t.Helper()
	switch {
	case count == 0 && defaultSchedules == 1_000:
		count = few
	case count == 0:
		count = many
	}
	for n := range count {
		o.Seed = uint64(n) + 1
		outcome, err := Run(o)
		if err != nil {
			o.Trace = true
			_, err = Run(o)
			t.Fatalf("seed %d: %v", o.Seed, err)
		}
		total.Add(outcome)
	}
	t.Logf("%d runs: %v", count, total)
	return total
}

var powerCuts = flag.Int("cuts", 0, "how many runs TestPowerCuts makes; 0: 500, with -race 200")

// TestPowerCuts makes runs in which each stream of the journal is set back to a
// moment of its own, again and again.
func TestPowerCuts(t *testing.T) {
	runs(t, *powerCuts, 500, 200, Options{PowerCuts: true})
}

var takeOvers = flag.Int("takeovers", 0, "how many runs TestTakeOvers makes; 0: 1,000, with -race 300")

// TestTakeOvers makes runs in which processes stand still, others take over, and
// what was under way arrives late.
func TestTakeOvers(t *testing.T) {
	total := runs(t, *takeOvers, 1_000, 300, Options{TakeOvers: true})
	if total.Late == 0 {
		t.Error("nothing came late: the runs show nothing")
	}
}

var memories = flag.Int("memories", 0, "how many runs TestMemories makes; 0: 1,000, with -race 300")

// TestMemories makes runs in which familiars keep things in mind: of what was deleted or
// forgotten nothing is left there either.
func TestMemories(t *testing.T) {
	total := runs(t, *memories, 1_000, 300, Options{Remember: true})
	if total.Learned == 0 {
		t.Error("nothing was learned: the runs show nothing")
	}
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
