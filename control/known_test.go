package control

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// slowNotes are of a ledger that takes long to say which channels have some.
type slowNotes struct {
	journal.NoteReader
	takes time.Duration
	all   []journal.Noted
	err   error
}

func (s *slowNotes) Noted(context.Context, messages.Instant) iter.Seq2[journal.Noted, error] {
	return func(yield func(journal.Noted, error) bool) {
		time.Sleep(s.takes) // in a bubble
		if s.err != nil {
			yield(journal.Noted{}, s.err)
			return
		}
		for _, c := range s.all {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// TestKnownWaitsForNobody: whoever asks is told after a moment what is known by then: at
// first that it is being counted, and while it is counted again what was known before.
func TestKnownWaitsForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var k known
		one := []journal.Noted{{Channel: "web//a", At: 1}}
		for _, step := range []struct {
			story    string
			wait     time.Duration // before it is asked
			takes    time.Duration // a reading that begins now
			err      error
			counting bool
			known    int
			failed   bool
		}{
			{"it is being counted", 0, 3 * time.Second, nil, true, 0, false},
			{"it still is", time.Second, 0, nil, true, 0, false},
			{"it is known", 2 * time.Second, 0, nil, false, 1, false},
			{"a reading that fails leaves what was known", time.Hour, 0, errors.New("disk on fire"), false, 1, false},
			{"one that is slow as well", time.Hour, 3 * time.Second, nil, false, 1, false},
		} {
			time.Sleep(step.wait)
			asked := time.Now()
			got, err := k.channels(t.Context(), &slowNotes{takes: step.takes, all: one, err: step.err}, slog.New(slog.DiscardHandler))
			if took := time.Since(asked); took > knownWait || (err != nil) != step.failed || got.extent().Counting != step.counting || len(got.at) != step.known {
				t.Errorf("%s: got %+v, %v after %v", step.story, got, err, took)
			}
		}
		time.Sleep(time.Minute)
		var none known
		fire := errors.New("disk on fire")
		if _, err := none.channels(t.Context(), &slowNotes{err: fire}, slog.New(slog.DiscardHandler)); !errors.Is(err, fire) {
			t.Errorf("got %v, want why nothing is known", err)
		}
	})
}

// TestKnownIsBounded: of many channels those are kept that were decided in last.
func TestKnownIsBounded(t *testing.T) {
	notes := &slowNotes{}
	for n := range 95 {
		notes.all = append(notes.all, journal.Noted{Channel: messages.ChannelID(fmt.Sprint("web//", n)), At: messages.Instant(n * 37 % 95)})
	}
	got, err := readKnown(t.Context(), notes, 1000, 10)
	if err != nil || !got.cut || len(got.at) != 10 {
		t.Fatalf("got %d, cut %v, %v", len(got.at), got.cut, err)
	}
	for id, at := range got.at {
		if at < 85 {
			t.Errorf("%s is kept, of %d", id, at)
		}
	}
}
