package eval

import (
	"math"
	"strings"
	"testing"

	"familiar/lab/fit"
)

// TestColdStart: what it measures can be counted by hand.
func TestColdStart(t *testing.T) {
	rows := &fit.Set{Parts: []fit.Part{{Slice: "den"}, {Slice: "den"}}}
	var estimates []float64
	var late []int
	add := func(part int32, n, answered int, p float64) {
		for i := range n {
			late = append(late, len(rows.Rows))
			rows.Rows = append(rows.Rows, fit.Row{Part: part, Positive: i < answered})
			estimates = append(estimates, p)
		}
	}
	add(0, 100, 50, .5)
	add(1, 100, 0, .25)
	c := coldStart(rows, estimates, late)
	for what, got := range map[string][2]Measure{
		"loss": {c.Loss, Measure(.5*math.Ln2 - .5*math.Log(.75))},
		"the channel's, of which a quarter was answered": {c.ChannelLoss, Measure(-.25*math.Log(.25) - .75*math.Log(.75))},
		"the familiars', half for one":                   {c.FamiliarLoss, .5 * math.Ln2},
	} {
		if math.Abs(float64(got[0]-got[1])) > 1e-9 {
			t.Errorf("%s: got %v, want %v", what, got[0], got[1])
		}
	}
	var text strings.Builder
	c.write(&text)
	for _, want := range []string{
		"200 lines for nobody in particular",
		".2 to 0.3        100     0.000  0.250  up to 0.085",
		".5 to 0.6        100     0.500  0.000  up to 0.098",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if coldStart(rows, estimates, nil) != nil {
		t.Error("of no lines something is measured")
	}

	text.Reset()
	coldStart(rows, estimates, late[150:]).write(&text) // nobody answered
	if strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "Inf") {
		t.Errorf("of lines that all went one way:\n%s", &text)
	}
}
