package traffic

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func talk(t testing.TB, p Plan) *Traffic {
	t.Helper()
	made, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func take(tr *Traffic, until time.Duration) (lines []Line) {
	for l := tr.Next(); l.At < until; l = tr.Next() {
		lines = append(lines, l)
	}
	return lines
}

func TestRates(t *testing.T) {
	for _, tt := range []struct {
		story string
		plan  Plan
		span  time.Duration
		want  float64 // lines a second
		off   float64 // at most, as a share
	}{
		{"uniform keeps its rate", Plan{Shape: Uniform, Channels: 100, Rate: 500}, time.Minute, 500, 0.03},
		{"a fleet is compressed until it has its rate", Plan{Shape: Fleet, Channels: 2000, Rate: 1000}, 100 * time.Second, 1000, 0.3},
		{"and has about that of the recipe by itself: 5 to 10 a second of 5,000 channels, lobbies besides", Plan{Shape: Fleet, Channels: 5000, Compress: 100}, 60 * time.Second, 1300, 0.35},
	} {
		t.Run(tt.story, func(t *testing.T) {
			lines := take(talk(t, tt.plan), tt.span)
			got := float64(len(lines)) / tt.span.Seconds()
			if math.Abs(got-tt.want) > tt.off*tt.want {
				t.Errorf("%.1f lines a second, want %.0f ± %.0f %%", got, tt.want, 100*tt.off)
			}
			if !slices.IsSortedFunc(lines, func(a, b Line) int { return int(a.At - b.At) }) {
				t.Error("lines are not in the order of their time")
			}
		})
	}
}

// TestFleetIsUneven: the busiest tenth has most of the lines, and most
// channels say nothing for an hour.
func TestFleetIsUneven(t *testing.T) {
	const channels = 1000
	counts := [channels]int{}
	lines := take(talk(t, Plan{Shape: Fleet, Channels: channels, Compress: 60, Seed: 3}), time.Minute)
	for _, l := range lines {
		counts[l.Channel]++
	}
	slices.Sort(counts[:])
	top := 0
	for _, n := range counts[channels*9/10:] {
		top += n
	}
	if part := float64(top) / float64(len(lines)); part < 0.84 {
		t.Errorf("the busiest tenth has %.2f of the lines, want the 0.84 that were recorded at least", part)
	}
	if counts[channels/2] != 0 {
		t.Errorf("the middle channel said %d lines in an hour, want none", counts[channels/2])
	}
}

func TestRaids(t *testing.T) {
	raided := 0
	for _, l := range take(talk(t, Plan{Shape: Fleet, Channels: raidEach, Compress: 1000, Seed: 5}), 100*time.Second) {
		if l.Channel == raidEach-1 && l.Mentions < 0 && l.Author >= 8 {
			raided++
		}
	}
	if raided < raidFor*raidRate/2 {
		t.Errorf("%d lines of strangers, want a raid of %d", raided, raidFor*raidRate)
	}
	flooded := 0
	for _, l := range take(talk(t, Plan{Shape: Uniform, Channels: 10, Rate: 10, Raided: []int{3}, RaidRate: 100}), 10*time.Second) {
		if l.Channel == 3 {
			flooded++
		}
	}
	if flooded < 900 || flooded > 1100 {
		t.Errorf("the raided channel said %d lines, want 1,010 or so", flooded)
	}
}

// TestOneSeedOnePlanOneTalk: and a channel's lines don't depend on the others.
func TestOneSeedOnePlanOneTalk(t *testing.T) {
	plan := Plan{Shape: Fleet, Channels: 300, Compress: 200, Calls: 0.1, Seed: 9}
	first, again := take(talk(t, plan), 20*time.Second), take(talk(t, plan), 20*time.Second)
	if !slices.Equal(first, again) {
		t.Error("the same plan said something else")
	}
	plan.Seed = 10
	if slices.Equal(first, take(talk(t, plan), 20*time.Second)) {
		t.Error("another seed said the same")
	}
	of := func(channels int) (lines []Line) {
		for _, l := range take(talk(t, Plan{Shape: Fleet, Channels: channels, Compress: 500, Seed: 9}), 20*time.Second) {
			if l.Channel < 90 {
				lines = append(lines, l)
			}
		}
		slices.SortStableFunc(lines, func(a, b Line) int { return a.Channel - b.Channel })
		return lines
	}
	if few, many := of(90), of(400); len(few) == 0 || len(many) < len(few) || !slices.Equal(few[:5], many[:5]) {
		t.Error("with more channels the first ones talk otherwise")
	}
}

func TestRefusedPlans(t *testing.T) {
	for _, tt := range []struct {
		story string
		plan  Plan
		want  string
	}{
		{"no shape", Plan{Channels: 1, Rate: 1}, "shape"},
		{"no channel", Plan{Shape: Uniform, Rate: 1}, "channels"},
		{"uniform without a rate", Plan{Shape: Uniform, Channels: 1}, "needs a rate"},
		{"uniform compressed", Plan{Shape: Uniform, Channels: 1, Rate: 1, Compress: 2}, "can't be compressed"},
		{"a fleet of which both are said", Plan{Shape: Fleet, Channels: 1, Rate: 1, Compress: 2}, "either a rate or a compression"},
		{"more calls than lines", Plan{Shape: Uniform, Channels: 1, Rate: 1, Calls: 2}, "calls"},
		{"a raid where nobody is", Plan{Shape: Uniform, Channels: 1, Rate: 1, Raided: []int{1}, RaidRate: 1}, "there are only 1"},
	} {
		if _, err := New(tt.plan); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q in it", tt.story, err, tt.want)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	tr := talk(b, Plan{Shape: Fleet, Channels: 100_000, Compress: 50})
	b.ReportAllocs()
	for b.Loop() {
		tr.Next()
	}
}
