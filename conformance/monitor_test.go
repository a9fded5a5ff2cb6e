package conformance

import (
	"os"
	"testing"
)

// TestMonitorSequential: where nothing comes in while a verdict or a reply is
// awaited, the source's trace is ours, but for one thing. It loses the lines a
// failed reply was to answer; ours is composed again where somebody had asked
// for it, which the source shows nothing of.
//
// The file's pure functions are tested where ours are: intervals in
// policy/chattiness, direct address and typing delays in TestRecorded, verdicts
// in actors/monitor. Delivery in chunks and typing delays are a network's
// manners, not decisions.
func TestMonitorSequential(t *testing.T) {
	events, again, failed, plays := 0, 0, 0, 0
	for _, s := range monitorFile(t) {
		if s.Class != "sequential" {
			continue
		}
		p := s.compare(t)
		events, again, failed, plays = events+len(s.trace()), again+p.again, failed+p.failed, plays+1
	}
	t.Logf("sequential: %d cases, %d events compared; %d turns failed, %d were composed again", plays, events, failed, again)
	if events == 0 || failed == 0 && os.Getenv("FAMILIAR_VECTORS") == "" {
		t.Errorf("%d events compared, %d turns failed: want some of each", events, failed)
	}
}

// compare plays the scenario and compares the traces.
func (s *monitorScenario) compare(t testing.TB) *play {
	p := newPlay(s)
	p.run()
	want := s.trace()
	if i := parts(p.trace, want); i >= 0 {
		t.Errorf("%s: event %d\n got %s\nwant %s", s.Name, i, at(p.trace, i), at(want, i))
	}
	if p.broken != nil {
		t.Errorf("%s: %q", s.Name, p.broken)
	}
	return p
}

// parts returns the first event that differs; -1: none does.
func parts(got, want []string) int {
	for i := range max(len(got), len(want)) {
		if at(got, i) != at(want, i) {
			return i
		}
	}
	return -1
}

func at(trace []string, i int) string {
	if i < len(trace) {
		return trace[i]
	}
	return "nothing"
}
