package experiment

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

func day(t *testing.T, text string) (d Day) {
	t.Helper()
	if err := d.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

func calmer(t *testing.T) *Plan {
	p := &Plan{Name: "calmer", Familiar: "aria", Match: "discord:*", Rules: Default(), Knobs: []string{`chattiness.lull = "20s"`}}
	p.Begin, p.End = day(t, "2026-12-01"), day(t, "2026-12-15")
	return p
}

func TestDays(t *testing.T) {
	d := day(t, "2026-12-01")
	if got := DayOf(messages.InstantOf(time.Date(2026, 12, 1, 23, 59, 59, 0, time.UTC))); got != d || d.String() != "2026-12-01" {
		t.Errorf("the day's last second is on %s, want %s", got, d)
	}
	if got := DayOf(d.Start()); got != d || DayOf(d.Start()-1) != d-1 {
		t.Errorf("the day's first moment is on %s, want %s", got, d)
	}
	for _, text := range []string{"", "tomorrow", "2026-13-01", "1969-12-31"} {
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for a day", text)
		}
	}
}

func TestValidateNamesWhatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		story string
		spoil func(*Rules)
		want  string // "": nothing
	}{
		{"the default with days", func(*Rules) {}, ""},
		{"a draw by the hour", func(r *Rules) { r.By = "hour" }, "by"},
		{"an arm that nobody gets", func(r *Rules) { r.Share = 0 }, "share"},
		{"a seed below zero", func(r *Rules) { r.Seed = -1 }, "seed"},
		{"an experiment that never begins", func(r *Rules) { r.Begin = 0 }, "begin is not set"},
		{"one that ends before it begins", func(r *Rules) { r.End = r.Begin }, "end is not after begin"},
		{"one that lasts for years", func(r *Rules) { r.End = r.Begin + 400 }, "400 days"},
		{"more looks than days", func(r *Rules) { r.Looks = 15 }, "looks = 15 in 14 days"},
		{"an end by lines", func(r *Rules) { r.Lines = 400 }, ""},
		{"an end by a handful", func(r *Rules) { r.Lines = 5 }, "lines = 5"},
		{"fewer lines than none", func(r *Rules) { r.Lines = -1 }, "lines = -1"},
		{"a measure nobody knows", func(r *Rules) { r.Measure = "joy" }, "measure"},
		{"a confidence that is none", func(r *Rules) { r.Confidence = .5 }, "confidence"},
		{"no difference at all", func(r *Rules) { r.Least = 0 }, "least_difference"},
	} {
		r := calmer(t).Rules
		tt.spoil(&r)
		if err := r.Validate(); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.story, err, tt.want)
		}
	}
}

// TestDigest: whatever changes the plan, changes its digest.
func TestDigest(t *testing.T) {
	was := map[string]string{}
	for _, tt := range []struct {
		story  string
		change func(*Plan)
	}{
		{"the plan", func(*Plan) {}},
		{"another name", func(p *Plan) { p.Name = "quieter" }},
		{"another familiar", func(p *Plan) { p.Familiar = "bo" }},
		{"other channels", func(p *Plan) { p.Match = "slack:*" }},
		{"another draw", func(p *Plan) { p.By = Daily }},
		{"another share", func(p *Plan) { p.Share = .25 }},
		{"another seed", func(p *Plan) { p.Seed++ }},
		{"an earlier end", func(p *Plan) { p.End-- }},
		{"more looks", func(p *Plan) { p.Looks++ }},
		{"another measure", func(p *Plan) { p.Measure = Complaint }},
		{"less confidence", func(p *Plan) { p.Confidence = .9 }},
		{"a smaller difference", func(p *Plan) { p.Least = .05 }},
		{"another zone", func(p *Plan) { p.Zone = zoned(t, "Europe/Berlin").Zone }},
		{"an end by lines", func(p *Plan) { p.Lines = 400 }},
		{"another knob", func(p *Plan) { p.Knobs = []string{`chattiness.lull = "30s"`} }},
	} {
		p := calmer(t)
		tt.change(p)
		d := p.Digest()
		if other, known := was[d]; known || len(d) != 8 || d != p.Digest() {
			t.Errorf("%s: the digest %s is that of %s", tt.story, d, other)
		}
		was[d] = tt.story
	}
}

