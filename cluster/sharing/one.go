package sharing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/cluster/membership"
	"familiar/cluster/placement"
	"familiar/journal"
)

// A one is a key from its claim to its release.
type one struct {
	key  placement.Key
	stop context.CancelCauseFunc
	over chan struct{} // closed once others may claim it
}

// begin claims a key and has its work done.
func (s *Sharer) begin(key placement.Key, work Work) {
	ctx, stop := context.WithCancelCause(context.Background())
	o := &one{key: key, stop: stop, over: make(chan struct{})}
	s.mu.Lock()
	s.mine[key] = o
	s.mu.Unlock()
	go func() {
		defer close(o.over)
		defer stop(nil)
		failed := s.have(ctx, o, work)
		s.mu.Lock()
		delete(s.mine, key)
		if failed {
			s.rests[key] = time.Now().Add(restAfter)
		}
		s.mu.Unlock()
		select {
		case s.moved <- struct{}{}:
		default:
		}
	}()
}

// end gives a key up that somebody else should have.
func (s *Sharer) end(key placement.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.mine[key]; o != nil {
		o.stop(ErrMoved)
	}
}

// releaseWithin is how long a key may take to be given back. Then it expires.
const releaseWithin = 2 * time.Second

// have does the work of one key, and reports whether that failed.
func (s *Sharer) have(ctx context.Context, o *one, work Work) (failed bool) {
	began := time.Now()
	hold, err := s.Membership.Claim(ctx, o.key)
	if err != nil {
		if _, taken := errors.AsType[*membership.TakenError](err); !taken && ctx.Err() == nil {
			s.Log.Warn("not claimed, trying again", "key", string(o.key), "err", err)
		}
		return ctx.Err() == nil
	}
	s.Log.Info("claimed", "key", string(o.key), "after", time.Since(began).Round(time.Millisecond))
	go func() {
		select {
		case <-hold.Lost():
			o.stop(ErrLost)
		case <-ctx.Done():
		}
	}()
	err = work(ctx, func() error { return held(hold, time.Now()) })
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, ErrLost):
		s.Log.Warn("lost", "key", string(o.key), "why", hold.Why())
	case err != nil:
		s.Log.Warn("given up", "key", string(o.key), "err", err)
	default:
		s.Log.Info("given up", "key", string(o.key))
	}
	releasing, cancel := context.WithTimeout(context.Background(), releaseWithin)
	defer cancel()
	if err := hold.Release(releasing); err != nil {
		s.Log.Warn("not given back, it expires", "key", string(o.key), "err", err)
	}
	return err != nil && cause == nil
}

// held fails once a key is lost, or may be by either clock: the one that never jumps,
// in now, and the one on the wall. The first stands still while the machine sleeps,
// and others' time goes on; the second may be set back.
func held(hold *membership.Hold, now time.Time) error {
	if why := hold.Why(); why != nil {
		return fmt.Errorf("%s: %w: %w", hold.Key(), why, journal.ErrConflict)
	}
	until, is := hold.Held()
	if !is || now.Round(0).After(until.Round(0)) {
		return fmt.Errorf("%s is not renewed yet: %w", hold.Key(), journal.ErrAway)
	}
	return nil
}
