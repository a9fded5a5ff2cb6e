package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/config"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// TestOnlyPoisonIsSkipped: an event that makes its channel panic is marked in
// the journal and buried; one that a failing journal kept from being handled is not.
func TestOnlyPoisonIsSkipped(t *testing.T) {
	for _, tt := range []struct {
		what  string
		value any
		want  int
	}{
		{"a panic in the state machine", "index out of range", 1},
		{"a journal that gave up", fmt.Errorf("save: %w: %w", channel.ErrJournal, errors.New("disk full")), 0},
		{"a journal that is closed", fmt.Errorf("load: %w: %w", channel.ErrJournal, journal.ErrClosed), 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c, err := config.Parse("test.toml", []byte(two))
			if err != nil {
				t.Fatal(err)
			}
			kept := memory.New(memory.Config{Keep: true})
			a, err := New(Options{Config: c, Connect: nobody, Journal: kept, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			id := messages.Channel{Network: "terminal", Chat: "prompt"}.ID()
			a.bury(host.Failure{Key: channel.Key(id), Msg: journal.Record{Channel: id, Seq: 7}, Value: tt.value})
			skipped := 0
			for r, err := range kept.Replay(t.Context(), id, 0) {
				if err != nil {
					t.Fatal(err)
				}
				if e, ok := r.Event.(messages.Skipped); ok && e.Seq == 7 {
					skipped++
				}
			}
			letters := 0
			for l, err := range kept.Buried(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if l.Channel == id && l.Seq == 7 && l.Reason == tt.value {
					letters++
				}
			}
			if letters != tt.want {
				t.Errorf("event 7 was buried %d times, want %d", letters, tt.want)
			}
			if skipped != tt.want {
				t.Errorf("event 7 was skipped %d times, want %d", skipped, tt.want)
			}
		})
	}
}

// An absent journal takes no letter and no mark before a moment.
type absent struct {
	journal.Journal
	until time.Time
	why   error
}

func (j absent) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if time.Now().Before(j.until) {
		return journal.Record{}, j.why
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

func (j absent) Bury(ctx context.Context, l journal.Letter) error {
	if time.Now().Before(j.until) {
		return j.why
	}
	return j.Journal.Bury(ctx, l)
}

// TestSkippedForAnAbsentJournal: an event to be skipped is marked when the journal is
// back; its channel waits for that, and the end of the program ends it.
func TestSkippedForAnAbsentJournal(t *testing.T) {
	id := messages.Channel{Network: "terminal", Chat: "prompt"}.ID()
	for _, tt := range []struct {
		story  string
		away   time.Duration
		why    error
		ends   time.Duration // when the program does
		marked bool
		cause  error // of its end, by then
	}{
		{"it is back after a while", time.Minute, journal.ErrAway, time.Hour, true, nil},
		{"the program ends before", time.Hour, journal.ErrAway, time.Minute, false, context.Canceled},
		{"somebody else has it", time.Hour, journal.ErrConflict, time.Minute, false, journal.ErrConflict},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, err := config.Parse("test.toml", []byte(two))
				if err != nil {
					t.Fatal(err)
				}
				kept := memory.New(memory.Config{Keep: true})
				a, err := New(Options{Config: c, Connect: nobody, Journal: absent{kept, time.Now().Add(tt.away), tt.why}, Log: slog.New(slog.DiscardHandler)})
				if err != nil {
					t.Fatal(err)
				}
				defer a.fail(nil)
				time.AfterFunc(tt.ends, func() { a.fail(nil) })
				a.bury(host.Failure{Key: channel.Key(id), Msg: journal.Record{Channel: id, Seq: 7}, Value: "index out of range"})
				marked := false
				for r, err := range kept.Replay(t.Context(), id, 0) {
					if err != nil {
						t.Fatal(err)
					}
					marked = marked || r.Event == messages.Skipped{Seq: 7, Reason: "index out of range"}
				}
				if marked != tt.marked {
					t.Errorf("marked: %v, want %v", marked, tt.marked)
				}
				if cause := context.Cause(a.running); !errors.Is(cause, tt.cause) {
					t.Errorf("the program ended with %v, want %v", cause, tt.cause)
				}
			})
		})
	}
}

// nobody connects no account.
func nobody(*config.Config) ([]Connection, error) { return nil, nil }
