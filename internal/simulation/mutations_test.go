package simulation

import (
	"slices"
	"strings"
	"testing"
)

// cutting are the safeguards that only a power cut asks for.
var cutting = []Safeguard{Marked, Covered, Told, Settled}

// TestMutations takes the safeguards away, one at a time: each is needed, for
// without it some run among a few thousand breaks a promise. They are tried from
// the seed of the first that did when this was written.
func TestMutations(t *testing.T) {
	const within = 5_000
	for _, c := range []struct {
		what    string
		without Safeguard
		breaks  string
		from    uint64
	}{
		{"a state that forgets line ids decides twice", Memory, "the ledger has 2 decisions", 3},
		{"an outbox that takes a post twice has it said twice", Once, "twice", 402},
		{"an answer that is not journaled leaves a post that nothing leads to", AnswerKept, "the journal does not lead to it", 1},
		{"an answer without its number is said in another turn", Numbers, "was composed for another turn", 3},
		{"a snapshot that is lost after an effect loses lines", Saved, "the newest snapshot is of", 28},
		{"a post that is kept although it failed is sent after all", Asked, "the journal says it was not", 177},
		{"a letter that is written after the state is lost", Buried, "there is no letter", 101},
		{"a turn that doesn't wait for its model leaves somebody without an answer", Patience, "though its model was only away", 3},
		{"a line that doesn't say who heard it is shown to who can't see it", Ears, "its account has no copy of it", 1},
		{"a channel that acts while it reads up composes twice", Held, "its answer is in the journal", 3},
		{"an id that a power cut gives again swallows a reply", Marked, "and never was in the outbox", 238},
		{"a checkpoint that outlives its snapshots loses lines", Covered, "was lost: the state does not know it", 10},
		{"a post of a time that is lost is made again in silence", Told, "and nobody says so", 1345},
		{"a former owner's late record makes the state another than the journal's", Fenced, "the journal does not lead to it", 1},
		{"a post that was settled in a time that is lost holds its channel up", Settled, "nothing happens before", 4254},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			for n := c.from; n < c.from+within; n++ {
				if _, err := Run(Options{Seed: n, Without: c.without, PowerCuts: slices.Contains(cutting, c.without), TakeOvers: c.without == Fenced}); err != nil && strings.Contains(err.Error(), c.breaks) {
					t.Logf("%.200s", err)
					return
				}
			}
			t.Errorf("%d runs without %s: want one in which %q", within, c.without, c.breaks)
		})
	}
}

// TestSameAgain: a seed gives the same run every time.
func TestSameAgain(t *testing.T) {
	for n := uint64(1); n <= 50; n++ {
		first, err := Run(Options{Seed: n, Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		second, err := Run(Options{Seed: n, Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(first.Trace) < 20 || !slices.Equal(first.Trace, second.Trace) {
			t.Errorf("seed %d: %d lines of trace, and another time %d or others", n, len(first.Trace), len(second.Trace))
		}
	}
}
