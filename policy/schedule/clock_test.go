package schedule

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/policy/deadline"
)

// A world drives a clock as a channel's actor does: deadlines fire some time
// after they are due, the program is away at times, the machine's clock jumps,
// and the state is kept and read again.
type world struct {
	clock   Clock
	numbers deadline.Counter
	seats   []Seat
	now     messages.Instant
	said    []Ready
	left    []Left
}

func (w *world) settle() {
	w.clock.use(w.seats)
	w.clock.settle(w.now, &w.numbers)
	for {
		r, is := w.clock.Take()
		if !is {
			return
		}
		w.said = append(w.said, r)
	}
}

// fire lets come what is due, as one timer after the other.
func (w *world) fire(t interface{ Fatalf(string, ...any) }) {
	for range 2000 {
		d := w.clock.Due()
		if d.N == 0 || d.At > w.now {
			return
		}
		left, is := w.clock.Fired(d.N, w.now, &w.numbers)
		if !is {
			t.Fatalf("deadline %d is nobody's", d.N)
		}
		w.left = append(w.left, left...)
		w.settle()
	}
	t.Fatalf("deadlines without end at %v: %+v", w.now.Time().UTC(), w.clock)
}

// restart keeps the state and reads it again.
func (w *world) restart(t interface{ Fatalf(string, ...any) }) {
	b, err := json.Marshal(w.clock)
	if err != nil {
		t.Fatalf("%v", err)
	}
	w.clock = Clock{}
	if err := json.Unmarshal(b, &w.clock); err != nil {
		t.Fatalf("%v", err)
	}
	w.settle()
}

