package tune

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/config"
	"familiar/lab/score"
)

// came returns an outcome of that many misses and interruptions, out of a
// hundred lines.
func came(misses, interruptions int, cost float64) Outcome {
	return Outcome{score.Counts{Positive: 100, Covered: 100 - misses, Calls: 100 - misses + interruptions, Useful: 100 - misses}, cost}
}

// hill is a space of two knobs whose outcome gets worse the further a setting
// is from (7, 2), and where nothing else is worth anything.
func hill() (Space, func(context.Context, Point, Part, func(Outcome) bool) (Outcome, bool, error)) {
	axis := func(key string, base int, coarse ...int) Axis {
		a := Axis{Key: key, Base: base, Coarse: coarse}
		for i := range 10 {
			a.Values = append(a.Values, string(rune('0'+i)))
		}
		return a
	}
	measure := func(_ context.Context, p Point, _ Part, _ func(Outcome) bool) (Outcome, bool, error) {
		far := max(p[0]-7, 7-p[0]) + max(p[1]-2, 2-p[1])
		return came(5+4*far, 3+2*far, float64(10+far)), true, nil
	}
	return Space{axis("a", 0, 1, 4), axis("b", 9, 6, 9)}, measure
}

func TestSearchFindsAPlantedBest(t *testing.T) {
	space, measure := hill()
	told := 0
	r, err := Search(t.Context(), space, Options{Measure: measure, Runs: 100, Tell: func(done, _ int) { told = done }})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Front) != 1 || !slices.Equal(r.Front[0].Point, Point{7, 2}) {
		t.Errorf("the front is %v, want the planted best alone", r.Front)
	}
	if r.Runs > 100 || r.Runs != told {
		t.Errorf("%d runs, told %d, want at most 100 and the same", r.Runs, told)
	}
	want := []config.Turned{{Key: "a", Value: "7"}, {Key: "b", Value: "2"}}
	if got := space.turned(r.Offers[1].Point); !slices.Equal(got, want) {
		t.Errorf("balanced turns %v, want %v", got, want)
	}
}

func TestSearchEnds(t *testing.T) {
	for _, tt := range []struct {
		says  string
		runs  int
		stop  int // run at which ctx ends; 0: never
		fail  int // run that fails; 0: none
		front bool
		want  error
	}{
		{"no run is left: the setting as it is", 0, 0, 0, true, nil},
		{"few runs are left", 15, 0, 0, true, nil},
		{"it is stopped: what was found so far", 100, 20, 0, true, context.Canceled},
		{"it is stopped before anything was measured", 100, 1, 0, false, context.Canceled},
		{"a replay fails", 100, 0, 20, true, errBroken},
	} {
		t.Run(tt.says, func(t *testing.T) {
			space, measure := hill()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			runs := 0
			counting := func(ctx context.Context, p Point, part Part, hopeless func(Outcome) bool) (Outcome, bool, error) {
				switch runs++; runs {
				case tt.stop:
					stop()
					return Outcome{}, false, ctx.Err()
				case tt.fail:
					return Outcome{}, false, errBroken
				}
				return measure(ctx, p, part, hopeless)
			}
			r, err := Search(ctx, space, Options{Measure: counting, Runs: tt.runs})
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if got := len(r.Front) > 0; got != tt.front {
				t.Errorf("a front: %v, want %v", got, tt.front)
			}
			if r.Runs > max(1, tt.runs) {
				t.Errorf("%d runs, want at most %d", r.Runs, tt.runs)
			}
		})
	}
}

var errBroken = errors.New("broken")

// TestSearchLeavesOutWhatMakesNoSense: a setting that contradicts itself is
// neither an error nor a run.
func TestSearchLeavesOutWhatMakesNoSense(t *testing.T) {
	space, measure := hill()
	r, err := Search(t.Context(), space, Options{Runs: 100, Measure: func(ctx context.Context, p Point, part Part, hopeless func(Outcome) bool) (Outcome, bool, error) {
		if p[0] > 5 {
			return Outcome{}, false, errSenseless
		}
		return measure(ctx, p, part, hopeless)
	}})
	if err != nil || len(r.Front) != 1 || !slices.Equal(r.Front[0].Point, Point{5, 2}) {
		t.Errorf("the front is %v, %v; want the best that makes sense", r.Front, err)
	}
}

// TestFront: whatever comes, the front holds nothing that something beats, and
// everything that came is beaten or equalled by some of it; the offers are of
// the front and keep their promises; giving up early changes none of it.
func TestFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f, early front
		var all []Outcome
		for i := range rapid.IntRange(1, 40).Draw(t, "n") {
			o := came(rapid.IntRange(0, 20).Draw(t, "misses"), rapid.IntRange(0, 20).Draw(t, "interruptions"), float64(rapid.IntRange(0, 9).Draw(t, "cost")))
			all = append(all, o)
			f.add(Candidate{Point{i}, o})
			half := o
			half.Counts.Covered += half.Counts.Misses() / 2 // half of the recording: fewer misses
			half.Cost /= 2
			if !early.hopeless(half) {
				early.add(Candidate{Point{i}, o})
			}
		}
		for _, o := range all {
			if !f.hopeless(o) {
				t.Fatalf("%+v came and nothing on the front is as good: %+v", o, f)
			}
		}
		for i, a := range f {
			for j, b := range f {
				if i != j && (a.beats(b.Outcome) || a.same(b.Outcome)) {
					t.Fatalf("%+v makes %+v needless on the front", a, b)
				}
			}
		}
		if !slices.EqualFunc(f, early, Candidate.is) {
			t.Fatalf("giving up early made %+v of %+v", early, f)
		}
		o := f.offers()
		if o[0].Counts.R() < o[1].Counts.R()/2 || o[0].Counts.Interruptions() > o[1].Counts.Interruptions() && o[1].Counts.R() >= o[0].Counts.R()/2 && o[1].Counts.R()*2 >= best(f) {
			t.Fatalf("reserved is %+v beside %+v", o[0], o[1])
		}
		if o[2].Counts.Interruptions() > 2*o[1].Counts.Interruptions() || o[2].Counts.Misses() > o[1].Counts.Misses() {
			t.Fatalf("lively is %+v beside %+v", o[2], o[1])
		}
		for _, c := range f {
			if c.Counts.F1() > o[1].Counts.F1()+nearlyBest {
				t.Fatalf("balanced is %+v, but %+v is better", o[1], c)
			}
		}
		thin := spread(f, 5, o[:]...)
		if len(thin) > max(5, 3+2) {
			t.Fatalf("thinned to 5 it has %d", len(thin))
		}
	})
}

func best(f front) float64 {
	r := 0.0
	for _, c := range f {
		r = max(r, c.Counts.R())
	}
	return r
}
