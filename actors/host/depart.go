package host

import (
	"fmt"
	"time"
)

// depart removes the actor from memory if it is at rest: save, close the lease,
// leave. The save comes first, while messages may still arrive; if one did, the
// lease can't be closed and the actor stays.
func (s *Self) depart() {
	c := s.core
	if s.lease.isClosed() { // Stopped ended the goroutine of the first try
		s.leaveMemory()
		return
	}
	leaving := s.leaving()
	if now := c.now(); s.lease.count() > 0 {
		s.stayInMemory(now + s.idle())
		return
	} else if at := s.idleAt(); at > now && !leaving {
		s.stayInMemory(at)
		return
	}
	err := s.save()
	if err != nil {
		c.logUnsaved(s.Key(), err)
	}
	if f := s.failed; f != nil {
		s.failed = nil
		err = fmt.Errorf("panic: %v", f.Value)
	}
	if err != nil && !leaving || !s.lease.close() {
		s.stayInMemory(c.now() + s.idle())
		return
	}
	if c.draining.Load() {
		c.tally.leaves(s.Key(), err)
	}
	s.leaveMemory()
}

// stayInMemory keeps the actor; it is checked again at the given time or, where it is to
// leave, as soon as it is at rest.
func (s *Self) stayInMemory(at time.Duration) {
	c := s.core
	c.gate.done(s)
	switch {
	case s.leaving():
		if s.lease.count() == 0 { // it came to rest before the gate was done
			c.gate.admit(s)
		}
	case s.kind.Idle > 0:
		c.idle.add(s, at)
	}
}

// leaveMemory removes the actor, whose lease is closed, from memory. The handler's
// last call comes before the table admits a new incarnation.
func (s *Self) leaveMemory() {
	s.stop()
	(*process)(s).Shutdown()
	s.core.table.remove(s)
	s.core.gate.done(s)
	s.core.tally.gone()
}
