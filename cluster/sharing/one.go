package sharing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/cluster/membership"
	"familiar/cluster/placement"
	"familiar/journal"
	"familiar/telemetry"
)

// A one is a key from its claim to its release.
type one struct {
	key  placement.Key
	task task
	move *telemetry.Holding
	stop context.CancelCauseFunc
	over chan struct{} // closed once others may claim it
}

// begin claims a key, which somebody has left, and has its work done.
func (s *Sharer) begin(key placement.Key, t task, left membership.Leaving) {
	ctx, stop := context.WithCancelCause(context.Background())
	o := &one{key: key, task: t, stop: stop, over: make(chan struct{})}
	o.move = s.Telemetry.TakeOver(t.share, t.which, s.why(left), left.By)
	s.mu.Lock()
	s.mine[key] = o
	s.mu.Unlock()
	go func() {
		defer close(o.over)
		defer stop(nil)
		failed := s.have(ctx, o)
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
		o.leave(ErrMoved)
	}
}

// leave has the work end.
func (o *one) leave(cause error) {
	o.move.GiveUp(leaving(cause)) // first: what the work does from now on is part of that
	o.stop(cause)
}

// releaseWithin is how long a key may take to be given back. Then it expires.
const releaseWithin = 2 * time.Second

// have does the work of one key, and reports whether that failed.
func (s *Sharer) have(ctx context.Context, o *one) (failed bool) {
	began := time.Now()
	claimed := o.move.Stage(telemetry.StageClaim)
	hold, err := s.Membership.Claim(ctx, o.key)
	claimed(err)
	if err != nil {
		if _, taken := errors.AsType[*membership.TakenError](err); !taken && ctx.Err() == nil {
			s.Log.Warn("not claimed, trying again", "key", string(o.key), "err", err)
		}
		o.move.Over(err)
		return ctx.Err() == nil
	}
	s.Log.Info("claimed", "key", string(o.key), "after", time.Since(began).Round(time.Millisecond))
	go func() {
		select {
		case <-hold.Lost():
			if ctx.Err() == nil {
				s.Log.Warn("lost, another process may have it", "key", string(o.key), "why", hold.Why())
			}
			o.leave(ErrLost)
		case <-ctx.Done():
		}
	}()
	err = o.task.work(o.move.Under(ctx), func() error { return held(hold, time.Now()) })
	cause := context.Cause(ctx)
	o.move.GiveUp(leaving(cause)) // unless it was told to
	if err != nil {
		s.Log.Warn("given up", "key", string(o.key), "err", err)
	} else {
		s.Log.Info("given up", "key", string(o.key))
	}
	o.move.Over(errors.Join(err, s.release(o, hold)))
	return err != nil && cause == nil
}

// release gives a key back.
func (s *Sharer) release(o *one, hold *membership.Hold) error {
	ctx, cancel := context.WithTimeout(context.Background(), releaseWithin)
	defer cancel()
	released := o.move.Stage(telemetry.StageRelease)
	err := hold.Release(ctx)
	released(err)
	if err != nil {
		s.Log.Warn("not given back, it expires", "key", string(o.key), "err", err)
	}
	return err
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
