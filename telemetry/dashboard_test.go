package telemetry_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"

	"familiar/messages"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// examples is what an operator starts from.
const examples = "../examples/observability/"

// exported returns every series that the page of metrics shows, with its labels,
// once everything has happened that is counted.
func exported(t *testing.T) map[string][]string {
	t.Helper()
	to := open(t, telemetry.Config{Scrape: true}, &telemetrytest.Receiver{}, nil)
	to.Heard("irc")
	to.Unmatched("irc")
	to.Decided([]*messages.Note{{Act: messages.Engage, Rung: "mention", Familiar: "aria"}})
	to.Turned(true, "aria", messages.Address, "spoke", time.Now())
	to.Turned(false, "aria", messages.Lull, "", time.Now())
	to.Posted("irc/us", "delivered")
	to.Called(telemetry.Call{Model: "m", Provider: "offline", Input: 7, Output: 7, Cost: 0.5, Familiar: "aria", Error: "timeout"})
	to.Gauge(telemetry.MetricActors, "Actors.", func() int64 { return 3 })
	to.Gauge(telemetry.MetricUnderWay, "Under way.", func() int64 { return 3 })
	to.Gauge(telemetry.MetricStale, "Late.", func() int64 { return 0 })
	to.Reached(messages.InstantOf(time.Now()))
	to.Appended(time.Now())
	to.Shed("irc")
	to.Buried("failed")
	to.Joined(1)
	to.Asked("history", "answered", time.Now())
	moved := to.TakeOver("partition", telemetry.Partition.String("7"), "died", "A")
	moved.Stage(telemetry.StageRead)(nil)
	moved.Live()
	moved.GiveUp("moved")
	moved.Over(nil)
	for name, of := range map[string]telemetry.Attr{
		telemetry.MetricOutbox: telemetry.Account.String("irc/us"), telemetry.MetricListening: telemetry.Account.String("irc/us"),
		telemetry.MetricLag: telemetry.Partition.String("7"), telemetry.MetricModelCalls: telemetry.Model.String("writer"),
		telemetry.MetricModelQueue: telemetry.Model.String("writer"), telemetry.MetricModelAway: telemetry.Model.String("writer"),
		telemetry.MetricHeld: telemetry.Share.String("account"), telemetry.MetricWanted: telemetry.Share.String("account"),
		telemetry.MetricUnheld: telemetry.Share.String("account"), telemetry.MetricBehind: telemetry.Partition.String("7"),
	} {
		to.Gauges(name, "A gauge.", "{thing}", func(show func(float64, ...telemetry.Attr)) { show(3, of) })
	}
	to.Gauges(telemetry.MetricMembers, "A gauge.", "", func(show func(float64, ...telemetry.Attr)) {
		show(3, telemetry.State.String("works"), telemetry.Version.String("v1"))
	})
	to.Gauge(telemetry.MetricLateRenew, "Late.", func() int64 { return 0 })
	to.Gauges(telemetry.MetricTaking, "A gauge of seconds.", "s", func(show func(float64, ...telemetry.Attr)) { show(3, telemetry.Share.String("account")) })
	to.Gauges(telemetry.MetricOutboxAge, "A gauge of seconds.", "s", func(show func(float64, ...telemetry.Attr)) { show(3, telemetry.Account.String("irc/us")) })
	answer := httptest.NewRecorder()
	to.Metrics().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	series := map[string][]string{"up": {"job"}} // Prometheus's own
	label := regexp.MustCompile(`(\w+)="`)
	for line := range strings.Lines(answer.Body.String()) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name := line[:strings.IndexAny(line, "{ ")]
		for _, m := range label.FindAllStringSubmatch(line, -1) {
			series[name] = append(series[name], m[1])
		}
		series[name] = append(series[name], "job", "instance") // of who is asked
	}
	return series
}

// A query is an expression of the dashboard or of an alert, and the words that
// are shown with it.
type query struct{ where, expr, shown string }

