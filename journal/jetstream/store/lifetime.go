package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
)

// Check tells why a call can't be served: the journal is closed or nobody
// waits for the answer.
func (s *Store) Check(ctx context.Context, call string) error {
	if s.closing.Err() != nil {
		return fmt.Errorf("journal: %s: %w", call, s.Gone())
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("journal: %s: %w", call, err)
	}
	return nil
}

// Opening gives calls as long as the embedded server has to start, until opened
// is called: a store that is made on a slow disk is waited for.
func (s *Store) Opening() (opened func()) {
	s.opening.Store(true)
	return func() { s.opening.Store(false) }
}

// Bounded returns a context that bounds a call by Config.Within and by Close.
// Calls that nothing else bounds share one limit.
func (s *Store) Bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Done() == nil {
		return s.Patient(), func() {}
	}
	limit := s.Within
	if s.opening.Load() {
		limit = embedded.StartWithin
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	unhook := context.AfterFunc(s.closing, cancel)
	return bounded, func() {
		unhook()
		cancel()
	}
}

// Ended names the error of a call that Close cut short.
func (s *Store) Ended(err error) error {
	if s.closing.Err() != nil && !errors.Is(err, journal.ErrClosed) {
		return fmt.Errorf("%w: %w", s.Gone(), err)
	}
	return err
}

// OnDisk is after how long what was written is on the disk for sure: the server
// syncs its files every two minutes.
const OnDisk = 5 * time.Minute

// SyncStream has the disk take what a stream was given. An outside server's
// files are its own: it syncs them every two minutes, or always.
func (s *Store) SyncStream(name string) error {
	if s.Server == nil {
		return nil
	}
	return s.Server.SyncStream(name)
}
