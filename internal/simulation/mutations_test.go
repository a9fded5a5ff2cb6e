package simulation

import (
	"slices"
	"strings"
	"testing"
)

// cutting are the safeguards that only a power cut asks for.
var cutting = []Safeguard{Marked, Covered, Told, Settled}

// TestMutations takes the safeguards away, one at a time: each is needed, for
// without it some run among the first few thousand breaks a promise.
func TestMutations(t *testing.T) {
	const within = 5_000
	for _, c := range []struct {
		what    string
		without Safeguard
		breaks  string
	}{
		{"a state that forgets line ids decides twice", Memory, "the ledger has 2 decisions"},
		{"an outbox that takes a post twice has it said twice", Once, "twice"},
		{"an answer that is not journaled leaves a post that nothing leads to", AnswerKept, "the journal does not lead to it"},
		{"an answer without its number is said in another turn", Numbers, "was composed for another turn"},
		{"a snapshot that is lost after an effect loses lines", Saved, "the newest snapshot is of"},
		{"a post that is kept although it failed is sent after all", Asked, "the journal says it was not"},
		{"a letter that is written after the state is lost", Buried, "there is no letter"},
		{"a turn that doesn't wait for its model leaves somebody without an answer", Patience, "though its model was only away"},
		{"a line that doesn't say who heard it is shown to who can't see it", Ears, "its account has no copy of it"},
		{"a channel that acts while it reads up composes twice", Held, "its answer is in the journal"},
		{"an id that a power cut gives again swallows a reply", Marked, "and never was in the outbox"},
		{"a checkpoint that outlives its snapshots loses lines", Covered, "was lost: the state does not know it"},
		{"a post of a time that is lost is made again in silence", Told, "and nobody says so"},
		{"a post that was settled in a time that is lost holds its channel up", Settled, "nothing happens before"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			for n := uint64(1); n <= within; n++ {
				if _, err := Run(Options{Seed: n, Without: c.without, PowerCuts: slices.Contains(cutting, c.without)}); err != nil && strings.Contains(err.Error(), c.breaks) {
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
