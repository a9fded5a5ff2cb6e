package replay

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"familiar/policy/ladder"
)

// TestWhoHearsLateDecidesAlike: with an account each, the familiar whose copy
// of a line always comes last decides what it decides alone.
func TestWhoHearsLateDecidesAlike(t *testing.T) {
	c, golds := sample(t)
	for _, preset := range []string{"ladder", "chatty", "social"} {
		for _, judge := range []Judge{None, Oracle} {
			var alone [2]string
			for _, beside := range []int{0, 1, 3} {
				var decisions, notes bytes.Buffer
				o := with(t, preset, judge)
				o.Beside, o.Decisions, o.Notes = beside, &decisions, &notes
				o.Room.Floor.On = false // which those beside it would take, too
				// Nor is it to be alone with anybody, whom then one of them answers.
				o.Policy.Ladder.Rungs = slices.DeleteFunc(o.Policy.Ladder.Rungs, func(r ladder.Rung) bool { return r == ladder.Solo })
				if _, err := Run(context.Background(), c, golds, o); err != nil {
					t.Fatal(err)
				}
				got := [2]string{decisions.String(), ownNotes(notes.String())}
				if beside == 0 {
					alone = got
				} else if strings.Count(notes.String(), `"familiar":"~`) == 0 {
					t.Errorf("%s: nobody decides beside it", preset)
				}
				if got != alone {
					t.Errorf("%s, judge %s, %d beside it: %s", preset, judge, beside, firstChange(got[1], alone[1]))
				}
			}
		}
	}
}

// firstChange returns the first line in which two texts differ.
func firstChange(got, want string) string {
	next, stop := iter.Pull(strings.Lines(want))
	defer stop()
	for line := range strings.Lines(got) {
		if wanted, _ := next(); line != wanted {
			return "got " + line + "want " + wanted
		}
	}
	wanted, _ := next()
	return "got no more, want " + wanted
}

// ownNotes leaves out those of whoever is beside the familiar.
func ownNotes(notes string) string {
	var b strings.Builder
	for note := range strings.Lines(notes) {
		if !strings.Contains(note, `"familiar":"~`) {
			b.WriteString(note)
		}
	}
	return b.String()
}

// TestOneAnswersWhoIsAlone: a line that calls nobody is answered by one of
// them, and a line that calls the replayed one by no other.
func TestOneAnswersWhoIsAlone(t *testing.T) {
	c, golds := sample(t)
	var notes bytes.Buffer
	o := with(t, "ladder", None)
	o.Beside, o.Notes = 2, &notes
	if _, err := Run(context.Background(), c, golds, o); err != nil {
		t.Fatal(err)
	}
	for note := range strings.Lines(notes.String()) {
		if beside := strings.Contains(note, `"familiar":"~`); beside && strings.Contains(note, `"act":"engage"`) && !strings.Contains(note, `"rung":"solo"`) {
			t.Errorf("somebody beside it, whom nobody called, answers: %s", note)
		}
	}
	if solos := strings.Count(notes.String(), `"rung":"solo"`); solos == 0 || strings.Count(notes.String(), `"rung":"sibling"`) < 2*solos {
		t.Errorf("of three familiars more than one answers who is alone:\n%s", notes.String())
	}
}
