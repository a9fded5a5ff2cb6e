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
	powerCuts = flag.Int("cuts", 0, "how many runs TestPowerCuts makes; 0: 500, with -race 200")
	takeOvers = flag.Int("takeovers", 0, "how many runs TestTakeOvers makes; 0: 1,000, with -race 300")
	memories  = flag.Int("memories", 0, "how many runs TestMemories makes; 0: 1,000, with -race 300")
	part      = flag.Uint64("part", 0, "which runs: 0 has the first so many seeds, 1 those after them, and so on")
	seed      = flag.Uint64("seed", 0, "make this one run of TestSchedules and print what happened")
)

// TestSchedules makes runs of one process that is killed and started again, and whose
// messages are lost, late, doubled and out of order.
func TestSchedules(t *testing.T) {
	if *seed != 0 {
		replay(t, *seed)
		return
	}
	runs(t, cmp.Or(*schedules, usually(3_000, 1_000)), Options{})
}

// TestPowerCuts makes runs in which each stream of the journal is set back to a
// moment of its own, again and again.
func TestPowerCuts(t *testing.T) {
	runs(t, cmp.Or(*powerCuts, usually(500, 200)), Options{PowerCuts: true})
}

// TestTakeOvers makes runs in which processes stand still, others take over, and
// what was under way arrives late.
func TestTakeOvers(t *testing.T) {
	total := runs(t, cmp.Or(*takeOvers, usually(1_000, 300)), Options{TakeOvers: true})
	if total.Late == 0 {
		t.Error("nothing came late: the runs show nothing")
	}
}

// TestMemories makes runs in which familiars keep things in mind: of what was deleted or
// forgotten nothing is left there either.
func TestMemories(t *testing.T) {
	total := runs(t, cmp.Or(*memories, usually(1_000, 300)), Options{Remember: true})
	if total.Learned == 0 {
		t.Error("nothing was learned: the runs show nothing")
	}
}

// usually returns how many runs are made unless a flag says otherwise: fewer under the
// race detector, which is ten times slower and has nothing to find in a run of one
// goroutine.
func usually(many, underRace int) int {
	if raced {
		return underRace
	}
	return many
}

// runs makes so many runs, each from a seed of its own, and one that fails once more, to
// tell what happened in it.
func runs(t *testing.T, count int, o Options) (total Outcome) {
	t.Helper()
	var next atomic.Uint64
	next.Store(*part * uint64(count))
	last := (*part + 1) * uint64(count)
	var mu sync.Mutex // of total and worst
	var worst error
	var shards sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		shards.Go(func() {
			var sum Outcome
			of := o
			for of.Seed = next.Add(1); of.Seed <= last; of.Seed = next.Add(1) {
				outcome, err := Run(of)
				sum.Add(outcome)
				if err != nil {
					next.Add(uint64(count)) // the others stop
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
		o.Seed, o.Trace = worst.(*Violation).Seed, true
		_, err := Run(o)
		t.Fatalf("%v\nto see one of TestSchedules again: go test ./internal/simulation -run TestSchedules -seed %d", err, o.Seed)
	}
	t.Logf("%d runs: %v", count, total)
	return total
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
