package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// ErrExited is the value of a failure whose handler ended its goroutine, by
// runtime.Goexit or a failed assertion of a test, instead of panicking.
var ErrExited = errors.New("host: handler ended its goroutine")

// A Failure is a handler call that panicked.
type Failure struct {
	Key     Key
	Msg     any    // nil: it was Save
	Value   any    // of the panic, or [ErrExited]
	Stack   []byte // of the panic
	Attempt int    // of Msg, from 1; 0 for Save
}

// deliver tries msg until a handler takes it or its attempts are used up. All
// it remembers is in s, because a handler may end the goroutine it runs in;
// then deliver is called again with the same message.
func (s *Self) deliver(msg any) {
	for int(s.attempt) < s.core.config.Attempts {
		s.awaitRestart()
		s.attempt++
		if s.try(msg) {
			s.attempt, s.failed = 0, nil
			return
		}
	}
	if last := s.failed; last != nil {
		s.failed = nil
		if !s.core.blameless(last.Value) {
			s.core.log("message dead-lettered", s.Key(), "attempts", last.Attempt)
		}
		s.deadLetter(*last)
	}
	s.attempt = 0
	s.restart()
}

// calmAfter is how long after its last panic an actor counts as if it had had
// none.
const calmAfter = 10 * time.Minute

// awaitRestart pauses before a panicked handler is replaced.
func (s *Self) awaitRestart() {
	if s.handler == nil && s.failures > 0 && s.kind.Restart != nil {
		s.kind.Restart(int(s.failures))
	}
}

// A revival stands in for the message of an actor that is remade without one.
type revival struct{}

// restart makes a new handler for a standing actor after the message that its
// last one failed at was given up.
func (s *Self) restart() {
	for tries := 0; s.kind.Restart != nil && s.handler == nil && tries < s.core.config.Attempts; tries++ {
		s.awaitRestart()
		s.try(revival{})
		s.failed = nil
	}
}

// try passes msg to the handler, made if there is none, and reports whether it
// returned.
func (s *Self) try(msg any) (ok bool) {
	defer func() {
		if !ok {
			f := s.failure(recover())
			f.Msg, f.Attempt = msg, int(s.attempt)
			s.failed = &f
			s.recovered(f)
		}
	}()
	if s.handler == nil {
		s.handler = s.kind.Make(s)
		if _, only := msg.(revival); only {
			return true
		}
	}
	s.remember(msg)
	s.handler.Receive(msg)
	return true
}

// save asks the handler to save; one that was never made, or was dropped, has
// nothing to save. A panic is left in s.failed, since save may not return.
func (s *Self) save() (err error) {
	if s.handler == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.kind.SaveTimeout)
	defer cancel()
	returned := false
	defer func() {
		if !returned {
			f := s.failure(recover())
			s.failed = &f
			s.recovered(f)
		}
	}()
	err = s.handler.Save(ctx)
	returned = true
	return err
}

// failure makes the record of a panic; it is called while the panic unwinds.
func (s *Self) failure(value any) Failure {
	if value == nil {
		value = ErrExited // panic(nil) has a value of its own
	}
	return Failure{Key: s.Key(), Value: value, Stack: debug.Stack()}
}

// recovered drops the handler and reports its failure.
func (s *Self) recovered(f Failure) {
	now := s.core.now()
	if now-s.failedAt > calmAfter {
		s.failures = 0
	}
	s.failures, s.failedAt = s.failures+1, now
	if s.core.blameless(f.Value) {
		s.core.logAt(slog.LevelDebug, "actor given up", s.Key(), "attempt", f.Attempt, "value", fmt.Sprint(f.Value))
	} else {
		s.panics.Add(1)
		s.core.log("actor panicked", s.Key(),
			"attempt", f.Attempt, "value", fmt.Sprint(f.Value), "stack", string(f.Stack))
	}
	s.drop()
}

// drop forgets the handler with its timers and holds: what it knew may be
// half done.
func (s *Self) drop() {
	s.mu.Lock()
	holds := s.holds
	s.life++
	s.holds = 0
	s.mu.Unlock()
	s.lease.release(int(holds)) // the caller that fences a call rests after it
	s.stop()
}

// stop gives the handler, if any, its last call.
func (s *Self) stop() {
	h := s.handler
	s.handler = nil
	if h == nil {
		return
	}
	returned := false
	defer func() {
		if !returned {
			s.core.log("stop panicked", s.Key(), "value", fmt.Sprint(recover()))
		}
	}()
	h.Stopped()
	returned = true
}

// deadLetter tells the app of a message that was given up. A panic of the app's ends
// here.
func (s *Self) deadLetter(f Failure) {
	if s.core.config.DeadLetter == nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			s.core.log("failure callback panicked", s.Key(), "value", fmt.Sprint(v))
		}
	}()
	s.core.config.DeadLetter(f)
}
