package experiment

import (
	"strings"
	"testing"
	"time"

	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/experiment"
)

// A teller writes the notes of a familiar in a channel.
type teller struct {
	t       *testing.T
	ledger  *memory.Journal
	plan    experiment.Plan
	channel messages.ChannelID
	n       uint64
}

func (w *teller) note(at messages.Instant, n messages.Note) {
	w.t.Helper()
	n.Channel, n.Familiar, n.At = w.channel, w.plan.Familiar, at
	if n.Arm == "" {
		n.Arm = w.plan.Arm(w.channel, experiment.DayOf(at))
	}
	if err := w.ledger.Note(w.t.Context(), &n); err != nil {
		w.t.Fatal(err)
	}
}

// says has the familiar speak unasked, and people take that so a minute later.
func (w *teller) says(at messages.Instant, how messages.Rung) {
	w.n++
	w.note(at, messages.Note{Act: messages.Settled, Rung: messages.BySpoke, Trigger: messages.Lull, N: w.n})
	if how != "" {
		w.note(at.Add(time.Minute), messages.Note{Act: messages.Followed, Rung: how, Trigger: messages.Lull, N: w.n})
	}
}

func everywhere(messages.ChannelID) bool { return true }

func (w *teller) read(now messages.Instant) *Data {
	w.t.Helper()
	d, err := Read(w.t.Context(), w.ledger, w.plan, everywhere, now, 1000*time.Hour)
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

func TestRead(t *testing.T) {
	const room, thread = messages.ChannelID("web//den"), messages.ChannelID("web//den/t1")
	first := plan(5).Begin.Start()
	noon := first.Add(12 * time.Hour)
	late := first.Add(24*time.Hour - 30*time.Second)
	for _, tt := range []struct {
		story string
		tell  func(w *teller)
		want  Counts
		units int
	}{
		{"a line that is taken up", func(w *teller) { w.says(noon, messages.ByTakenUp) }, Counts{Said: 1, Welcome: 1, Turns: 1}, 1},
		{"one that nobody likes", func(w *teller) { w.says(noon, messages.ByDisliked) }, Counts{Said: 1, Complain: 1, Turns: 1}, 1},
		{"one that is followed still", func(w *teller) { w.says(noon, "") }, Counts{Open: 1, Turns: 1}, 1},
		{"what it said in a thread is its room's", func(w *teller) {
			w.says(noon, messages.ByIgnored)
			w.channel = thread
			w.says(noon, messages.ByTakenUp)
		}, Counts{Said: 2, Welcome: 1, Turns: 2}, 1},
		{"an answer", func(w *teller) {
			w.note(noon, messages.Note{Act: messages.Settled, Rung: messages.BySpoke, Trigger: messages.Address, N: 9})
		}, Counts{Turns: 1}, 1},
		{"a question to its judge, and a silence that was one too many", func(w *teller) {
			w.note(noon, messages.Note{Act: messages.Settled, Rung: messages.ByJudge, Trigger: messages.Lull, N: 9})
			w.note(noon, messages.Note{Act: messages.Followed, Rung: messages.ByMissed})
		}, Counts{Asked: 1, Missed: 1}, 1},
		{"a line it only heard", func(w *teller) { w.note(noon, messages.Note{Act: messages.Observe, Rung: messages.ByRest}) }, Counts{}, 1},
		{"a line before midnight counts for its day", func(w *teller) { w.says(late, messages.ByTakenUp) }, Counts{Said: 1, Welcome: 1, Turns: 1}, 1},
		{"what came before it began", func(w *teller) { w.says(first-1000, messages.ByTakenUp) }, Counts{}, 0},
		{"under a plan that was changed since", func(w *teller) {
			w.note(noon, messages.Note{Act: messages.Settled, Rung: messages.BySpoke, Trigger: messages.Lull, N: 1, Arm: messages.NewArm("calmer", "00000000", messages.SideA)})
		}, Counts{}, 0},
		{"in the arm that another day drew", func(w *teller) {
			other := map[messages.Side]messages.Side{messages.SideA: messages.SideB, messages.SideB: messages.SideA}
			_, digest, side := w.plan.Arm(room, w.plan.Begin).Split()
			w.note(noon, messages.Note{Act: messages.Settled, Rung: messages.BySpoke, Trigger: messages.Lull, N: 1, Arm: messages.NewArm("calmer", digest, other[side])})
		}, Counts{}, 0},
	} {
		for _, by := range []experiment.By{experiment.Channel, experiment.Daily} {
			w := &teller{t: t, ledger: memory.New(memory.Config{}), plan: plan(5), channel: room}
			w.plan.By = by
			tt.tell(w)
			d := w.read(w.plan.End.Start())
			var got Counts
			for _, u := range d.units {
				got.add(u.all)
			}
			if got != tt.want || len(d.units) != tt.units {
				t.Errorf("%s, by %s: %+v in %d units, want %+v in %d", tt.story, by, got, len(d.units), tt.want, tt.units)
			}
		}
	}
}

// TestReadTellsOfOtherPlans, and of decisions that are gone.
func TestReadTellsOfOtherPlans(t *testing.T) {
	w := &teller{t: t, ledger: memory.New(memory.Config{}), plan: plan(5), channel: "web//den"}
	noon := w.plan.Begin.Start().Add(12 * time.Hour)
	w.says(noon, messages.ByTakenUp)
	w.plan.Seed++
	if d := w.read(w.plan.End.Start()); d.Other != 1 {
		t.Errorf("%d lines were said under another plan, want 1", d.Other)
	}
	d, err := Read(t.Context(), w.ledger, w.plan, everywhere, w.plan.End.Start(), 24*time.Hour)
	if err != nil || d.Report(99).Verdict != Lost {
		t.Errorf("the oldest decisions are gone, and the verdict is %s, %v", d.Report(99).Verdict, err)
	}
}

// TestVerdicts tells of rooms that like arm b, or don't.
func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		story string
		say   func(side messages.Side, n int) messages.Rung
		m     experiment.Measure
		until int // the look
		want  Verdict
		next  bool
	}{
		{"it has not begun", nil, experiment.Welcome, 0, NotBegun, true},
		{"all like b", likes(messages.SideB, messages.ByTakenUp, messages.ByIgnored), experiment.Welcome, 5, B, false},
		{"all like b, early", likes(messages.SideB, messages.ByTakenUp, messages.ByIgnored), experiment.Welcome, 3, B, false},
		{"all like a", likes(messages.SideA, messages.ByLiked, messages.ByTalkedOver), experiment.Welcome, 5, A, false},
		{"b is told off", likes(messages.SideB, messages.ByHushed, messages.ByIgnored), experiment.Complaint, 5, A, false},
		{"it is all the same, and early", likes("", "", messages.ByIgnored), experiment.Welcome, 3, GoOn, true},
		{"it is all the same", likes("", "", messages.ByIgnored), experiment.Welcome, 5, Neither, false},
	} {
		w := &teller{t: t, ledger: memory.New(memory.Config{}), plan: plan(5)}
		w.plan.Measure = tt.m
		for room := range 40 {
			w.channel = messages.ChannelID("web//" + strings.Repeat("x", room+1))
			side := w.plan.Side(w.plan.Unit(w.channel, 0))
			for k := 0; k < tt.until; k++ {
				w.says(w.plan.LookAt(k+1).Start().Add(-time.Hour), tt.say(side, room+k))
			}
		}
		now := w.plan.Begin.Start()
		if tt.until > 0 {
			now = w.plan.LookAt(tt.until).Start()
		}
		r := w.read(now).Report(999)
		if r.Verdict != tt.want || (r.Next != "") != tt.next {
			t.Errorf("%s: %s, next look %q; %+v", tt.story, r.Verdict, r.Next, r.Looks)
		}
		if tt.want == B && (*r.Difference.Is <= 0 || *r.Difference.Low > *r.Difference.Is || r.Arms[1].Welcome == 0) {
			t.Errorf("%s: the difference is %v", tt.story, *r.Difference.Is)
		}
	}
}

