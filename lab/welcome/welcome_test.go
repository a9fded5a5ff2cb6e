package welcome

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// ledger is notes in memory, each channel's newest first.
type ledger map[messages.ChannelID][]*messages.Note

func (l ledger) Notes(_ context.Context, id messages.ChannelID, _ int) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		for _, n := range l[id] {
			if !yield(n, nil) {
				return
			}
		}
		if len(l[id]) == 0 {
			yield(nil, errors.New("gone"))
		}
	}
}

func (l ledger) Noted(context.Context, messages.Instant) iter.Seq2[journal.Noted, error] {
	return func(yield func(journal.Noted, error) bool) {
		for id := range l {
			if !yield(journal.Noted{Channel: id}, nil) {
				return
			}
		}
	}
}

func at(text string) messages.Instant {
	t, err := time.Parse(time.DateTime, text)
	if err != nil {
		panic(err)
	}
	return messages.InstantOf(t)
}

func note(who messages.FamiliarID, when string, act messages.Act, rung messages.Rung) *messages.Note {
	return &messages.Note{Familiar: who, At: at(when), Act: act, Rung: rung}
}

func TestRead(t *testing.T) {
	l := ledger{
		"web//b": {
			note("aria", "2026-11-23 00:00:01", messages.Followed, messages.ByLiked), // a Monday
			note("aria", "2026-11-22 23:59:59", messages.Followed, messages.ByDisliked),
			note("aria", "2026-11-22 12:00:00", messages.Followed, messages.ByTalkedOver),
			note("pip", "2026-11-22 12:00:00", messages.Followed, messages.ByMissed),
			note("aria", "2026-11-22 11:00:00", messages.Settled, messages.BySpoke),
			note("aria", "2026-11-01 11:00:00", messages.Followed, messages.ByLiked), // too long ago
		},
		"web//a": {note("aria", "2026-11-17 11:00:00", messages.Followed, messages.ByTakenUp)},
	}
	monday := func(day int) time.Time { return time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC) }
	want := []Week{
		{Channel: "web//a", Familiar: "aria", Begin: monday(16), Unasked: 1, Welcome: 1},
		{Channel: "web//b", Familiar: "aria", Begin: monday(16), Unasked: 2, Complaints: 1},
		{Channel: "web//b", Familiar: "aria", Begin: monday(23), Unasked: 1, Welcome: 1},
		{Channel: "web//b", Familiar: "pip", Begin: monday(16), Missed: 1},
	}
	q := Question{Since: at("2026-11-10 00:00:00"), Zone: time.UTC}
	if got, err := Read(t.Context(), l, q); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	q.Channel, q.Familiar = "web//b", "pip"
	if got, err := Read(t.Context(), l, q); err != nil || !slices.Equal(got, want[3:]) {
		t.Errorf("of one: got %+v, %v", got, err)
	}
	if _, err := Read(t.Context(), ledger{"web//c": nil}, Question{Zone: time.UTC}); err == nil {
		t.Error("a ledger that can't be read is no error")
	}
}

// TestShareOf holds the intervals to figures of Agresti and Coull (1998) and to
// what has to be so at the ends.
func TestShareOf(t *testing.T) {
	for _, tt := range []struct {
		n, all    int
		low, high float64
	}{
		{0, 10, 0, .2775}, {10, 10, .7225, 1}, {5, 10, .2366, .7634}, {81, 263, .2553, .3662},
	} {
		if s := ShareOf(tt.n, tt.all); math.Abs(s.Low-tt.low) > 1e-4 || math.Abs(s.High-tt.high) > 1e-4 {
			t.Errorf("%d of %d: got %.4f to %.4f, want %.4f to %.4f", tt.n, tt.all, s.Low, s.High, tt.low, tt.high)
		}
	}
	if ShareOf(0, 0).String() != "-" || ShareOf(3, 4).String() != "0.75 (0.30 to 0.95)" {
		t.Errorf("written as %s and %s", ShareOf(0, 0), ShareOf(3, 4))
	}
}
