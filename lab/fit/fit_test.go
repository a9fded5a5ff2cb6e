package fit

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/odds"
)

// planted returns rows in so many slices, of which a question is answered with
// one probability and any other line with another.
func planted(t testing.TB, slices, lines int, question, other float64) *Set {
	t.Helper()
	s := &Set{}
	dice := rand.New(rand.NewPCG(7, 7))
	for n := range slices {
		s.Begin(Part{Slice: fmt.Sprintf("den/%d", n), Familiar: "mira", Moments: lines / 4})
		for i := range lines {
			f := odds.Nothing()
			chance := other
			if f.Signs.Length = 1 + dice.IntN(20); dice.IntN(2) == 0 {
				f.Bits, chance = messages.IsQuestion, question
			}
			if dice.IntN(3) == 0 {
				f.Us = odds.Age{Lines: 3, Time: 60e9}
			}
			r := Row{Positive: dice.Float64() < chance, Author: odds.Key(1 + dice.IntN(5)), At: messages.Instant(1000 * i), Line: messages.LineID(fmt.Sprint(i))}
			r.Addressed = dice.IntN(10) == 0
			r.Positive = r.Positive || r.Addressed
			if err := s.Add(r, &f); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

func TestFitFindsWhatWasPlanted(t *testing.T) {
	s := planted(t, 4, 2000, .4, .05)
	m, err := Fit(s, s.open(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := math.Log(.4/.6) - math.Log(.05/.95)
	got := m[odds.Question] + m[odds.ColdQuestion]
	if math.Abs(got-want) > .5 {
		t.Errorf("a question is worth %.2f, want about %.2f", got, want)
	}
	expected, answered := 0.0, 0.0
	for _, i := range s.open() {
		expected += m.Estimate(s, i)
		answered += float64(one(s.Rows[i].Positive))
	}
	if math.Abs(expected-answered) > .01 {
		t.Errorf("%.3f answers are expected, %v were given: the constant is free, so they agree", expected, answered)
	}
	again, err := Fit(s, s.open(), nil)
	if err != nil || !slices.Equal(again, m) {
		t.Errorf("the same rows give %v and %v, %v", m, again, err)
	}
}

// TestASliceIsUnknownToItsEstimates turns every label of a slice round: that
// changes the estimates of all the others and none of its own.
func TestASliceIsUnknownToItsEstimates(t *testing.T) {
	s := planted(t, 3, 600, .5, .1)
	before, err := Cross(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Rows {
		if s.Slice(i) == "den/1" && !s.Rows[i].Addressed {
			s.Rows[i].Positive = !s.Rows[i].Positive
		}
	}
	after, err := Cross(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Rows {
		off := math.Abs(after.P[i] - before.P[i])
		if own := s.Slice(i) == "den/1"; own && off > 1e-6 || !own && off == 0 {
			t.Fatalf("row %d of %s: estimate %v, was %v", i, s.Slice(i), after.P[i], before.P[i])
		}
	}
}

func TestTooLittleIsSaid(t *testing.T) {
	for _, tt := range []struct {
		what string
		set  *Set
		want []string
	}{
		{"enough", planted(t, 3, 600, .5, .1), nil},
		{"two slices", planted(t, 2, 600, .5, .1), []string{"2 slices of chat with somebody who answers, want 3"}},
		{"few answers", planted(t, 3, 100, .1, 0), []string{"want 50"}},
		{"nothing at all", &Set{}, []string{"0 slices", "0 answered lines"}},
	} {
		_, err := Cross(context.Background(), tt.set, nil)
		if len(tt.want) == 0 && err != nil {
			t.Errorf("%s: got %v, want no error", tt.what, err)
		}
		for _, want := range tt.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want an error with %q", tt.what, err, want)
			}
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Cross(ctx, planted(t, 3, 600, .5, .1), nil); err != context.Canceled {
		t.Errorf("stopped: got %v, want %v", err, context.Canceled)
	}
}

// TestFileEstimatesTheSame: what is written and loaded again estimates as the
// model does.
func TestFileEstimatesTheSame(t *testing.T) {
	s := planted(t, 3, 600, .5, .1)
	m, err := Fit(s, s.open(), nil)
	if err != nil {
		t.Fatal(err)
	}
	f := m.File(Calibration{Bend: 1, Cap: 1})
	f.Provenance = "a test"
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := odds.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Rows {
		if got, want := w.Under(s.Values(i)), m.Estimate(s, i); math.Abs(got-want) > 1e-3 {
			t.Fatalf("row %d: the file estimates %v, the model %v", i, got, want)
		}
	}
}

func TestRowsThatSayNothing(t *testing.T) {
	if x, ok := solve([]float64{1, 0, 1, 1}, []float64{1, 1}); ok {
		t.Errorf("a matrix with two equal rows gives %v", x)
	}
	x, ok := solve([]float64{4, 0, 2, 5}, []float64{8, 14})
	if !ok || math.Abs(x[0]-.75) > 1e-12 || math.Abs(x[1]-2.5) > 1e-12 {
		t.Errorf("got %v, %v, want 0.75 and 2.5", x, ok)
	}
}

// TestCalibrate: of estimates that are too sure the log-odds above .6 count in part;
// those that are right stay.
func TestCalibrate(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 3))
	for _, tt := range []struct {
		what      string
		over      float64 // what of the log-odds above .6 there really is
		low, high float64 // of the bend
	}{
		{"right ones", 1, .85, 1},
		{"half as sure as they are", .5, .35, .65},
		{"all of .6", 0, 0, .15},
	} {
		s, p := &Set{}, []float64{}
		s.Begin(Part{Slice: "den/1", Familiar: "mira", Moments: 1})
		f := odds.Nothing()
		for range 4000 {
			x := 3 * dice.Float64()
			really := x
			if knee := math.Log(odds.Knee / (1 - odds.Knee)); x > knee {
				really = knee + tt.over*(x-knee)
			}
			if err := s.Add(Row{Positive: dice.Float64() < 1/(1+math.Exp(-really))}, &f); err != nil {
				t.Fatal(err)
			}
			p = append(p, 1/(1+math.Exp(-x)))
		}
		c := Calibrate(s, p)
		if c.Bend < tt.low || c.Bend > tt.high {
			t.Errorf("%s: got a bend of %.2f, want %v to %v", tt.what, c.Bend, tt.low, tt.high)
		}
		if got := c.of(.59); got != .59 {
			t.Errorf("%s: .59 becomes %v", tt.what, got)
		}
		if got := c.of(.97); got > c.Cap {
			t.Errorf("%s: %v is above the cap, %v", tt.what, got, c.Cap)
		}
	}
	nothing := planted(t, 3, 60, .3, .1)
	if c := Calibrate(nothing, make([]float64, len(nothing.Rows))); c.Bend != 1 {
		t.Errorf("without an estimate above .6 there is a bend of %v", c.Bend)
	}
}

// Estimate returns the estimate for row i of s.
func (m Model) Estimate(s *Set, i int) float64 {
	var x sparse
	x.fillRow(s, i)
	return x.under(m)
}