// likes has every third line on a side taken so, and in the other arm none.
func likes(side messages.Side, how, otherwise messages.Rung) func(messages.Side, int) messages.Rung {
	return func(in messages.Side, n int) messages.Rung {
		if in == side && n%3 != 0 {
			return how
		}
		return otherwise
	}
}

func TestNeeds(t *testing.T) {
	p := plan(5)
	nothing := (&Baseline{}).Needs(&p)
	if !nothing.Assumed || nothing.Expects != 0 || nothing.Units < 800 || nothing.Units > 820 {
		t.Errorf("without a baseline, for .4 against .5: %+v", nothing) // 2 * 388 by the textbook, 3 % more, and two
	}
	alike := &Baseline{Days: 10, Said: 400, Rate: .5}
	for range 20 {
		alike.units = append(alike.units, seen{20, 10})
	}
	differ := &Baseline{Days: 10, Said: 400, Rate: .5}
	for n := range 20 {
		differ.units = append(differ.units, seen{20, []float64{4, 16}[n%2]})
	}
	few, many := alike.Needs(&p), differ.Needs(&p)
	if few.Between != 0 || many.Between < .25 || many.Units < 4*few.Units || few.Expects != 20 || few.PerUnit != 20 {
		t.Errorf("where rooms are alike: %+v; where they differ: %+v", few, many)
	}
	p.Lines = 100
	if short := alike.Needs(&p); short.PerUnit != 5 || short.Units <= few.Units || short.Enough {
		t.Errorf("with an end by 100 lines in 20 rooms: %+v", short)
	}
	p.By = experiment.Daily
	if daily := alike.Needs(&p); daily.Expects != 5 {
		t.Errorf("of days with 20 lines each %d are expected until there are 100, want 5", daily.Expects)
	}
	p.Lines = 0
	if daily := alike.Needs(&p); daily.Expects != 20 {
		t.Errorf("of days %d are expected, want 20", daily.Expects)
	}
}

func TestReadBaseline(t *testing.T) {
	w := &teller{t: t, ledger: memory.New(memory.Config{}), plan: plan(5), channel: "web//den"}
	before := w.plan
	w.plan.Begin, w.plan.End = before.Begin+1000, before.End+1000 // so that nothing is in an arm
	at := before.Begin.Start()
	for n := range 4 {
		w.says(at.Add(time.Duration(n)*24*time.Hour), []messages.Rung{messages.ByTakenUp, messages.ByIgnored}[n%2])
	}
	w.channel = "web//hut"
	w.says(at, messages.ByLiked)
	w.note(at, messages.Note{Act: messages.Followed, Rung: messages.ByMissed})
	b, err := ReadBaseline(t.Context(), w.ledger, w.plan, everywhere, 0, at.Add(10*24*time.Hour))
	if err != nil || b.Said != 5 || b.Rooms != 2 || b.Rate != .6 || int(b.Days+.1) != 10 {
		t.Errorf("got %+v, %v", b, err)
	}
}
