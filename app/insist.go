package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/journal"
)

// The pauses between two tries of something the journal does not take; they
// double.
const (
	insistPause    = 100 * time.Millisecond
	insistPauseMax = 10 * time.Second
)

// insist repeats what the journal does not take until it does, ctx ends or the
// journal is closed; it gives the error of the last try. Once somebody else
// owns the journal the process must not go on.
func (a *App) insist(ctx context.Context, what string, write func() error) error {
	for pause := insistPause; ; pause = min(2*pause, insistPauseMax) {
		err := write()
		switch {
		case err == nil:
			return nil
		case errors.Is(err, journal.ErrConflict):
			a.fail(fmt.Errorf("%s: %w", what, err))
			return err
		case errors.Is(err, journal.ErrClosed) || ctx.Err() != nil:
			return err
		}
		a.Log.Warn("journal does not answer, trying again", "what", what, "err", err, "retry_in", pause)
		if !adapter.Wait(ctx, pause) {
			return err
		}
	}
}
