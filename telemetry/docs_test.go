package telemetry

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPage: the page explains every name that spans and metrics have, and no
// other.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/observability.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("names.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(familiar\\.[a-z_]+)`")
	var want, got []string
	for _, m := range regexp.MustCompile(`"(familiar\.[a-z_]+)"`).FindAllStringSubmatch(string(source), -1) {
		want = append(want, m[1])
	}
	for _, m := range named.FindAllStringSubmatch(string(page), -1) {
		got = append(got, m[1])
	}
	slices.Sort(want)
	slices.Sort(got)
	want, got = slices.Compact(want), slices.Compact(got)
	if !slices.Equal(got, want) {
		t.Errorf("the page has\n%q, names.go\n%q", got, want)
	}
	for _, span := range []string{
		SpanReceive, SpanJournal, SpanDecide, SpanJudge, SpanTurn, SpanAgent, SpanChat, SpanTool, SpanOffer, SpanSafety, SpanOutbox, SpanPost, SpanRehearse, EventWait,
		SpanTakeOver, SpanGiveUp, StageClaim, StageIntroduce, StageOwn, StageRead, StageWake, StageIdentify, StageConnect, StageTurns, StageSave, StageLeave, StageRelease,
	} {
		if !strings.Contains(string(page), "`"+span+"`") {
			t.Errorf("the page lacks the span %s", span)
		}
	}
}
