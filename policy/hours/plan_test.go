package hours

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the tests must not depend on the machine's zones

	"pgregory.net/rapid"

	"familiar/messages"
)

// spans reads spans, which must be sound.
func spans(t testing.TB, texts ...string) []Span {
	t.Helper()
	list := make([]Span, len(texts))
	for i, text := range texts {
		if err := list[i].UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func plan(t testing.TB, zone string, active, quiet []Span) Plan {
	t.Helper()
	p, err := New(Config{Zone: zone, Active: active, Quiet: quiet})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func at(t testing.TB, text string) messages.Instant {
	t.Helper()
	when, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return messages.InstantOf(when)
}

func TestAt(t *testing.T) {
	for _, tt := range []struct {
		what          string
		zone          string
		active, quiet []string
		now           string
		want          Level
	}{
		{"without spans it is always free", "", nil, nil, "2026-03-04T03:00:00Z", Free},
		{"inside active hours it is free", "", []string{"09:00-17:00"}, nil, "2026-03-04T09:00:00Z", Free},
		{"a minute before it only answers", "", []string{"09:00-17:00"}, nil, "2026-03-04T08:59:59.999Z", Asked},
		{"the last minute is not in it", "", []string{"09:00-17:00"}, nil, "2026-03-04T17:00:00Z", Asked},
		{"several spans have gaps between", "", []string{"09:00-12:00", "13:00-17:00"}, nil, "2026-03-04T12:30:00Z", Asked},
		{"spans that meet are one", "", []string{"09:00-12:00", "12:00-17:00"}, nil, "2026-03-04T11:00:00Z", Free},
		{"quiet hours run over midnight", "", nil, []string{"22:00-07:00"}, "2026-03-04T23:30:00Z", Silent},
		{"and on after it", "", nil, []string{"22:00-07:00"}, "2026-03-05T06:59:00Z", Silent},
		{"quiet beats active", "", []string{"00:00-24:00"}, []string{"12:00-13:00"}, "2026-03-04T12:30:00Z", Silent},
		{"a night belongs to the day it begins on", "", nil, []string{"Fri 22:00-07:00"}, "2026-03-07T06:00:00Z", Silent},
		{"so Friday's morning is not in it", "", nil, []string{"Fri 22:00-07:00"}, "2026-03-06T06:00:00Z", Free},
		{"Saturday's night runs into Sunday, the week's first day", "", nil, []string{"Sat 22:00-07:00"}, "2026-03-08T01:00:00Z", Silent},
		{"a whole day needs no times", "", nil, []string{"Sun"}, "2026-03-08T12:00:00Z", Silent},
		{"silent for ever", "", nil, []string{"00:00-24:00"}, "2026-03-08T12:00:00Z", Silent},
		{"the hours are the zone's", "Asia/Kathmandu", []string{"09:00-17:00"}, nil, "2026-03-04T03:15:00Z", Free},
		{"west of Greenwich it is still yesterday", "America/New_York", nil, []string{"Tue"}, "2026-03-04T04:59:00Z", Silent},
		{"put forward, a span's missing first half begins late", "Europe/Berlin", nil, []string{"02:30-04:00"}, "2026-03-29T00:59:59Z", Free},
		{"put forward, a night is an hour shorter", "Europe/Berlin", nil, []string{"22:00-07:00"}, "2026-03-28T22:00:00Z", Silent},
		{"put forward, a span in the missing hour never comes", "Europe/Berlin", nil, []string{"Sun 02:15-02:45"}, "2026-03-29T00:30:00Z", Free},
		{"put back, a span is there twice", "Europe/Berlin", nil, []string{"Sun 02:15-02:45"}, "2026-10-25T00:45:00Z", Free},
		{"put back, the clock leaves a span by its jump", "Europe/Berlin", nil, []string{"Sun 02:30-04:00"}, "2026-10-25T00:45:00Z", Silent},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p := plan(t, tt.zone, spans(t, tt.active...), spans(t, tt.quiet...))
			now := at(t, tt.now)
			if got := p.At(now); got != tt.want {
				t.Errorf("At(%s) = %v, want %v", tt.now, got, tt.want)
			}
		})
	}
}

// TestAgreesWithTheCalendar compares the plan with the spans read one by one
// on the calendar's date, at any moment of some years.
func TestAgreesWithTheCalendar(t *testing.T) {
	zones := []string{"", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo"}
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Custom(func(t *rapid.T) Span {
			s := Span{
				Days: Days(rapid.IntRange(1, 127).Draw(t, "days")),
				From: rapid.IntRange(0, day-1).Draw(t, "from"),
				To:   rapid.IntRange(1, day).Draw(t, "to"),
			}
			if s.From == s.To {
				s.From--
			}
			return s
		})
		c := Config{
			Zone:   rapid.SampledFrom(zones).Draw(t, "zone"),
			Active: rapid.SliceOfN(span, 0, 3).Draw(t, "active"),
			Quiet:  rapid.SliceOfN(span, 0, 3).Draw(t, "quiet"),
		}
		p, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		first, last := messages.InstantOf(time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)), messages.InstantOf(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))
		now := messages.Instant(rapid.Int64Range(int64(first), int64(last)).Draw(t, "now"))
		if got, want := p.At(now), byCalendar(c, p.zone.Time(now)); got != want {
			t.Fatalf("At(%v) = %v, want %v", now, got, want)
		}
	})
}

