package conformance

import (
	"slices"
	"testing"

	"familiar/messages"
)

// quirks are the source's races, and why there is no such thing here: by the
// names they are recorded under, then those nobody recorded a name for.
var quirks = map[string]string{
	"respond_includes_unseen":      "the source answers lines its judge never saw; so does ours, but the order names the lines",
	"lull_fired_empty":             "the source's timer outlives its lines; our deadline is part of the state and goes with them",
	"direct_no_dropped_stragglers": "in the source a no to a direct address deletes lines that came meanwhile; ours settles only what was asked about",
	"stale_threshold_eval":         "the source reads the threshold before taking its lock; our step sees one state",
	"orphan_timer":                 "in the source a lost timer fires; here an outdated number changes nothing",
	"lull_eval_not_quiet":          "the source asks about a lull that has ended; our deadline moves with each line",
	"clear_while_busy":             "in the source a clear waits for a lock and comes after what it should have stopped; ours cancels the question",
	"eval_on_cleared_channel":      "the source asks about lines that are gone; a cleared channel of ours has none to ask about",
	"timer_on_cleared_channel":     "in the source timers survive a clear; ours go with the state",
	"respond_after_clear":          "the source obeys a verdict on cleared lines; ours ignores the answer to a cancelled question",

	causeOfSeveral: "of several causes waiting for its lock the source names the first; ours names the weightiest: an address, then the count, then a lull",
	timerAtTheLock: "the source's timer fires during a reply or verdict and asks right after it; our deadline moves with each line",
	countAtTheLock: "the source asks again as soon as the judge has answered; ours counts the next interval from the answer, or a slow judge would be asked without a pause",
}

const (
	causeOfSeveral = "another cause of several"
	timerAtTheLock = "a lull that is over while it is busy"
	countAtTheLock = "a count that is reached while it is busy"
)

// TestMonitorOverlap: where lines come in while a verdict or a reply is
// awaited the source races with itself, and after such a race its trace is
// nobody's model. Up to there the traces are alike, and to the end we hold to
// our own rules: one order is open at a time, and every line is put before the
// judge or the agent unless it was cleared away.
func TestMonitorOverlap(t *testing.T) {
	o := overlaps(t)
	t.Logf("overlapping: %d scenarios, %d alike to the end, %d of %d events are after a race", o.scenarios, o.alike, o.hidden, o.events)
	if o.scenarios == 0 {
		t.Error("no scenario overlaps")
	}
	for name, n := range o.shows {
		if t.Logf("%4d scenarios part by %s, %d events follow", n.scenarios, name, n.hidden); quirks[name] == "" {
			t.Errorf("the source shows %q, which nobody has thought about", name)
		}
	}
	for name := range quirks {
		if o.shows[name] == (parting{}) && !elsewhere() {
			t.Errorf("nothing recorded shows %q", name)
		}
	}
}

// An overlapping is what the scenarios that overlap came to.
type overlapping struct {
	scenarios, alike int
	events, hidden   int                // recorded ones; those from where ours part
	shows            map[string]parting // by the name of the race; with several in a scenario each counts
}

// A parting is how many scenarios a race shows in, and how many events it hides.
type parting struct{ scenarios, hidden int }

func overlaps(t testing.TB) overlapping {
	t.Helper()
	o := overlapping{shows: map[string]parting{}}
	for _, s := range monitorFile(t) {
		if s.Class == "sequential" {
			continue
		}
		p := newPlay(&s)
		p.run()
		p.holds(t)
		want := s.trace()
		o.scenarios, o.events = o.scenarios+1, o.events+len(want)
		k := parts(p.trace, want)
		if k < 0 {
			o.alike++
			continue
		}
		hidden := max(len(want)-k, 0)
		o.hidden += hidden
		races := s.races(k, at(p.trace, k))
		if len(races) == 0 {
			t.Errorf("%s: event %d\n got %s\nwant %s", s.Name, k, at(p.trace, k), at(want, k))
		}
		for _, name := range races {
			n := o.shows[name]
			o.shows[name] = parting{n.scenarios + 1, n.hidden + hidden}
		}
	}
	return o
}

// holds checks what holds whatever came when.
func (p *play) holds(t testing.TB) {
	t.Helper()
	if p.broken != nil {
		t.Errorf("%s: %q", p.scenario.Name, p.broken)
	}
	for ch, l := range p.channels {
		if l.judging != nil || l.composing != nil || len(l.waiting()) > 0 || len(l.state.Seats[0].Pending) > 0 {
			t.Errorf("%s, channel %d: at the end judging %v, composing %v, waiting %v, to be answered %v; want nothing",
				p.scenario.Name, ch, l.judging, l.composing, l.waiting(), l.state.Seats[0].Pending)
		}
	}
	for _, id := range p.scenario.unclearedLines() {
		if !slices.ContainsFunc(p.scenario.Inputs, func(in monitorInput) bool { return in.ID == id && p.channels[in.Ch].shown[id] }) {
			t.Errorf("%s: %s was put before nobody", p.scenario.Name, id)
		}
	}
}

// races names why the source's event number k is another than ours: by the
// names the scenario is recorded with, else by what it looks like.
func (s *monitorScenario) races(k int, got string) []string {
	if len(s.Quirks) > 0 {
		return s.Quirks
	}
	var want *recordedTrace
	for i, n := 0, 0; i < len(s.Expect) && n <= k; i++ {
		if slices.Contains(compared, s.Expect[i].Ev) {
			want, n = &s.Expect[i], n+1
		}
	}
	if want == nil || want.Ev != "eval_start" {
		return nil
	}
	for _, why := range sourceTrigger {
		other := *want
		if other.Trigger = why; why != want.Trigger && other.String() == got {
			return []string{causeOfSeveral}
		}
	}
	freed := slices.ContainsFunc(s.Expect, func(e recordedTrace) bool {
		return e.T == want.T && e.Ch == want.Ch && (e.Ev == "eval_end" || e.Ev == "respond_done" || e.Ev == "respond_error")
	})
	switch {
	case freed && want.Trigger == sourceTrigger[messages.Lull]:
		return []string{timerAtTheLock}
	case freed && want.Trigger == sourceTrigger[messages.Interjection]:
		return []string{countAtTheLock}
	}
	return nil
}

// unclearedLines returns the lines after the last clear of their channel.
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
