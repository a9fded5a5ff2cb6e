package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"familiar/messages"
	"familiar/policy/experiment"
)

// TestStudent: the table in every textbook.
func TestStudent(t *testing.T) {
	for _, tt := range []struct{ freedom, want, within float64 }{
		{1, 12.706, .001}, {2, 4.303, .02}, {3, 3.182, .005}, {5, 2.571, .001}, {10, 2.228, .0005}, {30, 2.042, .0005}, {1e9, 1.960, .0005},
	} {
		if got := student(.975, tt.freedom); math.Abs(got/tt.want-1) > tt.within {
			t.Errorf("with %v degrees of freedom: got %.4f, want %.3f", tt.freedom, got, tt.want)
		}
	}
}

func TestEstimate(t *testing.T) {
	with := func(counts ...int) (units []*unit) { // said, welcome
		for i := 0; i < len(counts); i += 2 {
			units = append(units, &unit{all: Counts{Said: counts[i], Welcome: counts[i+1]}})
		}
		return units
	}
	for _, tt := range []struct {
		story    string
		units    []*unit
		rate     float64
		variance float64 // NaN: not known
	}{
		{"nothing was said", with(0, 0), math.NaN(), math.NaN()},
		{"one room tells of no other", with(10, 4), .4, math.NaN()},
		{"rooms that are all alike", with(10, 4, 20, 8), .4, 0},
		{"by hand: rests of 2 and -2", with(10, 6, 10, 2), .4, 2. * 8 / 400},
		{"a silent room doesn't count", with(10, 6, 10, 2, 0, 0), .4, 2. * 8 / 400},
	} {
		got := estimate(welcomes(tt.units, experiment.Welcome))
		same := func(a, b float64) bool { return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-12 }
		if !same(got.rate, tt.rate) || !same(got.variance, tt.variance) {
			t.Errorf("%s: got %+v, want %v and %v", tt.story, got, tt.rate, tt.variance)
		}
	}
}

// TestArmsTellWhatEachUnitUses: by hand, three units of an arm against two.
func TestArmsTellWhatEachUnitUses(t *testing.T) {
	d := &Data{Plan: plan(5)}
	for i, asked := range []int{2, 4, 6, 0, 0} {
		side := messages.SideA
		if i > 2 {
			side = messages.SideB
		}
		room := messages.ChannelID(fmt.Sprint("web//", i))
		d.units = append(d.units, &unit{Unit: experiment.Unit{Room: room}, side: side, all: Counts{Asked: asked, Turns: 1}})
	}
	r := d.Report(9)
	near := func(story string, got Rate, is, low, high float64) {
		t.Helper()
		for i, want := range []float64{is, low, high} {
			if f := []*float64{got.Is, got.Low, got.High}[i]; f == nil || math.Abs(*f-want) > .05 {
				t.Errorf("%s: number %d of %+v is not %.2f", story, i, got, want)
			}
		}
	}
	// A spread of 4 over 3 units, by Student's t with 2 degrees of freedom: 4.3 * 1.15.
	near("questions of a", r.Arms[0].AskedEach, 4, 0, 8.97)
	near("of b", r.Arms[1].AskedEach, 0, 0, 0)
	near("turns of a", r.Arms[0].TurnsEach, 1, 1, 1)
	near("more turns", r.Turns, 0, 0, 0)
	near("more questions", r.Asked, -4, -8.97, .97)
	if one := estimate(each(d.of(messages.SideA)[:1], turns)).within(0, 9); one.Is == nil || one.Low != nil {
		t.Errorf("of one unit the spread is known: %+v", one)
	}
	if len(r.NotKept) == 0 {
		t.Error("nothing is said of tokens")
	}
}

// TestIntervalsCover: 95 % intervals hold the truth about so often, where rooms
// differ and are few. Those that take each line for itself would not.
func TestIntervalsCover(t *testing.T) {
	for _, w := range []world{
		{rooms: 12, perLook: 4, differ: .3, better: .1},
		{rooms: 60, perLook: 3, differ: .2, better: .1},
	} {
		const trials = 1000
		held, naive := 0, 0
		for n := range trials {
			d := w.tell(seeded(plan(5), n), rand.New(rand.NewPCG(uint64(n), 3)))
			r := d.Difference()
			if r.Low == nil {
				held++ // nothing is claimed
				continue
			}
			if *r.Low <= w.better && w.better <= *r.High {
				held++
			}
			var sum [2]Counts
			for _, u := range d.units {
				sum[map[messages.Side]int{messages.SideB: 1}[u.side]].add(u.all)
			}
			variance := 0.
			for _, c := range sum {
				p := shareOf(&c, experiment.Welcome)
				variance += p * (1 - p) / float64(c.Said)
			}
			if math.Abs(*r.Is-w.better) <= 1.96*math.Sqrt(variance) {
				naive++
			}
		}
		t.Logf("%d rooms: %.3f of the intervals hold the truth, %.3f of those that take lines for themselves", w.rooms, float64(held)/trials, float64(naive)/trials)
		if held < .925*trials || held > .98*trials || naive > held-trials/20 {
			t.Errorf("%d rooms: %d of %d intervals hold the truth, %d of those that take lines for themselves", w.rooms, held, trials, naive)
		}
	}
}

// shareOf returns the measure's share of what was said.
func shareOf(c *Counts, m experiment.Measure) float64 { return float64(c.of(m)) / float64(c.Said) }
