package gate

import (
	"time"

	"golang.org/x/time/rate"
)

// A limit in a Config is the deployment's. Where several processes work, each goes
// by its share.

// shareLooked is how long after its number has changed processes are divided anew for
// those that wait.
const shareLooked = time.Second

// A share is what one of several processes may do of a model's limits.
type share struct {
	concurrency int        // calls in flight at once
	rate        rate.Limit // calls started a second; 0: no limit
	burst       int        // of them at once
}

// share returns what one of so many processes may do: an equal part of each limit,
// rounded down, but one call at a time and one a minute at least, so that processes
// which are more than a limit together go beyond it.
func (c Config) share(processes int) share {
	processes = max(processes, 1)
	s := share{concurrency: max(1, c.Concurrency/processes)}
	if n := c.PerMinute; n > 0 {
		// The bucket holds ten seconds' worth, so that no minute has more
		// than a sixth over its measure.
		s.rate, s.burst = max(rate.Limit(n)/rate.Limit(processes), 1)/60, max(1, n/6/processes)
	}
	return s
}

// Divide has the gate go by its share of the limits where processes says that more
// than one work, this one among them. It may say another number each time, must not
// block, and is called with the gate's lock held. Calls under way go on: if they are
// more than the share, none starts until enough have ended. What a larger share allows
// comes with time, not at once. Divide is to be called before the first call goes through the
// gate; nil: one works.
func (g *Gate) Divide(processes func() int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.processes = processes
	if g.takeShare(time.Now()); g.rate != nil { // nothing has started: the bucket is as full as it may be
		g.rate = rate.NewLimiter(g.share.rate, g.share.burst)
	}
}

// takeShare takes the share that is this process's now. The lock is held.
func (g *Gate) takeShare(now time.Time) {
	if g.processes == nil {
		return
	}
	next := g.config.share(g.processes())
	if next == g.share {
		return
	}
	if g.share = next; g.rate != nil {
		g.rate.SetLimitAt(now, next.rate)
		g.rate.SetBurstAt(now, next.burst)
	}
}
