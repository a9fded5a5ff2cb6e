package replay

import (
	"context"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/schedule"
)

// TestWalkCarriesNotes: notes are kept for whoever asks for them, and are
// those that are counted; everybody else pays for none.
func TestWalkCarriesNotes(t *testing.T) {
	c, golds := sample(t)
	for _, test := range []struct {
		says string
		keep bool
	}{
		{"asked for notes, a walk has each that was counted", true},
		{"not asked for notes, a walk has none", false},
	} {
		carried, decisions := 0, 0
		o := with(t, "social", Oracle)
		o.KeepNotes = test.keep
		o.Took = func(w Walk) error {
			carried, decisions = carried+len(w.Notes), decisions+len(w.Decisions)
			return nil
		}
		sum, err := Run(context.Background(), c, golds, o)
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for _, n := range sum.Notes {
			counted += n.Count
		}
		want := 0
		if test.keep {
			want = counted
		}
		if carried != want || counted == 0 || decisions == 0 {
			t.Errorf("%s: got %d notes with %d decisions, want %d notes of %d counted", test.says, carried, decisions, want, counted)
		}
	}
}

// TestClocksEndWithTheTalk: a schedule by the clock, which would go on for ever, has its
// occasions as long as the talk lasts and a while after it.
func TestClocksEndWithTheTalk(t *testing.T) {
	c, golds := sample(t)
	o := with(t, "social", Oracle)
	o.Policy.Schedule = []schedule.Rule{{Name: "often", Cron: "*/5 * * * *", Overdue: time.Hour, Prompt: "Say something."}}
	o.KeepNotes = true
	occasions := 0
	var first, last messages.Instant
	o.Took = func(w Walk) error {
		records := w.Slice.Records
		first, last = records[0].Line.At, records[len(records)-1].Line.At
		for _, n := range w.Notes {
			if n.Rung != messages.BySchedule {
				continue
			}
			occasions++
			if n.At < first || n.At > last.Add(afterTalk) {
				t.Errorf("an occasion at %v, the talk is from %v to %v", n.At, first, last)
			}
		}
		return nil
	}
	if _, err := Run(context.Background(), c, golds, o); err != nil {
		t.Fatal(err)
	}
	if occasions == 0 {
		t.Error("the clock has no occasion")
	}
}