func TestLooksAreSpreadEvenly(t *testing.T) {
	p := calmer(t)
	var got []string
	for k := 1; k <= p.Looks; k++ {
		got = append(got, p.LookAt(k).String()[8:])
	}
	if want := "04 07 10 13 15"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if f := p.Fraction(p.Looks, 0); f != 1 {
		t.Errorf("at the last look %v is over, want all", f)
	}
}

func TestHowMuchIsOver(t *testing.T) {
	p := calmer(t)
	p.End = p.Begin + 10
	for _, tt := range []struct {
		story        string
		end, k, said int
		want         float64
	}{
		{"of its days", 0, 2, 9999, .4},
		{"of its lines, which are further", 400, 1, 200, .5},
		{"of its days, which are further", 400, 4, 200, .8},
		{"all lines", 400, 2, 400, 1},
		{"more than all", 400, 2, 500, 1},
		{"all days", 400, 5, 3, 1},
	} {
		p.Lines = tt.end
		if got := p.Fraction(tt.k, tt.said); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.story, got, tt.want)
		}
	}
}

func TestWhoGetsWhichSetting(t *testing.T) {
	p := calmer(t)
	first := p.Begin
	const room, thread = messages.ChannelID("discord/g/1"), messages.ChannelID("discord/g/1/t7")
	if p.Arm(room, first) != p.Arm(room, p.End-1) {
		t.Error("a room has another setting on another day, though rooms are drawn")
	}
	if p.Arm(room, first-1) != "" || p.Arm(room, p.End) != "" {
		t.Error("there is an arm before the beginning or after the end")
	}
	daily := *p
	daily.By = Daily
	changes := 0
	for d := first; d < p.End; d++ {
		if daily.Arm(room, d) != daily.Arm(thread, d) {
			t.Errorf("on %s the thread doesn't go with its room", d)
		}
		if d > first && daily.Side(daily.Unit(room, d)) != daily.Side(daily.Unit(room, d-1)) {
			changes++
		}
	}
	if changes == 0 {
		t.Error("days are drawn, and the room has one setting throughout")
	}
}

// TestDrawsAreEven: of many rooms the share gets arm b, and one draw tells nothing
// of another.
func TestDrawsAreEven(t *testing.T) {
	const rooms = 20_000
	for _, share := range []float64{.1, .5, .8} {
		p := calmer(t)
		p.Share = share
		other := *p
		other.Name = "warmer"
		var b, both float64
		for n := range rooms {
			u := p.Unit(messages.ChannelID(fmt.Sprintf("discord/g/%d", n)), p.Begin)
			if p.Side(u) == messages.SideB {
				if b++; other.Side(u) == messages.SideB {
					both++
				}
			}
		}
		bound := 4 * math.Sqrt(share*(1-share)/rooms)
		if math.Abs(b/rooms-share) > bound || math.Abs(both/b-share) > 3*bound/math.Sqrt(share) {
			t.Errorf("with share %v arm b has %v of the rooms, and %v of these in another experiment", share, b/rooms, both/b)
		}
	}
}

func TestMeasures(t *testing.T) {
	for _, tt := range []struct {
		story string
		m     Measure
		how   messages.Rung
		want  bool
	}{
		{"a line taken up is welcome", Welcome, messages.ByTakenUp, true},
		{"so is one that is liked", Welcome, messages.ByLiked, true},
		{"one that is ignored is not", Welcome, messages.ByIgnored, false},
		{"a thumb down is a complaint", Complaint, messages.ByDisliked, true},
		{"to be ignored is none", Complaint, messages.ByIgnored, false},
	} {
		if got := tt.m.Counts(tt.how); got != tt.want {
			t.Errorf("%s: got %v", tt.story, got)
		}
	}
	if Welcome.Better(.1) != messages.SideB || Complaint.Better(.1) != messages.SideA || Complaint.Better(-.1) != messages.SideB {
		t.Error("more welcome, or fewer complaints, are better")
	}
}