// queries returns all of them.
func queries(t *testing.T) []query {
	t.Helper()
	var all []query
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr, LegendFormat string }
		}
		Templating struct {
			List []struct{ Name, Type, Query string }
		}
	}
	if err := json.Unmarshal(read(t, "grafana/dashboard.json"), &board); err != nil {
		t.Fatal(err)
	}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			all = append(all, query{p.Title, target.Expr, target.LegendFormat})
		}
	}
	for _, v := range board.Templating.List {
		if v.Type == "query" {
			all = append(all, query{where: v.Name, expr: v.Query})
		}
	}
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(read(t, "rules.yml"), &rules); err != nil {
		t.Fatal(err)
	}
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			all = append(all, query{r.Alert, r.Expr, r.Annotations["summary"]})
		}
	}
	return all
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(examples + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The parts of an expression that name something: a series with its selector,
// what is summed by, and a label that is shown or listed.
var (
	selected = regexp.MustCompile(`\b((?:familiar|gen_ai)_\w+|up)\b(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`(\w+)\s*[=!]`)
	by       = regexp.MustCompile(`by \(([^)]*)\)`)
	word     = regexp.MustCompile(`\w+`)
	shown    = regexp.MustCompile(`\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}`)
	listed   = regexp.MustCompile(`label_values\((\w+), (\w+)\)`)
)

// TestDashboard: every series and label that a panel or an alert names is
// exported, and every metric of the program's own is shown, what Go's
// runtime and the process have excepted.
func TestDashboard(t *testing.T) {
	series, used := exported(t), map[string]bool{}
	for _, q := range queries(t) {
		// What stands in by (...) or is shown must be a label of each series.
		var everywhere []string
		for _, m := range by.FindAllStringSubmatch(q.expr, -1) {
			everywhere = append(everywhere, word.FindAllString(m[1], -1)...)
		}
		for _, m := range append(shown.FindAllStringSubmatch(q.shown, -1), listed.FindAllStringSubmatch(q.expr, -1)...) {
			everywhere = append(everywhere, m[len(m)-1])
		}
		bare := listed.ReplaceAllString(by.ReplaceAllString(q.expr, ""), "$1")
		found := selected.FindAllStringSubmatch(bare, -1)
		if len(found) == 0 {
			t.Errorf("%s: %s names no series", q.where, q.expr)
		}
		for _, m := range found {
			labels, ok := series[m[1]]
			if !ok {
				t.Errorf("%s: %s is not exported; these are: %q", q.where, m[1], slices.Sorted(maps.Keys(series)))
				continue
			}
			used[m[1]] = true
			wanted := slices.Clone(everywhere)
			for _, l := range matcher.FindAllStringSubmatch(m[2], -1) {
				wanted = append(wanted, l[1])
			}
			for _, l := range wanted {
				if !slices.Contains(labels, l) {
					t.Errorf("%s: %s has no label %s, only %q", q.where, m[1], l, slices.Compact(slices.Sorted(slices.Values(labels))))
				}
			}
		}
	}
	family := regexp.MustCompile(`_(bucket|sum|count)$`)
	isShown := func(name string) bool {
		stem := family.ReplaceAllString(name, "")
		return used[name] || used[stem+"_bucket"] || used[stem+"_sum"] || used[stem+"_count"]
	}
	for name := range series {
		if name != "target_info" && !strings.HasPrefix(name, "go_") && !strings.HasPrefix(name, "process_") && !isShown(name) {
			t.Errorf("nothing shows %s", name)
		}
	}
}

// TestAlerts: docs/cluster.md says of every alert about several processes what to do.
func TestAlerts(t *testing.T) {
	var rules struct {
		Groups []struct {
			Name  string
			Rules []struct{ Alert string }
		}
	}
	if err := yaml.Unmarshal(read(t, "rules.yml"), &rules); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			if g.Name == "processes" {
				want = append(want, r.Alert)
			}
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z]\\w+)` \\|").FindAllStringSubmatch(string(page), -1) {
		got = append(got, row[1])
	}
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("the page has %q, rules.yml %q", got, want)
	}
}

// TestRules lets Prometheus's own tool try the alerts on series that it makes up.
func TestRules(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("there is no promtool")
	}
	if said, err := exec.CommandContext(t.Context(), promtool, "test", "rules", examples+"rules_test.yml").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
