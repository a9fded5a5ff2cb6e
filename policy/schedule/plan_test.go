package schedule

import (
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

const moment = "2006-01-02T15:04Z07:00"

// planOf makes the plan of one rule, with a name and a prompt.
func planOf(t *testing.T, r Rule) *Plan {
	t.Helper()
	r.Name, r.Prompt = "morning", "say good morning"
	if r.Overdue == 0 {
		r.Overdue = time.Hour
	}
	plans, err := New([]Rule{r})
	if err != nil {
		t.Fatal(err)
	}
	return &plans[0]
}

func instant(t *testing.T, text string) messages.Instant {
	t.Helper()
	at, err := time.Parse(moment, text)
	if err != nil {
		t.Fatal(err)
	}
	return messages.InstantOf(at)
}

func TestClockOnTheWall(t *testing.T) {
	for _, tt := range []struct {
		story, cron, zone, from string
		want                    []string
	}{
		{"weekdays leave the weekend out", "0 9 * * MON-FRI", "Europe/Berlin", "2026-11-26T12:00Z", []string{"2026-11-27T09:00+01:00", "2026-11-30T09:00+01:00"}},
		{"a time that there isn't is when the clock jumps", "30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", []string{"2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00"}},
		{"several that there aren't are one, with the one that falls there", "*/15 2-3 * * *", "Europe/Berlin", "2026-03-29T00:30Z", []string{"2026-03-29T03:00+02:00", "2026-03-29T03:15+02:00"}},
		{"a time that there is twice is the first", "30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", []string{"2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"}},
		{"every quarter of an hour rests while the clock shows the hour again", "*/15 * * * *", "Europe/Berlin", "2026-10-25T00:40Z", []string{"2026-10-25T02:45+02:00", "2026-10-25T03:00+01:00"}},
		{"half an hour is put forward, too", "15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00Z", []string{"2026-10-04T02:30+11:00", "2026-10-05T02:15+11:00"}},
		{"a midnight that clocks skip", "0 0 * * *", "America/Santiago", "2026-09-05T12:00Z", []string{"2026-09-06T01:00-03:00", "2026-09-07T00:00-03:00"}},
		{"a day that Samoa left out", "0 9 * * *", "Pacific/Apia", "2011-12-29T20:00Z", []string{"2011-12-31T00:00+14:00", "2011-12-31T09:00+14:00"}},
		{"a leap day after eight years", "0 12 29 2 *", "", "2096-03-01T00:00Z", []string{"2104-02-29T12:00Z"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := planOf(t, Rule{Cron: tt.cron, Zone: tt.zone})
			var got []string
			w := p.wall(instant(t, tt.from))
			for range tt.want {
				w = p.after(w)
				got = append(got, p.zone.Time(p.at(w)).Format(moment))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestAbout: an occurrence is drawn anew each time, not far from its minute, and
// always the same.
func TestAbout(t *testing.T) {
	p := planOf(t, Rule{Cron: "0 9 * * MON-FRI", About: 20 * time.Minute})
	w, early, late := p.wall(instant(t, "2026-01-01T00:00Z")), 0, 0
	seen := map[time.Duration]bool{}
	for range 200 {
		w = p.after(w)
		by := p.due(w, 7).Sub(p.at(w))
		if by < -20*time.Minute || by > 20*time.Minute || by != p.due(w, 7).Sub(p.at(w)) {
			t.Fatalf("it comes %v off", by)
		}
		if seen[by] = true; by < 0 {
			early++
		} else {
			late++
		}
	}
	if early < 70 || late < 70 || len(seen) < 150 {
		t.Errorf("of 200 got %d early, %d late and %d different ones", early, late, len(seen))
	}
	if p.due(w, 7) == p.due(w, 8) {
		t.Error("two channels have the same moment")
	}
}

// TestAboutKeepsTheOrder: where the clock is put forward occasions are closer
// together than about allows for, and come one after another all the same.
func TestAboutKeepsTheOrder(t *testing.T) {
	p := planOf(t, Rule{Cron: "15 1,2,3 * * *", Zone: "America/New_York", About: 29 * time.Minute})
	for seed := range uint64(500) {
		w, last := p.wall(instant(t, "2026-03-08T04:00Z")), messages.Instant(0)
		for range 5 {
			w = p.after(w)
			due := p.due(w, seed)
			if due <= last {
				t.Fatalf("of seed %d one comes at %v, after %v", seed, due.Time().UTC(), last.Time().UTC())
			}
			last = due
		}
	}
}

func TestValidate(t *testing.T) {
	good := Rule{Name: "morning", Cron: "0 9 * * *", Overdue: time.Hour, Prompt: "say good morning"}
	for _, tt := range []struct {
		story  string
		change func(*Rule)
		want   string // "": nothing is wrong
	}{
		{"by a clock", func(*Rule) {}, ""},
		{"by a silence", func(r *Rule) { r.Cron, r.Silence = "", 24*time.Hour }, ""},
		{"by both", func(r *Rule) { r.Silence = time.Hour }, "want either cron or silence"},
		{"by neither", func(r *Rule) { r.Cron = "" }, "want either cron or silence"},
		{"a zone before the fields, which the library would panic on", func(r *Rule) { r.Cron = "TZ=Europe/Berlin" }, "want five fields"},
		{"no clock on a wall", func(r *Rule) { r.Cron = "@every 1h" }, "want five fields"},
		{"four fields", func(r *Rule) { r.Cron = "0 9 * *" }, "expected exactly 5 fields"},
		{"a day that never comes", func(r *Rule) { r.Cron = "0 0 30 2 *" }, "there is no such day"},
		{"every minute", func(r *Rule) { r.Cron = "* * * * *" }, "it comes again after 1m0s, want at least 5m0s"},
		{"over the hour's end", func(r *Rule) { r.Cron = "0,58 * * * *" }, "it comes again after 2m0s"},
		{"over no hour's end", func(r *Rule) { r.Cron = "0,58 */2 * * *" }, ""},
		{"about more than it is apart", func(r *Rule) { r.Cron, r.About = "0 * * * *", 31*time.Minute }, "want at most half of the 1h0m0s"},
		{"the machine's own zone", func(r *Rule) { r.Zone = "Local" }, "the same on every machine"},
		{"a silence with a zone", func(r *Rule) { r.Cron, r.Silence, r.Zone = "", time.Hour, "Europe/Berlin" }, "go with cron"},
		{"no name", func(r *Rule) { r.Name = "" }, "name = \"\""},
		{"a name that a note couldn't tell from what follows", func(r *Rule) { r.Name = "a: b" }, "want up to 40"},
		{"nothing to say", func(r *Rule) { r.Prompt = " " }, "prompt is empty"},
		{"never too late", func(r *Rule) { r.Overdue = 0 }, "overdue = 0s"},
	} {
		r := good
		tt.change(&r)
		err := r.Validate()
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.story, err, tt.want)
		}
	}
	if err := ValidateAll([]Rule{good, good}); err == nil || !strings.Contains(err.Error(), "another one is called so") {
		t.Errorf("two of a name: got %v", err)
	}
	if _, err := New([]Rule{{Name: "a", Cron: "0 9 * * *", Zone: "Europe/Brlin", Overdue: time.Hour, Prompt: "x"}}); err == nil {
		t.Error("a zone that there isn't is taken")
	}
}
