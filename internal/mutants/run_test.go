package mutants

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"

	"familiar/internal/fnv"
	"familiar/internal/long"
)

var (
	all    = flag.Bool("all", false, "try every mutant")
	some   = flag.Int("some", 12, "how many mutants a sample has")
	seed   = flag.Uint64("seed", 0, "draws the sample; 0: from what the mutants are, so that a change draws anew and a run can be repeated")
	only   = flag.String("only", "", "try the mutants of this folder only, all of them with -all")
	like   = flag.String("like", "", "try the mutants whose line matches this expression only")
	atOnce = flag.Int("at-once", 2, "how many are tried at the same time")
)

// A target is a folder whose tests have to notice every mutant of its files.
type target struct {
	folder string
	files  []string
	skip   string   // tests that compare pages with the code: they know no rule
	flags  []string // of the tests: what they draw must be the same each time
}

var targets = []target{
	{folder: "policy/ladder", files: []string{"config.go", "ladder.go", "rules.go", "names.go", "word.go"}, skip: "Docs|Fold|Allocation"},
	{folder: "policy/window", files: []string{"window.go"}, skip: "Docs"},
	{folder: "policy/guard", files: []string{"guard.go"}, skip: "Docs"},
	{folder: "policy/floor", files: []string{"floor.go", "choose.go", "end.go"}, skip: "Docs", flags: []string{"-rapid.nofailfile", "-rapid.seed=1"}},
	{folder: "policy/credit", files: []string{"credit.go"}, skip: "Docs"},
}

const module = "../.."

// TestEveryMutantIsNoticed tries a sample of the mutants, or all.
func TestEveryMutantIsNoticed(t *testing.T) {
	long.Test(t)
	wanted, err := regexp.Compile(*like)
	if err != nil {
		t.Fatal(err)
	}
	var drawn []trial
	for _, tg := range targets {
		if *only == "" || *only == tg.folder {
			drawn = append(drawn, trials(t, tg)...)
		}
	}
	drawn = slices.DeleteFunc(drawn, func(tr trial) bool { return !wanted.MatchString(tr.String()) })
	made, draw := len(drawn), *seed
	if draw == 0 {
		draw = seedOf(drawn)
	}
	if !*all {
		rand.New(rand.NewPCG(draw, 0)).Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
		drawn = drawn[:min(*some, len(drawn))]
	}
	t.Logf("%d of %d mutants, drawn by -seed %d", len(drawn), made, draw)
	fates := try(t, drawn)
	for i, fate := range fates {
		if fate == Survived {
			t.Errorf("no test notices %s", drawn[i].Mutant)
		}
	}
	t.Logf("%d killed, %d survived, %d do not compile", count(fates, Killed), count(fates, Survived), count(fates, Stillborn))
	if *all && count(fates, Killed) < made/2 {
		t.Errorf("%d of %d were killed: the mutants are not what they were meant to be", count(fates, Killed), made)
	}
}

func seedOf(trials []trial) uint64 {
	sum := fnv.Sum("")
	for _, tr := range trials {
		sum = fnv.Add(sum, tr.String())
	}
	return sum
}

// A trial is a mutant and where it is tried.
type trial struct {
	Mutant
	target target
}

// trials returns the mutants of a target that are worth trying.
func trials(t *testing.T, tg target) []trial {
	t.Helper()
	var made []trial
	for _, file := range tg.files {
		mutants, err := Of(filepath.Join(module, tg.folder, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutants {
			m.File = tg.folder + "/" + file
			if !slices.ContainsFunc(equivalent, func(e known) bool { return e.is(m) }) {
				made = append(made, trial{m, tg})
			}
		}
	}
	watch(t, tg.folder)
	return made
}

// watch reads the folder's tests, so that a result of go test that is kept
// depends on them.
func watch(t *testing.T, folder string) {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(module, folder, "*_test.go"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("%s has no tests: %v", folder, err)
	}
	for _, file := range tests {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
}

func try(t *testing.T, drawn []trial) []Fate {
	fates := make([]Fate, len(drawn))
	var running sync.WaitGroup
	next := make(chan int)
	for range *atOnce {
		running.Go(func() {
			for i := range next {
				fates[i] = drawn[i].fate(t.Context(), t)
			}
		})
	}
	for i := range drawn {
		next <- i
	}
	close(next)
	running.Wait()
	return fates
}

func (tr trial) fate(ctx context.Context, t *testing.T) Fate {
	fate, err := Try(ctx, module, tr.Mutant, tr.target.skip, append([]string{"./" + tr.target.folder}, tr.target.flags...)...)
	if err != nil {
		t.Error(err)
	}
	return fate
}

func count(fates []Fate, of Fate) int {
	n := 0
	for _, fate := range fates {
		if fate == of {
			n++
		}
	}
	return n
}
