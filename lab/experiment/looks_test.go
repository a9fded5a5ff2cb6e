package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/experiment"
)

func plan(looks int) experiment.Plan {
	p := experiment.Plan{Name: "calmer", Familiar: "aria", Match: "web:*", Rules: experiment.Default(), Knobs: []string{"x"}}
	p.Begin, p.End, p.Looks = 20_000, 20_000+experiment.Day(2*looks), looks
	return p
}

// A world is rooms with lines, invented.
type world struct {
	rooms   int
	perLook float64 // lines that a room says between two looks, on average
	differ  float64 // by how much rooms differ in how welcome it is
	better  float64 // how much more welcome arm b is
	arrives bool    // each room talks between two looks only
	lines   int     // that end the experiment
	days    bool    // each room gets a setting anew with each day
}

// tell returns an experiment in the world, over at its end.
func (w world) tell(p experiment.Plan, dice *rand.Rand) *Data {
	d := &Data{Plan: p, Now: p.End.Start()}
	if w.days {
		return w.tellDays(d, dice)
	}
	for n := range w.rooms {
		u := &unit{Unit: experiment.Unit{Room: messages.ChannelID(fmt.Sprint("web//", n))}, by: make([]seen, p.Looks)}
		u.side = p.Side(u.Unit)
		rate := .4 + w.differ*(2*dice.Float64()-1)
		if u.side == messages.SideB {
			rate += w.better
		}
		for k := range u.by {
			lines := int(2*w.perLook*dice.Float64() + .5)
			if w.arrives {
				lines = map[bool]int{true: int(w.perLook)}[n%p.Looks == k]
			}
			for range lines {
				how := messages.ByIgnored
				if u.by[k].said++; dice.Float64() < rate {
					how = messages.ByTakenUp
					u.by[k].hits++
				}
				u.all.take(how)
			}
		}
		d.units = append(d.units, u)
	}
	return d
}

// tellDays tells of rooms in which each day is a unit.
func (w world) tellDays(d *Data, dice *rand.Rand) *Data {
	p := &d.Plan
	p.By = experiment.Daily
	var looks []messages.Instant
	for k := range p.Looks {
		looks = append(looks, p.Start(p.LookAt(k+1)))
	}
	for n := range w.rooms {
		rate := .4 + w.differ*(2*dice.Float64()-1)
		for day := p.Begin; day < p.End; day++ {
			u := &unit{Unit: experiment.Unit{Room: messages.ChannelID(fmt.Sprint("web//", n)), Day: day}, by: make([]seen, p.Looks)}
			u.side = p.Side(u.Unit)
			for range int(2*w.perLook*dice.Float64() + .5) {
				e := ending{messages.ByIgnored, day.Start().Add(12 * time.Hour)}
				if dice.Float64() < rate+map[messages.Side]float64{messages.SideB: w.better}[u.side] {
					e.how = messages.ByTakenUp
				}
				u.all.take(e.how)
				u.see(p.Measure, looks, e)
			}
			d.units = append(d.units, u)
		}
	}
	return d
}

// seeded plans draw otherwise each time.
func seeded(p experiment.Plan, seed int) experiment.Plan {
	p.Seed = seed
	return p
}

// TestBoundariesArePublishedOnes: where units are many and small, those that
// randomisation gives are the boundaries for normal numbers. The values are those
// of Lan and DeMets' function for two sides of 5 %, as computed by their program
// (Reboussin, DeMets, Kim and Lan, "Computations for group sequential boundaries",
// Controlled Clinical Trials 21, 2000): that no draw passes at the first of five
// looks is right, since one in a million does.
func TestBoundariesArePublishedOnes(t *testing.T) {
	for _, tt := range []struct {
		looks int
		want  []float64 // 0: too far out for so many draws
	}{
		{1, []float64{1.960}},
		{2, []float64{2.963, 1.969}},
		{4, []float64{0, 2.963, 2.359, 2.014}},
		{5, []float64{0, 3.357, 2.680, 2.290, 2.031}},
	} {
		w := world{rooms: 500, perLook: 3, arrives: true}
		d := w.tell(plan(tt.looks), rand.New(rand.NewPCG(1, 2)))
		for k, look := range d.looks(19_999) {
			tolerance := .06
			if tt.want[k] > 2.9 {
				tolerance = .25 // few draws are so far out
			}
			if math.Abs(look.Boundary-tt.want[k]) > tolerance {
				t.Errorf("of %d looks the boundary at %d is %.3f, want %.3f", tt.looks, k+1, look.Boundary, tt.want[k])
			}
		}
	}
}

