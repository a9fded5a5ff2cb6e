package eval

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"familiar/lab/chart"
	"familiar/lab/fit"
)

// TestPlot: the plot is well-formed whatever its title, names every gate it has a
// dot for, and has no place that is no number.
func TestPlot(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	table, err := Run(context.Background(), c, golds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := len(table.dots()); got != len(plotted) {
		t.Errorf("%d of the gates that are plotted have a row, want all %d", got, len(plotted))
	}
	labels, one := *table, *table
	labels.Figure = nil // as where there are labels only
	labels.Gold = "labels.jsonl"
	one.Beside = []*Table{&labels}
	var out strings.Builder
	if err := one.Plot(&out, `<den> & "co"`); err != nil {
		t.Fatal(err)
	}
	for decoder := xml.NewDecoder(strings.NewReader(out.String())); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, &out)
		}
	}
	for _, want := range []string{"10  relevance, noisy judge strict", "judge calls a reply", "by labels.jsonl", "nothing to plot"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "Inf") {
		t.Errorf("a place that is no number:\n%s", &out)
	}
}

// TestNumbersStandApart: gates that are worth the same have numbers beside each
// other.
func TestNumbersStandApart(t *testing.T) {
	var all []chart.Point
	for range 4 {
		all = append(all, beside(all, chart.Point{X: 10, Y: 20}))
	}
	for i, at := range all {
		if at.X != 10+15*float64(i) || at.Y != 20 {
			t.Errorf("number %d stands at %v", i, at)
		}
	}
}

func TestThinned(t *testing.T) {
	var costs []fit.Cost
	for i := range 1000 {
		costs = append(costs, fit.Cost{PerReply: float64(i) / 100})
	}
	kept := thinned(costs)
	if len(kept) < 50 || len(kept) > 100 || kept[0] != costs[0] || kept[len(kept)-1] != costs[999] {
		t.Errorf("%d points from %+v to %+v, want some 80 from the first to the last", len(kept), kept[0], kept[len(kept)-1])
	}
}
