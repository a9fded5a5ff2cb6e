package replay

import (
	"errors"
	"slices"
	"testing"

	"familiar/lab/corpus"
	"familiar/lab/score"
	"familiar/messages"
	"familiar/policy/conversation"
)

// talk is the recording that comes with the tests, and who answered in it.
func talk(t *testing.T) (*corpus.Corpus, []corpus.Gold) {
	t.Helper()
	c, err := corpus.Open("testdata/sample.jsonl", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold("testdata/sample.gold.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return c, golds
}

func groupOptions(judge Judge, together bool) Options {
	o := Options{Judge: judge}
	o.Policy, _ = conversation.Preset("social")
	o.Room, _ = conversation.PresetRoom("social")
	o.Policy.Odds.On = false
	o.Policy.JudgeTogether = together
	return o
}

// TestGroups: in a channel of two the familiars of a slice sit together, who is
// left over doesn't; together they ask no more often than apart, and a judge
// that says no to all has nobody speak unasked.
func TestGroups(t *testing.T) {
	c, golds := talk(t)
	questions := map[bool]int{}
	for _, together := range []bool{false, true} {
		var played []string
		err := RunGroups(t.Context(), c, golds, 2, groupOptions(No, together), func(w GroupWalk) error {
			played = append(played, w.Gold.Slice+" "+string(w.Gold.Familiar))
			for _, d := range w.Decisions {
				if d.Judged {
					questions[together]++
				} else if d.Trigger.Unsolicited() {
					t.Errorf("%s speaks unasked: %+v", w.Gold.Familiar, d)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"garden/1 joss", "garden/1 mira"}; !slices.Equal(played, want) {
			t.Errorf("together %v: played %q, want %q", together, played, want)
		}
	}
	if questions[true] == 0 || questions[true] > questions[false] {
		t.Errorf("%d questions together, %d apart: want some, and no more than apart", questions[true], questions[false])
	}
}

// TestOneOfAGroupIsAlone: a group of one is a replay.
func TestOneOfAGroupIsAlone(t *testing.T) {
	c, golds := talk(t)
	for _, together := range []bool{false, true} {
		o := groupOptions(Oracle, together)
		var tally, want score.Tally
		if err := RunGroups(t.Context(), c, golds, 1, o, func(w GroupWalk) error { return tally.Add(w.Slice, w.Gold, w.Decisions) }); err != nil {
			t.Fatal(err)
		}
		o.Took = func(w Walk) error { return want.Add(w.Slice, w.Gold, w.Decisions) }
		if _, err := Run(t.Context(), c, golds, o); err != nil {
			t.Fatal(err)
		}
		if got, want := tally.Score(), want.Score(); got != want {
			t.Errorf("together %v: got %+v\nwant %+v", together, got, want)
		}
	}
}

// TestGroupJudge: of several the judge chooses one that it finds right for itself,
// and it is asked about each as often as it would be.
func TestGroupJudge(t *testing.T) {
	c, golds := talk(t)
	o := groupOptions(Oracle, true)
	g := newGroup(c.Slice("garden/1"), golds[:2], &o)
	order := messages.Judge{N: 3, Familiar: "joss", Waiting: []messages.Quoted{{ID: "l"}}, Others: []messages.Candidate{{Familiar: "mira"}}}
	for _, tt := range []struct {
		name string
		open []int // of the members, whom the line is for
		want messages.Judged
	}{
		{"for nobody", nil, messages.Judged{N: 3, Reason: "oracle: no"}},
		{"for who asks", []int{0}, messages.Judged{N: 3, Yes: true, Reason: "oracle: yes"}},
		{"for the other", []int{1}, messages.Judged{N: 3, Yes: true, Who: "mira", Reason: "oracle: yes"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for i := range g.members {
				g.members[i].open = map[messages.LineID]bool{"l": slices.Contains(tt.open, i)}
			}
			if got := g.judge(&order); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestGroupsStop(t *testing.T) {
	c, golds := talk(t)
	broken := errors.New("broken")
	o := groupOptions(Noisy, true)
	none := func(GroupWalk) error { return nil }
	if err := RunGroups(t.Context(), c, golds, 2, o, func(GroupWalk) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	for name, run := range map[string]func() error{
		"no size":      func() error { return RunGroups(t.Context(), c, golds, 0, o, none) },
		"too many":     func() error { return RunGroups(t.Context(), c, golds, 33, o, none) },
		"a model":      func() error { o := o; o.Judge = Recorded; return RunGroups(t.Context(), c, golds, 2, o, none) },
		"another loop": func() error { o := o; o.Loop = Closed; return RunGroups(t.Context(), c, golds, 2, o, none) },
		"nowhere": func() error {
			return RunGroups(t.Context(), c, []corpus.Gold{{Slice: "x"}, {Slice: "x"}}, 2, o, none)
		},
	} {
		if run() == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}
