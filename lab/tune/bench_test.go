package tune

import (
	"context"
	"slices"
	"strings"
	"testing"

	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/messages"
	"familiar/policy/conversation"
)

// TestGivingUpEarlyChangesNothing: a replay that is abandoned would not have
// got on the front.
func TestGivingUpEarlyChangesNothing(t *testing.T) {
	var knobs config.Knobs
	knobs.Policy, _ = conversation.Preset("social")
	knobs.Room, _ = conversation.PresetRoom("social")
	knobs.Policy.Odds.AtOnce, knobs.Policy.Odds.Worth = 0, 0
	recording := invented(t, 20, 30, 3)
	golds := would(t, recording, knobs)
	for i := range golds { // what it does by itself, less every third
		golds[i].Replied = slices.DeleteFunc(golds[i].Replied, func(id messages.LineID) bool { return len(id)%3 == 0 })
	}
	space := SpaceOf(&knobs.Policy, true)
	bench, err := NewBench(recording, golds, space, knobs, replay.Options{Judge: replay.Yes}, Price{})
	if err != nil {
		t.Fatal(err)
	}
	gaveUp := 0
	eager := func(ctx context.Context, p Point, part Part, hopeless func(Outcome) bool) (Outcome, bool, error) {
		o, whole, err := bench.Measure(ctx, p, part, hopeless)
		if err == nil && !whole {
			gaveUp++
		}
		return o, whole, err
	}
	patient := func(ctx context.Context, p Point, part Part, _ func(Outcome) bool) (Outcome, bool, error) {
		return bench.Measure(ctx, p, part, func(Outcome) bool { return false })
	}
	var fronts [2][]Candidate
	for i, measure := range []func(context.Context, Point, Part, func(Outcome) bool) (Outcome, bool, error){eager, patient} {
		r, err := Search(t.Context(), space, Options{Measure: measure, Runs: 130})
		if err != nil {
			t.Fatal(err)
		}
		fronts[i] = r.Front
	}
	if !slices.EqualFunc(fronts[0], fronts[1], Candidate.is) {
		t.Errorf("giving up early made\n%v of\n%v", fronts[0], fronts[1])
	}
	t.Logf("%d of 130 given up", gaveUp)
	if gaveUp == 0 {
		t.Error("no replay was given up")
	}
}

func TestNobodyNotedAnything(t *testing.T) {
	recording := invented(t, 2, 20, 1)
	_, err := NewBench(recording, []corpus.Gold{{Slice: "square/0", Familiar: "nabi"}}, nil, config.Knobs{}, replay.Options{}, Price{})
	if err == nil || !strings.Contains(err.Error(), "doesn't say who answered what") {
		t.Errorf("got %v, want that it doesn't say who answered what", err)
	}
}
