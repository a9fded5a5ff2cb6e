package sharing

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"familiar/internal/await"
	"familiar/internal/natstest"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// TestCauses: each take-over is a trace that says why and from whom, each giving up one
// that says why, and the page of metrics counts them.
func TestCauses(t *testing.T) {
	t.Parallel()
	into := &telemetrytest.Receiver{}
	to, err := telemetry.Open(t.Context(), telemetry.Options{
		Config: telemetry.Config{Scrape: true, Endpoint: "http://collector:4318"}, Client: into.Client(),
	})
	if err != nil {
		t.Fatal(err)
	}
	d := &deployment{t: t, cluster: natstest.Start(t, 1), works: map[string]string{}, recorded: to}
	a := d.start("a", 1)
	d.await(map[string]int{"a": 12})
	b := d.start("b", 1)
	d.await(map[string]int{"a": 6, "b": 6})
	a.stop()
	d.await(map[string]int{"b": 12})
	c := d.start("c", 1)
	d.await(map[string]int{"b": 6, "c": 6})
	b.cut()
	d.await(map[string]int{"c": 12})
	page := func() string {
		answer := httptest.NewRecorder()
		to.Metrics().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
		return answer.Body.String()
	}
	for _, want := range []string{
		`familiar_take_over_seconds_count{familiar_cause="died",familiar_share="partition"} 6`,
		`familiar_take_over_seconds_count{familiar_cause="drained",familiar_share="account"} 3`,
		`familiar_give_up_seconds_count{familiar_cause="lost",familiar_share="partition"} 6`,
		`familiar_give_up_seconds_count{familiar_cause="stops",familiar_share="partition"} 6`,
		`familiar_joins_total 2`, // b as a sees it, c as b does
	} {
		await.Until(t, "that the page has "+want, func() bool { return strings.Contains(page(), want) })
	}
	c.stop()
	if err := to.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, s := range into.Spans() {
		switch from := telemetrytest.Attribute(s.Attributes, "familiar.from"); s.Name {
		case telemetry.SpanTakeOver:
			if cause := telemetrytest.Attribute(s.Attributes, "familiar.cause"); (cause == causeFirst) != (from == "") {
				t.Errorf("%s: from %q", cause, from)
			}
			fallthrough
		case telemetry.SpanGiveUp:
			got[strings.Join([]string{s.Name, telemetrytest.Attribute(s.Attributes, "familiar.share"), telemetrytest.Attribute(s.Attributes, "familiar.cause")}, " ")]++
		}
	}
	want := map[string]int{
		"take_over partition first": 12, "take_over account first": 3, // a begins
		"take_over partition rebalanced": 6 + 6, "give_up partition moved": 6 + 6, // b and c join
		"take_over partition drained": 6, "take_over account drained": 3, "give_up partition stops": 6 + 12, "give_up account stops": 3 + 3, // a stops, and c at the end
		"take_over partition died": 6, "take_over account died": 3, "give_up partition lost": 6, "give_up account lost": 3, // b is cut off
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v\n%s", got, want, into.Trees("familiar.share", "familiar.cause"))
	}
}
