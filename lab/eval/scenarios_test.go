package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"familiar/lab/scenario"
)

// TestScenarios: what the gates that know nothing do in the example can be
// counted by hand.
func TestScenarios(t *testing.T) {
	set, err := scenario.Open("../../examples/scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	table, err := Scenarios(context.Background(), set, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if table.Speak != 8 || table.Silent != 18 || len(table.Rows) != len(knowing)+len(acting) || len(table.Categories) != 5 {
		t.Fatalf("got %+v", table)
	}
	rows := make(map[string]ScenarioRow)
	for _, r := range table.Rows {
		rows[r.Name] = r
	}
	for name, want := range map[string]struct{ r, missed, false, right float64 }{
		"never":        {0, 1, 0, 18. / 26},
		"always":       {1, 0, 1, 8. / 26},
		"mention-only": {.5, .5, 0, 22. / 26},
	} {
		r := rows[name]
		if float64(r.R) != want.r || float64(r.Missed) != want.missed || float64(r.False) != want.false || float64(r.Right) != want.right {
			t.Errorf("%s: got %+v, want %+v", name, r, want)
		}
	}
	social, oracle := rows["social, no judge"], rows["social, oracle for a judge"]
	if oracle.F1 < social.F1 || social.F1 < rows["always"].F1 || social.EvalsPerPlace != 0 || oracle.EvalsPerPlace == 0 {
		t.Errorf("social without a judge %+v, with an oracle %+v", social, oracle)
	}
	text := table.String()
	if strings.Contains(text, "NaN") || !strings.Contains(text, "12 scenarios: 8 places to speak at, 18 to stay silent at\n") || !strings.Contains(text, `"question to all"`) {
		t.Errorf("it prints\n%s", text)
	}
	if written, err := json.Marshal(table); err != nil || !strings.Contains(string(written), `{"name":"never","P":null,"R":0,"F1":0,"F1_low":0,"F1_high":0,`) {
		t.Errorf("as JSON %s, %v", written, err)
	}
}

// TestDocs: docs/when-to-speak.md shows what the example gives.
func TestDocs(t *testing.T) {
	set, err := scenario.Open("../../examples/scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	table, err := Scenarios(context.Background(), set, Options{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/when-to-speak.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(page), "$ familiar eval examples/scenarios.json\n")
	shown, _, _ = strings.Cut(shown, "    …\n")
	text := table.String()
	lines := strings.Split(strings.TrimSpace(shown), "\n")
	if len(lines) < 5 {
		t.Fatalf("the page shows %q", shown)
	}
	for _, line := range lines {
		if !strings.Contains(text, strings.TrimPrefix(line, "    ")+"\n") {
			t.Errorf("the page shows\n%s\nwhich is not in\n%s", line, text)
		}
	}
}

// TestMoreThanAtATime: many scenarios come out as few do, whatever the workers.
func TestMoreThanAtATime(t *testing.T) {
	few, err := scenario.Open("../../examples/scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	few.Scenarios = few.Scenarios[:5]
	many := &scenario.Set{}
	for len(many.Scenarios) < 2*atATime+5 {
		many.Scenarios = append(many.Scenarios, few.Scenarios...)
	}
	once, err := Scenarios(context.Background(), few, Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	often, err := Scenarios(context.Background(), many, Options{Workers: 2, Progress: func(done, total int) {
		if last = done; done > total {
			t.Errorf("%d of %d are done", done, total)
		}
	}})
	if err != nil || last != len(many.Scenarios)*len(often.Rows) {
		t.Fatalf("%d were done, %v", last, err)
	}
	for i, r := range often.Rows {
		if want := once.Rows[i]; !strings.Contains(r.Name, "noisy") && (r.F1 != want.F1 || r.EvalsPerPlace != want.EvalsPerPlace) {
			t.Errorf("%s: got %+v, want %+v", r.Name, r, want)
		}
	}
}

// TestCategories: those that are too many are counted together, and without any
// there is no table of them.
func TestCategories(t *testing.T) {
	set := &scenario.Set{}
	for i := range mostCategories + 5 {
		set.Scenarios = append(set.Scenarios, scenario.Scenario{
			Category: fmt.Sprintf("kind %02d", i), Assistant: "Aria", Turns: []scenario.Turn{{Speaker: "Ana", Text: "hi", Then: scenario.Silent}},
		})
	}
	table, err := Scenarios(context.Background(), set, Options{})
	if err != nil || len(table.Categories) != mostCategories+1 || table.Categories[mostCategories].Places != 5 || table.Categories[mostCategories].Right[0] != 1 {
		t.Errorf("got %+v, %v", table, err)
	}
	if strings.Contains(table.String(), "NaN") {
		t.Errorf("it prints\n%s", table)
	}
	for i := range set.Scenarios {
		set.Scenarios[i].Category = ""
	}
	if table, err = Scenarios(context.Background(), set, Options{}); err != nil || table.Categories != nil {
		t.Errorf("without categories there are %+v, %v", table.Categories, err)
	}
}

func TestScenariosStopped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	set := &scenario.Set{Scenarios: []scenario.Scenario{{Assistant: "Aria", Turns: []scenario.Turn{{Speaker: "Ana", Text: "hi", Then: scenario.Silent}}}}}
	if _, err := Scenarios(ctx, set, Options{}); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