// TestLookingOftenFindsNothing: where there is no difference, experiments find one
// no more often than planned, though they look five times, rooms differ and there
// are few of them. Looking five times with the boundary of a single look would.
func TestLookingOftenFindsNothing(t *testing.T) {
	const trials = 1000
	for _, w := range []world{
		{rooms: 12, perLook: 4, differ: .3},
		{rooms: 40, perLook: 2, differ: .1},
		{rooms: 40, perLook: 2, differ: .1, lines: 250},
		{rooms: 40, perLook: 3, arrives: true},
		{rooms: 5, perLook: 3, differ: .3, days: true},
	} {
		p := plan(5)
		p.Lines = w.lines
		found, naive := 0, 0
		for n := range trials {
			d := w.tell(seeded(p, n), rand.New(rand.NewPCG(uint64(n), 7)))
			looks := d.looks(199)
			if looks[len(looks)-1].Stops {
				found++
			}
			trial, passes := d.trial(p.Looks), false
			for _, s := range trial.statistics(trial.sides) {
				passes = passes || math.Abs(s) > 1.96
			}
			if passes {
				naive++
			}
		}
		planned := .05 * trials
		if bound := planned + 3*math.Sqrt(planned*.95); float64(found) > bound {
			t.Errorf("%+v: %d of %d experiments found a difference that isn't there, want at most %.0f", w, found, trials, planned)
		}
		t.Logf("%+v: %.3f of the experiments found a difference, %.3f by the boundary of one look", w, float64(found)/trials, float64(naive)/trials)
		if naive < 2*found || naive < int(1.5*planned) {
			t.Errorf("%+v: by the boundary of one look %d found one, want far more than %d", w, naive, found)
		}
	}
}

// TestEndByLines: the look that knows of so many lines is the last, has all of the
// error to spend, and nothing that is said later changes what comes of it.
func TestEndByLines(t *testing.T) {
	p := plan(5)
	p.Lines = 200
	d := world{rooms: 40, perLook: 2}.tell(p, rand.New(rand.NewPCG(1, 7)))
	r := d.Report(999)
	last := r.Looks[len(r.Looks)-1]
	if n := len(r.Looks); n < 2 || n == 5 || !last.Last || last.Said[0]+last.Said[1] < p.Lines || math.Abs(last.Spent-.05) > 1e-9 || r.Looks[n-2].Last {
		t.Fatalf("it looks at %+v", r.Looks)
	}
	if r.Verdict != Neither || !r.Settled || r.Next != "" {
		t.Errorf("it is over, and the verdict is %s, next %q", r.Verdict, r.Next)
	}
	no := r.NoMore
	for _, u := range d.units { // all that is said later is welcome in b, and not in a
		for k := len(r.Looks); k < p.Looks; k++ {
			if u.by[k] = (seen{said: 50}); u.side == messages.SideB {
				u.by[k].hits = 50
			}
			u.all.Said, u.all.Welcome = u.all.Said+50, u.all.Welcome+int(u.by[k].hits)
		}
	}
	if r = d.Report(999); r.Verdict != Neither || r.NoMore != no || r.Looks[len(r.Looks)-1] != last {
		t.Errorf("what was said later changes it to %s, %+v", r.Verdict, r.Looks)
	}
}

