package retry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal"
)

// TestWrite: what the journal does not take is tried again with growing pauses,
// until it takes it or nobody is to write to it any more.
func TestWrite(t *testing.T) {
	for _, tt := range []struct {
		story string
		says  func(try int) error
		tries int
		took  time.Duration
		want  error
		fails bool
	}{
		{"it takes it", func(int) error { return nil }, 1, 0, nil, false},
		{"it is away for three tries", func(try int) error {
			if try <= 3 {
				return journal.ErrAway
			}
			return nil
		}, 4, 700 * time.Millisecond, nil, false},
		{"pauses grow to ten seconds", func(try int) error {
			if try <= 9 {
				return journal.ErrFull
			}
			return nil
		}, 10, (100+200+400+800+1600+3200+6400)*time.Millisecond + 20*time.Second, nil, false},
		{"it is closed", func(int) error { return journal.ErrClosed }, 1, 0, journal.ErrClosed, false},
		{"somebody else owns it", func(int) error { return fmt.Errorf("append: %w", journal.ErrConflict) }, 1, 0, journal.ErrConflict, true},
		{"the program ends", func(int) error { return journal.ErrAway }, 12, time.Minute, journal.ErrAway, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				var failed error
				w := Retrier{Fail: func(err error) { failed = err }, Log: slog.New(slog.DiscardHandler)}
				tries, began := 0, time.Now()
				err := w.Write(ctx, "write", func() error {
					tries++
					return tt.says(tries)
				})
				if !errors.Is(err, tt.want) || tries != tt.tries || time.Since(began) != tt.took {
					t.Errorf("got %v after %d tries and %v, want %v after %d and %v", err, tries, time.Since(began), tt.want, tt.tries, tt.took)
				}
				if (failed != nil) != tt.fails {
					t.Errorf("the process is told %v, want that: %v", failed, tt.fails)
				}
			})
		})
	}
}

// TestRead: only that the journal is away is waited out.
func TestRead(t *testing.T) {
	other := errors.New("damaged")
	for _, tt := range []struct {
		story string
		fails []error // one try each
		want  error
		took  time.Duration
	}{
		{"it answers", nil, nil, 0},
		{"it is away, and slow", []error{journal.ErrAway, context.DeadlineExceeded}, nil, 300 * time.Millisecond},
		{"it answers with an error", []error{journal.ErrAway, other}, other, 100 * time.Millisecond},
		{"it is closed", []error{journal.ErrClosed}, journal.ErrClosed, 0},
		{"the program ends", slices.Repeat([]error{journal.ErrAway}, 100), journal.ErrAway, time.Minute},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				fails, began := tt.fails, time.Now()
				err := Retrier{Log: slog.New(slog.DiscardHandler)}.Read(ctx, "read", func() error {
					if len(fails) == 0 {
						return nil
					}
					err := fails[0]
					fails = fails[1:]
					return err
				})
				if !errors.Is(err, tt.want) || time.Since(began) != tt.took {
					t.Errorf("got %v after %v, want %v after %v", err, time.Since(began), tt.want, tt.took)
				}
			})
		})
	}
}
