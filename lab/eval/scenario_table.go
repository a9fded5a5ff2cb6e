package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"

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
	for _, name := range slices.SortedFunc(maps.Keys(places), func(a, b string) int {
		return cmp.Or(cmp.Compare(places[b], places[a]), strings.Compare(a, b))
	}) {
		t.Categories = append(t.Categories, Category{Name: name, Places: places[name]})
	}
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
	low, high := interval(len(outcomes), func(drawn []int) float64 {
		var sum outcome
		for _, k := range drawn {
			sum.add(outcomes[k])
		}
		return sum.f1()
	})
	return ScenarioRow{
		Name: name,
		P:    Measure(ratio(all.spoken, all.spoken+all.intruded)), R: Measure(ratio(all.spoken, all.speak)),
		F1: Measure(all.f1()), F1Low: Measure(low), F1High: Measure(high),
		MacroF1: Measure((all.f1() + all.f1Silent()) / 2),
		Missed:  Measure(ratio(all.speak-all.spoken, all.speak)), False: Measure(ratio(all.intruded, all.silent)),
		Right: Measure(all.right()), EvalsPerPlace: Measure(ratio(all.asked, all.places())),
	}
}
