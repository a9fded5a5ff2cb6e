package retention

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

func TestWhatIsTooOld(t *testing.T) {
	now := messages.InstantOf(time.Date(2026, 11, 26, 21, 7, 0, 0, time.UTC))
	at := func(day, hour, minute int) messages.Instant {
		return messages.InstantOf(time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC))
	}
	for _, tt := range []struct {
		story string
		keep  time.Duration
		want  messages.Instant
	}{
		{"nothing where the journal alone says", 0, 0},
		{"of an hour, in steps of five minutes", time.Hour, at(26, 20, 5)},
		{"of a day, in steps of two hours", 24 * time.Hour, at(25, 20, 0)},
		{"of a week, in steps of fourteen", 7 * 24 * time.Hour, at(19, 14, 0)},
		{"of twenty days, in steps of one", 20 * 24 * time.Hour, at(6, 0, 0)},
		{"nothing before the world began", 200 * 365 * 24 * time.Hour, 0},
	} {
		if got := (Rule{Keep: tt.keep}).Before(now); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.story, got.Time().UTC(), tt.want.Time().UTC())
		}
	}
}

// TestBeforeProperty: no text goes before its time, and none stays longer than a step.
func TestBeforeProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := Rule{Keep: time.Duration(rapid.Int64Range(int64(time.Millisecond), int64(100*24*time.Hour)).Draw(rt, "keep")).Truncate(time.Millisecond)}
		now := messages.Instant(rapid.Int64Range(int64(200*24*time.Hour/time.Millisecond), 1<<45).Draw(rt, "now"))
		age := now.Sub(r.Before(now))
		if age < r.Keep || age > r.Keep+max(r.Step(), time.Millisecond) {
			rt.Fatalf("of %s what is older than %s goes", r.Keep, age)
		}
	})
}

func TestSpan(t *testing.T) {
	for _, tt := range []struct {
		story string
		of    func(*Span)
		until messages.Instant // the latest moment from before which there is nothing
	}{
		{"a channel that has heard nothing", func(s *Span) { s.Clear(10) }, 1000},
		{"its first text", func(s *Span) { s.Clear(10); s.Take(10) }, 10},
		{"two", func(s *Span) { s.Clear(10); s.Take(20); s.Take(30) }, 20},
		{"the older is gone: nobody knows when the other was said", func(s *Span) { s.Clear(10); s.Take(20); s.Take(30); s.Drop(25) }, 25},
		{"both are", func(s *Span) { s.Clear(10); s.Take(20); s.Take(30); s.Drop(31) }, 1000},
		{"and another came", func(s *Span) { s.Clear(10); s.Take(20); s.Drop(31); s.Take(40) }, 40},
		{"what was dropped is not there again", func(s *Span) { s.Clear(10); s.Take(20); s.Take(60); s.Drop(50); s.Drop(40) }, 50},
		{"one of which no count was kept before", func(s *Span) { s.Take(20) }, 0},
		{"one of which none was kept", func(*Span) {}, 0},
		{"one of which none was kept, gone through", func(s *Span) { s.Take(20); s.Drop(15) }, 15},
	} {
		var s Span
		tt.of(&s)
		if s.Reaches(tt.until) || tt.until < 1000 && !s.Reaches(tt.until+1) {
			t.Errorf("%s: got %+v, which reaches beyond %d: %v, and %d: %v", tt.story, s, tt.until, s.Reaches(tt.until), tt.until+1, s.Reaches(tt.until+1))
		}
	}
}
