package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"familiar/lab/fit"
	"familiar/lab/scenario"
)

// A ScenarioTable is what gates do in a set of scenarios.
type ScenarioTable struct {
	Scenarios  int           `json:"scenarios"`
	LeftOut    int           `json:"left_out,omitempty"` // rows that couldn't be read
	Speak      int           `json:"speak"`              // places to speak at
	Silent     int           `json:"silent"`             // places to stay silent at
	Rows       []ScenarioRow `json:"rows"`
	Categories []Category    `json:"categories,omitempty"` // the commonest first; nil: no scenario has one
}

// A Category is the scenarios that are of one kind.
type Category struct {
	Name   string    `json:"name"` // "": they have none
	Places int       `json:"places"`
	Right  []Measure `json:"right"` // of each row, the share of places at which it did what it should
}

// A ScenarioRow is what one gate does.
type ScenarioRow struct {
	Name          string  `json:"name"`
	P             Measure `json:"P"`
	R             Measure `json:"R"`
	F1            Measure `json:"F1"`
	F1Low         Measure `json:"F1_low"` // 95 of 100 drawings of scenarios lie between these two
	F1High        Measure `json:"F1_high"`
	MacroF1       Measure `json:"macroF1"` // mean of the F1 of speaking and of staying silent
	Missed        Measure `json:"missed"`  // of places to speak at, the share where it didn't
	False         Measure `json:"false"`   // of places to stay silent at, the share where it spoke
	Right         Measure `json:"right"`
	EvalsPerPlace Measure `json:"evals_per_place"`
}

// mostCategories is how many categories a table has; the others are one more.
const mostCategories = 20

// others is what those are called that are too many.
const others = "(others)"

// count counts places and categories.
func (t *ScenarioTable) count(set *scenario.Set) {
	places := make(map[string]int)
	for i := range set.Scenarios {
		for k := range set.Scenarios[i].Turns {
			then := set.Scenarios[i].Turns[k].Then
			t.Speak += one(then == scenario.Speak)
			t.Silent += one(then == scenario.Silent)
			places[set.Scenarios[i].Category] += one(then != scenario.Unsaid)
		}
	}
	if _, none := places[""]; none && len(places) == 1 {
		return
	}
	for name, n := range places {
		t.Categories = append(t.Categories, Category{Name: name, Places: n})
	}
	slices.SortFunc(t.Categories, func(a, b Category) int {
		if a.Places != b.Places {
			return b.Places - a.Places
		}
		return strings.Compare(a.Name, b.Name)
	})
	if len(t.Categories) > mostCategories {
		rest := Category{Name: others}
		for _, c := range t.Categories[mostCategories:] {
			rest.Places += c.Places
		}
		t.Categories = append(t.Categories[:mostCategories], rest)
	}
}

// category returns the place of a category in the table.
func (t *ScenarioTable) category(name string) int {
	i := slices.IndexFunc(t.Categories, func(c Category) bool { return c.Name == name })
	if i < 0 {
		i = len(t.Categories) - 1 // it is among the others
	}
	return i
}

// row returns what a gate does, by what it did in each scenario.
func (t *ScenarioTable) row(name string, scenarios []scenario.Scenario, outcomes []outcome) ScenarioRow {
	var all outcome
	by := make([]outcome, len(t.Categories))
	for i, o := range outcomes {
		all.add(o)
		if len(by) > 0 {
			by[t.category(scenarios[i].Category)].add(o)
		}
	}
	for k := range by {
		t.Categories[k].Right = append(t.Categories[k].Right, Measure(by[k].right()))
	}
	low, high := math.NaN(), math.NaN()
	if len(outcomes) > 1 {
		low, high = fit.Interval(len(outcomes), func(drawn []int) float64 {
			var sum outcome
			for _, k := range drawn {
				sum.add(outcomes[k])
			}
			return sum.f1()
		})
	}
	return ScenarioRow{
		Name: name,
		P:    Measure(ratio(all.spoken, all.spoken+all.intruded)), R: Measure(ratio(all.spoken, all.speak)),
		F1: Measure(all.f1()), F1Low: Measure(low), F1High: Measure(high),
		MacroF1: Measure((all.f1() + all.f1Silent()) / 2),
		Missed:  Measure(ratio(all.speak-all.spoken, all.speak)), False: Measure(ratio(all.intruded, all.silent)),
		Right: Measure(all.right()), EvalsPerPlace: Measure(ratio(all.asked, all.places())),
	}
}

// ratio is a share; NaN of nothing.
func ratio(of, all int) float64 {
	if all == 0 {
		return math.NaN()
	}
	return float64(of) / float64(all)
}

// String returns the table for a terminal. What there is nothing of is "-".
func (t *ScenarioTable) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s to speak at, %d to stay silent at\n", number(t.Scenarios, "scenario", "scenarios"), number(t.Speak, "place", "places"), t.Silent)
	if t.LeftOut > 0 {
		fmt.Fprintf(&b, "%s left out: no speaker before a text, or nobody to answer\n", number(t.LeftOut, "row", "rows"))
	}
	fmt.Fprintf(&b, "%-31s  %5s  %5s  %5s  %-11s  %5s  %6s  %5s  %5s  %5s\n", "gate", "P", "R", "F1", "F1 95 %", "macro", "missed", "false", "right", "evals")
	for i, r := range t.Rows {
		fmt.Fprintf(&b, "%2d %-28s  %5s  %5s  %5s  %-11s  %5s  %6s  %5s  %5s  %5s\n", i+1, r.Name, r.P.text(3), r.R.text(3), r.F1.text(3),
			between(r.F1Low, r.F1High), r.MacroF1.text(3), r.Missed.text(3), r.False.text(3), r.Right.text(3), r.EvalsPerPlace.text(2))
	}
	t.writeCategories(&b)
	b.WriteString("\n" + scenarioLegend)
	return b.String()
}

// writeCategories writes, by category, how often each gate is right.
func (t *ScenarioTable) writeCategories(b *strings.Builder) {
	if len(t.Categories) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-31s  %6s", "right, by category", "places")
	for i := range t.Rows {
		fmt.Fprintf(b, "  %5d", i+1)
	}
	b.WriteByte('\n')
	for _, c := range t.Categories {
		name := "(none)"
		if c.Name != "" {
			name = fmt.Sprintf("%.29q", c.Name) // it is from outside
		}
		fmt.Fprintf(b, "%-31s  %6d", name, c.Places)
		for _, right := range c.Right {
			fmt.Fprintf(b, "  %5s", right.text(3))
		}
		b.WriteByte('\n')
	}
}

// scenarioLegend says what the columns are.
const scenarioLegend = `P      of the places it spoke at, the share it should have spoken at
R      of the places it should speak at, the share it spoke at; F1: harmonic mean of P and R
95 %   between these two lie 95 of 100 drawings of scenarios, with repetition; "-": there is one scenario only
macro  mean of the F1 of speaking and that of staying silent
missed 1 - R; false: of the places it should stay silent at, the share it spoke at
right  share of places at which it did what it should
evals  questions to the judge about a place, for each place
never  is always silent; a gate speaks at a place if the turn there is the newest one its call covers
`