// byCalendar is the level by the rules as the package comment says them.
func byCalendar(c Config, local time.Time) Level {
	in := func(list []Span) bool {
		today, minute := int(local.Weekday()), local.Hour()*60+local.Minute()
		for _, s := range list {
			over := s.To <= s.From
			switch {
			case s.Days.has(today) && minute >= s.From && (over || minute < s.To),
				over && s.Days.has((today+6)%7) && minute < s.To:
				return true
			}
		}
		return false
	}
	switch {
	case in(c.Quiet):
		return Silent
	case len(c.Active) > 0 && !in(c.Active):
		return Asked
	default:
		return Free
	}
}

func TestLets(t *testing.T) {
	for _, tt := range []struct {
		what  string
		level Level
		why   messages.Trigger
		want  bool
	}{
		{"free, it speaks unasked", Free, messages.Lull, true},
		{"free, it answers", Free, messages.Address, true},
		{"asked, it answers who calls it", Asked, messages.Address, true},
		{"asked, it goes on with whom it talks", Asked, messages.FollowUp, true},
		{"asked, it breaks into nothing", Asked, messages.Interjection, false},
		{"asked, it leaves questions to others", Asked, messages.Question, false},
		{"silent, it answers nobody", Silent, messages.Address, false},
		{"silent, it says nothing unasked", Silent, messages.Lull, false},
		{"silent, it can be woken", Silent, messages.Woken, true},
	} {
		if got := tt.level.Lets(tt.why); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.what, got, tt.want)
		}
	}
}

// TestLevelWords: notes and pages show these words.
func TestLevelWords(t *testing.T) {
	for level, want := range map[Level]string{Free: "free", Asked: "asked", Silent: "silent"} {
		if got := level.String(); got != want {
			t.Errorf("level %d is %q, want %q", level, got, want)
		}
	}
}

func TestNewNamesABadZone(t *testing.T) {
	_, err := New(Config{Zone: "Mars/Base"})
	if err == nil || !strings.Contains(err.Error(), `zone = "Mars/Base"`) {
		t.Errorf("got %v, want an error that names the zone", err)
	}
}

// TestNewRefusesWhatIsNotValid: a plan is never made of half a configuration.
func TestNewRefusesWhatIsNotValid(t *testing.T) {
	p, err := New(Config{Quiet: []Span{{Days: EveryDay, From: -1, To: 60}}})
	if err == nil || p.At(0) != Free {
		t.Errorf("got %v and level %v, want an error and the plan that is always free", err, p.At(0))
	}
}

func BenchmarkAt(b *testing.B) {
	zoned := plan(b, "Europe/Berlin", spans(b, "Mon-Fri 09:00-12:00", "Mon-Fri 13:00-18:00"), spans(b, "22:00-07:00"))
	for _, bb := range []struct {
		what string
		plan Plan
	}{{"off", Plan{}}, {"zoned", zoned}} {
		b.Run(bb.what, func(b *testing.B) {
			b.ReportAllocs()
			now := at(b, "2026-03-04T10:00:00Z")
			for b.Loop() {
				if bb.plan.At(now) != Free {
					b.Fatal("not free")
				}
			}
		})
	}
}
