package fit

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"familiar/internal/markup/markuptest"
	"familiar/messages"
	"familiar/policy/odds"
)

// lines makes a set of one slice from marks: + is answered, - is not, and
// capitals A (answered) and B (not) address the familiar. Lines follow each
// other by ten seconds; authors are given by a digit before the mark.
func lines(t *testing.T, marks string) *Set {
	t.Helper()
	s := &Set{}
	s.Begin(Part{Slice: "den/1", Familiar: "mira", Moments: 2})
	author := odds.Key(1)
	at := messages.Instant(0)
	for _, m := range marks {
		if m >= '0' && m <= '9' {
			author = odds.Key(m)
			continue
		}
		at += 10_000
		f := odds.Nothing()
		if err := s.Add(Row{Addressed: m == 'A' || m == 'B', Positive: m == '+' || m == 'A', Author: author, At: at}, &f); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestAUC(t *testing.T) {
	for _, tt := range []struct {
		what, marks string
		p           []float64
		want        float64
	}{
		{"every answered line is likelier", "++--", []float64{.9, .8, .2, .1}, 1},
		{"none is", "--++", []float64{.9, .8, .2, .1}, 0},
		{"all are alike", "+-+-", []float64{.5, .5, .5, .5}, .5},
		{"three of four pairs are right", "+-+-", []float64{.9, .5, .4, .1}, .75},
		{"addressed lines don't count", "AB+-", []float64{0, 1, .9, .1}, 1},
		{"nothing was answered", "--", []float64{.9, .1}, 0},
	} {
		if got := AUC(lines(t, tt.marks), tt.p); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: got %v, want %v", tt.what, got, tt.want)
		}
	}
}

func TestCurve(t *testing.T) {
	curve := Curve(lines(t, "A+-+"), []float64{0, .9, .5, .5})
	want := []Point{{2, 1, 1. / 3, .5}, {.9, 1, 2. / 3, .8}, {.5, .75, 1, 6. / 7}}
	if len(curve) != len(want) {
		t.Fatalf("got %v, want %v: lines with one estimate are answered together", curve, want)
	}
	for i := range want {
		if math.Abs(curve[i].P-want[i].P)+math.Abs(curve[i].R-want[i].R)+math.Abs(curve[i].F1-want[i].F1) > 1e-9 || curve[i].Bar != want[i].Bar {
			t.Errorf("point %d is %v, want %v", i, curve[i], want[i])
		}
	}
	if got := Best(curve, .5); got != curve[2] {
		t.Errorf("the best is %v, want %v", got, curve[2])
	}
	if got := Best(curve, 1.1); got != (Point{}) {
		t.Errorf("no point has that recall, and yet %v", got)
	}
}

func TestRate(t *testing.T) {
	sure := []float64{.9, .9, .9, .9, .9}
	for _, tt := range []struct {
		what, marks string
		p           []float64
		gate        Gate
		want        Outcome
	}{
		{"a line is a wake-up", "1A++-", sure, Gate{Bar: .5}, Outcome{Fires: 4, Useful: 3, Covered: 3, Positives: 3, Moments: 2}},
		{"what the author adds goes along", "1A++-", sure, Gate{Bar: .5, Absorb: 20 * time.Second}, Outcome{Fires: 2, Useful: 1, Covered: 3, Positives: 3, Moments: 2}},
		{"what others say doesn't", "1A2+3-", sure, Gate{Bar: .5, Absorb: 20 * time.Second}, Outcome{Fires: 3, Useful: 2, Covered: 2, Positives: 2, Moments: 2}},
		{"a useless call becomes useful by what it absorbs", "1-+", sure, Gate{Bar: .5, Absorb: 20 * time.Second}, Outcome{Fires: 1, Useful: 1, Covered: 1, Positives: 1, Moments: 2}},
		{"an address needs no estimate", "AB", []float64{0, 0}, Gate{Bar: 2}, Outcome{Fires: 2, Useful: 1, Covered: 1, Positives: 1, Moments: 2}},
		{"in the band a judge is asked, which errs", "+--", []float64{.4, .4, .1}, Gate{Bar: .5, Ask: .2, Judge: Judge{.75, .25}}, Outcome{Fires: 1, Useful: .75, Covered: .75, Asked: 2, Positives: 1, Moments: 2}},
		{"without one the band is silence", "+-", []float64{.4, .4}, Gate{Bar: .5, Ask: .2}, Outcome{Positives: 1, Moments: 2}},
	} {
		s := lines(t, tt.marks)
		if got := Sum(Rate(s, tt.p, tt.gate)); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.what, got, tt.want)
		}
	}
}

func TestCalibrationError(t *testing.T) {
	s := lines(t, "+-+-A")
	if got := CalibrationError(Reliability(s, []float64{.5, .5, .5, .5, 0})); got != 0 {
		t.Errorf("half of the lines with .5 were answered: the error is %v, want 0", got)
	}
	if got := CalibrationError(Reliability(s, []float64{1, .1, 1, .1, 0})); math.Abs(got-.05) > 1e-12 {
		t.Errorf("got %v, want 0.05: 1.0 is the highest tenth and right, .1 is off by .1 for half the lines", got)
	}
}

func TestBandAsksNoMoreThanItMay(t *testing.T) {
	s := planted(t, 3, 900, .5, .1)
	c, err := Fit(s, s.open(), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := make([]float64, len(s.Rows))
	for i := range p {
		p[i] = c.Estimate(s, i)
	}
	for _, calls := range []float64{0, .5, 1} {
		_, did := Band(s, p, Judge{.9, .05}, calls)
		if o := Sum(did); o.AskedPerReply() > calls {
			t.Errorf("%v calls a reply, want at most %v", o.AskedPerReply(), calls)
		}
	}
	low, high := interval(s, Rate(s, p, Gate{Bar: .3}), Outcome.F1)
	if f := Sum(Rate(s, p, Gate{Bar: .3})).F1(); !(low <= f && f <= high && low < high) {
		t.Errorf("F1 %v is not between %v and %v", f, low, high)
	}
}

// TestPlotIsWellFormed: whatever the recording is called.
func TestPlotIsWellFormed(t *testing.T) {
	s := planted(t, 3, 600, .5, .1)
	p := make([]float64, len(s.Rows))
	for i := range p {
		p[i] = .2
	}
	f := Figure(s, p)
	var b strings.Builder
	if err := f.Plot(&b, `</text><script>alert("x")</script>&`); err != nil {
		t.Fatal(err)
	}
	dec := xml.NewDecoder(strings.NewReader(b.String()))
	text := ""
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "script" {
				t.Fatal("the title has become an element")
			}
		case xml.CharData:
			text += string(token)
		}
	}
	if !strings.Contains(text, `<script>alert("x")</script>&`) {
		t.Errorf("the plot doesn't say its title: %s", text)
	}
	if got := f.String(); !strings.Contains(got, "best F1") || !strings.Contains(got, `"den"`) {
		t.Errorf("the figures in words: %s", got)
	}
}

// TestAttacks: what a recording is called stays text.
func TestAttacks(t *testing.T) {
	s := planted(t, 1, 60, .5, .1)
	f := Figure(s, make([]float64, len(s.Rows)))
	markuptest.Refused(t, func(text string) string {
		var b strings.Builder
		if err := f.Plot(&b, text); err != nil {
			t.Fatal(err)
		}
		return b.String()
	})
}
