package replay

import (
	"context"
	"errors"
	"strings"
	"testing"

	"familiar/lab/corpus"
	"familiar/policy/hours"
)

func TestRunStops(t *testing.T) {
	c, golds := sample(t)
	ended, end := context.WithCancel(context.Background())
	end()
	for _, test := range []struct {
		says    string
		ctx     context.Context
		golds   []corpus.Gold
		options func(*Options)
		want    string
	}{
		{"when it is told to", ended, golds, func(*Options) {}, "context canceled"},
		{"when nobody takes the decisions", t.Context(), golds, func(o *Options) { o.Decisions = broken{} }, "replay: write decisions: disk full"},
		{"when nobody takes the notes", t.Context(), golds, func(o *Options) { o.Notes = broken{} }, "replay: write notes: disk full"},
		{"before it begins, without a judge", t.Context(), golds, func(o *Options) { o.Judge = "" }, `replay: judge "": want one of [oracle yes no noisy none]`},
		{"before it begins, with fewer than no workers", t.Context(), golds, func(o *Options) { o.Workers = -1 }, "replay: workers = -1: want 0 or more"},
		{"before it begins, by a clock nobody has", t.Context(), golds, func(o *Options) { o.Policy.Hours.Zone = "Mars/Base" }, `replay: zone = "Mars/Base": unknown time zone Mars/Base`},
		{"before it begins, at a channel that isn't there", t.Context(), []corpus.Gold{{Slice: "shed", Familiar: "mira"}}, func(*Options) {}, `replay mira: no channel "shed" in the recording`},
	} {
		o := with(t, "ladder", Oracle)
		test.options(&o)
		_, err := Run(test.ctx, c, test.golds, o)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.says, err, test.want)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestProgressEndsAtTheTotal(t *testing.T) {
	c, golds := sample(t)
	for _, workers := range []int{0, 2} {
		var done, total []int
		o := with(t, "social", Oracle)
		o.Workers = workers
		o.Progress = func(d, all int) { done, total = append(done, d), append(total, all) }
		sum, err := Run(context.Background(), c, golds, o)
		if err != nil {
			t.Fatal(err)
		}
		want := 3*21 + 6 // three of garden/1, one of garden/2
		if last := len(done) - 1; last != 3 || done[last] != want || total[0] != want || sum.Lines != want {
			t.Errorf("%d workers: got %v of %v, %d lines heard; want 4 steps to %d", workers, done, total, sum.Lines, want)
		}
	}
}

// TestHoursHoldInARecording: a familiar whose quiet hours never end begins
// nothing.
func TestHoursHoldInARecording(t *testing.T) {
	c, golds := sample(t)
	o := with(t, "ladder", Oracle)
	o.Policy.Hours.Quiet = []hours.Span{{Days: hours.EveryDay, To: 24 * 60}}
	var decisions strings.Builder
	o.Decisions = &decisions
	if _, err := Run(t.Context(), c, golds, o); err != nil || decisions.Len() > 0 {
		t.Errorf("got %v and decisions %s, want none", err, decisions.String())
	}
}