// TestVirtualYear: over a year, in zones whose clocks are put forward and back,
// each occurrence comes once or is left out once, however often the program is
// away and the machine's clock jumps.
func TestVirtualYear(t *testing.T) {
	zones := []string{"", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Casablanca", "Asia/Kolkata", "Pacific/Chatham"}
	specs := []string{"0 9 * * MON-FRI", "30 2 * * *", "0 0 * * *", "15 1,2,3 * * *", "0 */6 * * *", "45 23 * * SUN", "30 0 1 * *"}
	rapid.Check(t, func(t *rapid.T) {
		r := Rule{
			Name: "a", Prompt: "x", Overdue: time.Hour,
			Cron: rapid.SampledFrom(specs).Draw(t, "cron"), Zone: rapid.SampledFrom(zones).Draw(t, "zone"),
			About: time.Duration(rapid.SampledFrom([]int{0, 0, 20, 29}).Draw(t, "about")) * time.Minute,
		}
		plans, err := New([]Rule{r})
		if err != nil {
			t.Fatal(err)
		}
		p := &plans[0]
		seed := rapid.Uint64().Draw(t, "seed")
		begin := messages.InstantOf(time.Date(2026, 1, 1, 0, 30, 0, 0, time.UTC))
		end := messages.InstantOf(time.Date(2027, 1, 1, 0, 30, 0, 0, time.UTC))
		w := &world{seats: []Seat{{Familiar: "aria", Seed: seed, Plans: plans}}, now: begin}
		w.settle()
		var away [][2]messages.Instant // the program was away, or the clock jumped
		for w.now < end {
			switch rapid.IntRange(0, 20).Draw(t, "what") {
			case 0: // away, or a jump ahead
				from := w.now
				w.now = w.now.Add(time.Duration(rapid.IntRange(1, 100*60).Draw(t, "minutes away")) * time.Minute)
				away = append(away, [2]messages.Instant{from, w.now})
				w.restart(t)
			case 1:
				w.restart(t)
			default: // until the next deadline, or a while
				until := w.now.Add(time.Duration(rapid.IntRange(1, 30*24).Draw(t, "hours")) * time.Hour)
				for d := w.clock.Due(); d.N != 0 && d.At <= until; d = w.clock.Due() {
					w.now = max(w.now, d.At)
					w.fire(t)
				}
				w.now = max(w.now, until)
			}
			w.fire(t)
		}
		last := w.now

		got := map[messages.Instant]string{}
		take := func(at messages.Instant, what string) {
			if got[at] != "" {
				t.Fatalf("%v is %s, and was %s", at.Time().UTC(), what, got[at])
			}
			got[at] = what
		}
		for _, r := range w.said {
			take(r.Due, "said")
		}
		for _, l := range w.left {
			take(l.Due, "left out")
		}
		excused := func(at messages.Instant) bool {
			for _, a := range away {
				if a[0] <= at && at <= a[1] {
					return true
				}
			}
			return false
		}
		count := 0
		seen := map[messages.Instant]bool{}
		for wall := p.after(p.wall(begin.Add(-24 * time.Hour))); p.due(wall, seed) <= last; wall = p.after(wall) {
			due := p.due(wall, seed)
			if due <= begin {
				continue
			}
			count++
			if seen[p.at(wall)] {
				t.Fatalf("two occurrences at %v", p.at(wall).Time().UTC())
			}
			seen[p.at(wall)] = true
			if got[due] != "said" && !excused(due) {
				t.Fatalf("%v (%s %s): got %q though the program was there", due.Time().UTC(), r.Cron, r.Zone, got[due])
			}
			delete(got, due)
		}
		if len(got) > 0 || count < 10 {
			t.Fatalf("of %d occurrences, besides came %v", count, got)
		}
	})
}

// TestSilence: it comes once in a silence, and a silence that nobody could break
// begins anew.
func TestSilence(t *testing.T) {
	plans, err := New([]Rule{{Name: "quiet", Silence: 24 * time.Hour, Overdue: time.Hour, Prompt: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	begin := messages.InstantOf(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
	w := &world{seats: []Seat{{Familiar: "aria", Plans: plans}}, now: begin}
	w.settle()
	at := func(hours float64, hear bool, want string) {
		t.Helper()
		for then := begin.Add(time.Duration(hours * float64(time.Hour))); w.now < then; {
			w.now = then
			if d := w.clock.Due(); d.N != 0 && d.At < then {
				w.now = d.At
			}
			w.fire(t)
		}
		if hear {
			w.clock.hear(w.now)
		}
		w.settle()
		got := fmt.Sprintf("said %d, left out %d", len(w.said), len(w.left))
		if _, next := w.clock.Next("aria"); next != 0 {
			got += fmt.Sprintf(", next after %v", next.Sub(begin))
		}
		if got != want {
			t.Errorf("after %v h: got %q, want %q", hours, got, want)
		}
	}
	at(0, false, "said 0, left out 0, next after 24h0m0s")
	at(20, true, "said 0, left out 0, next after 44h0m0s")
	at(43, false, "said 0, left out 0, next after 44h0m0s")
	at(44, false, "said 1, left out 0")
	at(99, false, "said 1, left out 0") // nobody has answered
	at(100, true, "said 1, left out 0, next after 124h0m0s")
	w.now = begin.Add(130 * time.Hour) // the program was away
	w.fire(t)
	at(130, false, "said 1, left out 1, next after 154h0m0s")
	w.clock.hear(begin.Add(128 * time.Hour)) // fetched later: it changes nothing
	at(154, false, "said 2, left out 1")
}

// TestSettleLetsGo: of a rule that is gone or changed nothing is left, and off
// it keeps nothing.
func TestSettleLetsGo(t *testing.T) {
	w := &world{seats: []Seat{{Familiar: "aria", Plans: []Plan{*planOf(t, Rule{Cron: "0 9 * * *"})}}}, now: 1000}
	w.settle()
	first := w.clock.Due()
	w.seats[0].Plans = []Plan{*planOf(t, Rule{Cron: "0 10 * * *"})}
	w.settle()
	if len(w.clock.Entries) != 1 || w.clock.Due().At == first.At {
		t.Errorf("changed, it has %+v", w.clock)
	}
	if _, is := w.clock.Fired(first.N, first.At, &w.numbers); is {
		t.Error("the old deadline counts")
	}
	w.seats = nil
	if w.settle(); !w.clock.IsZero() {
		t.Errorf("off, it keeps %+v", w.clock)
	}
}

// TestWhoEndsASilence: a person's line does, at the time of the network where it is fetched later.
func TestWhoEndsASilence(t *testing.T) {
	const now = messages.Instant(100)
	for _, tt := range []struct {
		story string
		line  messages.Line
		want  messages.Instant
	}{
		{"a person's line", messages.Line{At: 40}, now},
		{"one that was fetched later", messages.Line{At: 40, Backfilled: true}, 40},
		{"one by a clock that is fast", messages.Line{At: 400, Backfilled: true}, now},
		{"a bot's line", messages.Line{Author: messages.Author{Bot: true}}, 0},
	} {
		c := Clock{Entries: make([]Entry, 1)}
		if c.HearLine(&tt.line, now); c.Heard != tt.want {
			t.Errorf("%s: silent since %d, want %d", tt.story, c.Heard, tt.want)
		}
	}
	(*Clock)(nil).HearLine(&messages.Line{}, now)
}

// TestNoClock: a channel without schedules has none, and one whose last plan is gone neither.
func TestNoClock(t *testing.T) {
	var numbers deadline.Counter
	var none *Clock
	if none.Used(nil) != nil || none.Settled(1, &numbers) != nil {
		t.Error("there is a clock, and nothing to go by")
	}
	if c := none.Used([]Seat{{Familiar: "aria"}}); c == nil || c.Settled(1, &numbers) != nil {
		t.Error("a clock without plans is kept")
	}
}