// TestDifferencesAreFound: about as often as the plan says, by as many units as it
// asks for, and some of them early.
func TestDifferencesAreFound(t *testing.T) {
	p := plan(5)
	p.Least = .2
	baseline := world{rooms: 100, perLook: 4, differ: .15}.tell(p, rand.New(rand.NewPCG(3, 3)))
	b := &Baseline{Days: float64(p.End - p.Begin), Rooms: 100}
	var hits float64
	for _, u := range baseline.units {
		b.units = append(b.units, seen{float64(u.all.Said), float64(u.all.Welcome)})
		b.Said += u.all.Said
		hits += float64(u.all.Welcome)
	}
	b.Rate = hits / float64(b.Said)
	need := b.Needs(&p)
	const trials = 600
	found, early := 0, 0
	for n := range trials {
		w := world{rooms: need.Units, perLook: 4, differ: .15, better: .2}
		r := w.tell(seeded(p, n), rand.New(rand.NewPCG(uint64(n), 11))).Report(199)
		if r.Verdict == B {
			if found++; len(r.Looks) < p.Looks {
				early++
			}
		}
	}
	t.Logf("%d units are asked for; %.2f of the experiments found the difference, %.2f early", need.Units, float64(found)/trials, float64(early)/trials)
	if share := float64(found) / trials; share < .7 || share > .92 || early < trials/5 {
		t.Errorf("with %d units %v of the experiments found the difference, %d early; want about %v", need.Units, share, early, power)
	}
}

// TestLooksStay: what a look saw is the same when it is told later, though rooms
// came meanwhile.
func TestLooksStay(t *testing.T) {
	p := plan(4)
	d := world{rooms: 60, perLook: 2, arrives: true, better: .1}.tell(p, rand.New(rand.NewPCG(5, 5)))
	late := d.looks(999)
	early := *d
	early.Now = p.LookAt(2).Start() + 1
	early.units = nil
	for _, u := range d.units {
		if u.by[0].said+u.by[1].said > 0 {
			early.units = append(early.units, u)
		}
	}
	was := early.looks(999)
	if len(was) != 2 {
		t.Fatalf("it has looked %d times, want twice", len(was))
	}
	for k := range was {
		if was[k] != late[k] {
			t.Errorf("look %d was %+v and is %+v", k+1, was[k], late[k])
		}
	}
}

// TestFewestUnits: by fewer a difference is never found, by as many it can be.
func TestFewestUnits(t *testing.T) {
	p := plan(5)
	fewest := fewestUnits(&p)
	for _, tt := range []struct {
		rooms int
		finds bool
	}{{fewest - 1, false}, {fewest, true}} {
		found := false
		for n := range 20 {
			w := world{rooms: tt.rooms, perLook: 9, better: .6}
			r := w.tell(seeded(p, n), rand.New(rand.NewPCG(uint64(n), 3))).Report(0)
			found = found || r.Verdict == B
		}
		if found != tt.finds {
			t.Errorf("by %d rooms a large difference is found: %v, want %v", tt.rooms, found, tt.finds)
		}
	}
}

func TestLooksOfNothing(t *testing.T) {
	for _, tt := range []struct {
		story string
		w     world
	}{
		{"nobody said anything", world{}},
		{"one room", world{rooms: 1, perLook: 9}},
		{"two rooms, far apart", world{rooms: 2, perLook: 9, better: .6}},
	} {
		d := tt.w.tell(plan(3), rand.New(rand.NewPCG(1, 1)))
		for _, look := range d.looks(199) {
			if look.Stops || math.IsNaN(look.Statistic) {
				t.Errorf("%s: %+v", tt.story, look)
			}
		}
	}
}

func BenchmarkLooks(b *testing.B) {
	d := world{rooms: 1000, perLook: 3}.tell(plan(5), rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		d.looks(0)
	}
}
