package conformance

import (
	"os"
	"slices"
	"testing"

	"familiar/messages"
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
	for i := range max(len(p.trace), len(want)) {
		if got, want := at(p.trace, i), at(want, i); got != want {
			t.Errorf("%s: event %d\n got %s\nwant %s", s.Name, i, got, want)
			break
		}
	}
	if p.broken != nil {
		t.Errorf("%s: %q", s.Name, p.broken)
	}
	return p
}

func at(trace []string, i int) string {
	if i < len(trace) {
		return trace[i]
	}
	return "nothing"
}

// quirks are the source's races, by the names they are recorded under, and
// why there is no such thing here.
var quirks = map[string]string{
	"respond_includes_unseen":      "it answers with lines its judge never saw; a yes takes in what came meanwhile here too, but the order says which lines it answers",
	"lull_fired_empty":             "its timer outlives the lines it was for; a deadline here is a field of the state, and with nothing waiting there is none",
	"direct_no_dropped_stragglers": "a no to a direct address deletes what came while the judge thought; a no settles only what was asked about",
	"stale_threshold_eval":         "it reads the threshold before it takes its lock; a step sees one state",
	"orphan_timer":                 "a timer it has no hold of any more fires; a number that is no longer set changes nothing",
	"lull_eval_not_quiet":          "it asks after a lull that talk has ended; the deadline moves with each line",
	"clear_while_busy":             "a clear waits for its lock and comes after what it should have stopped; here it cancels the question",
	"eval_on_cleared_channel":      "what was waiting for the lock asks about lines that are gone; a cleared channel has nothing to ask about",
	"timer_on_cleared_channel":     "the timers of what was cleared go on; they are gone with the state's deadlines",
	"respond_after_clear":          "a verdict on what was cleared is still obeyed; a canceled question's answer changes nothing",
}

// TestMonitorOverlap: where lines come in while a verdict or a reply is
// awaited the source races with itself, and its trace is nobody's model. There
// we hold to our own rules: one order is open at a time, and every line is put
// before the judge or the agent unless it was cleared away.
func TestMonitorOverlap(t *testing.T) {
	met, plays := map[string]bool{}, 0
	for _, s := range monitorFile(t) {
		for _, quirk := range s.Quirks {
			met[quirk] = true
		}
		if s.Class == "sequential" {
			continue
		}
		plays++
		p := newPlay(&s)
		p.run()
		if p.broken != nil {
			t.Errorf("%s: %q", s.Name, p.broken)
		}
		for ch, l := range p.channels {
			if l.judging != nil || l.composing != nil || len(l.waiting()) > 0 || len(l.state.Seats[0].Pending) > 0 {
				t.Errorf("%s, channel %d: at the end judging %v, composing %v, waiting %v, to be answered %v; want nothing",
					s.Name, ch, l.judging, l.composing, l.waiting(), l.state.Seats[0].Pending)
			}
		}
		for _, id := range s.unclearedLines() {
			if !slices.ContainsFunc(s.Inputs, func(in monitorInput) bool { return in.ID == id && p.channels[in.Ch].shown[id] }) {
				t.Errorf("%s: %s was put before nobody", s.Name, id)
			}
		}
	}
	if plays == 0 {
		t.Error("no scenario overlaps")
	}
	for quirk := range met {
		if quirks[quirk] == "" {
			t.Errorf("the source shows %q, which nobody has thought about", quirk)
		}
	}
	for quirk := range quirks {
		if !met[quirk] && os.Getenv("FAMILIAR_VECTORS") == "" {
			t.Errorf("nothing recorded shows %q", quirk)
		}
	}
}

// unclearedLines gives the lines after the last clear of their channel.
func (s *monitorScenario) unclearedLines() []messages.LineID {
	cleared := map[int]int64{}
	for _, in := range s.Inputs {
		if in.Kind == "clear" {
			cleared[in.Ch] = in.T
		}
	}
	var ids []messages.LineID
	for _, in := range s.Inputs {
		if at, ok := cleared[in.Ch]; in.Kind == "message" && (!ok || in.T > at) {
			ids = append(ids, in.ID)
		}
	}
	return ids
}
