package app

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"

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

// nobody connects no account.
func nobody(*config.Config) ([]Connection, error) { return nil, nil }
