// Package retry repeats what a journal does not take or tell for now.
package retry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"familiar/internal/sleep"
	"familiar/journal"
)

// The pauses between two tries of something the journal does not take; they
// double.
const (
	pauseMin = 100 * time.Millisecond
	pauseMax = 10 * time.Second
)

// A Retrier repeats reads and writes. Both fields are needed.
type Retrier struct {
	Fail func(error) // ends the process: somebody else owns the journal
	Log  *slog.Logger
}

// Read repeats what can't be read because the journal is away, until it is back or ctx
// ends; any other error is the answer.
func (w Retrier) Read(ctx context.Context, what string, read func() error) error {
	return w.repeat(ctx, what, read, func(err error) bool {
		return !errors.Is(err, journal.ErrAway) && !errors.Is(err, context.DeadlineExceeded)
	})
}

// Write repeats what the journal does not take until it does, ctx ends or the
// journal is closed; it returns the error of the last try. Once somebody else
// owns the journal the process must not go on.
func (w Retrier) Write(ctx context.Context, what string, write func() error) error {
	err := w.repeat(ctx, what, write, func(err error) bool {
		return errors.Is(err, journal.ErrConflict) || errors.Is(err, journal.ErrClosed)
	})
	if errors.Is(err, journal.ErrConflict) {
		w.Fail(fmt.Errorf("%s: %w", what, err))
	}
	return err
}

// repeat does something until it succeeds, an error is final or ctx ends.
func (w Retrier) repeat(ctx context.Context, what string, do func() error, final func(error) bool) error {
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		err := do()
		if err == nil || final(err) || ctx.Err() != nil {
			return err
		}
		w.Log.Warn("journal does not answer, trying again", "what", what, "err", err, "retry_in", pause)
		if !sleep.For(ctx, pause) {
			return err
		}
	}
}
