package sharing

import (
	"errors"
	"time"

	"familiar/cluster/membership"
	"familiar/cluster/placement"
	"familiar/telemetry"
)

// Why a share comes here, in the words of docs/observability.md.
const (
	causeFirst      = "first"      // nobody is known to have had it
	causeAgain      = "again"      // this process had it last
	causeDied       = "died"       // who had it didn't renew it
	causeDrained    = "drained"    // who had it stops
	causeRebalanced = "rebalanced" // who had it goes on
)

// Why a share leaves.
const (
	causeMoved  = "moved"  // somebody else should have it
	causeStops  = "stops"  // this process stops
	causeLost   = "lost"   // this process didn't renew it in time
	causeFailed = "failed" // its work can't go on
)

// why returns the cause of a take-over.
func (s *Sharer) why(left membership.Leaving) string {
	switch {
	case left.How == "":
		return causeFirst
	case left.By == s.Membership.ID():
		return causeAgain
	case left.How == membership.Expired:
		return causeDied
	case left.How == membership.Drained:
		return causeDrained
	default:
		return causeRebalanced
	}
}

// leaving returns the cause of a giving up, of how its context ended; nil: it lasts.
func leaving(cause error) string {
	switch {
	case errors.Is(cause, errStops):
		return causeStops
	case errors.Is(cause, ErrMoved):
		return causeMoved
	case errors.Is(cause, ErrLost):
		return causeLost
	default:
		return causeFailed
	}
}

// seen is what a look at the deployment saw.
type seen struct {
	shares  map[string]shares // of partitions, accounts and shards
	members map[string]bool   // by id; nil: nobody has looked yet
	states  map[state]int
}

// shares is how many of a kind are where.
type shares struct{ held, wanted, unheld int }

// A state is what processes are counted by.
type state struct{ does, version string }

// see returns who is there.
func see(all []membership.Member, working []placement.Member) seen {
	now := seen{shares: map[string]shares{}, members: map[string]bool{}, states: map[state]int{}}
	for i, m := range all {
		now.members[m.ID] = true
		does := "works"
		if m.Draining {
			does = "drains"
		} else if working[i].Draining {
			does = "waits"
		}
		now.states[state{does, m.Version}]++
	}
	return now
}

// count counts where the keys of one kind of share are.
func (n seen) count(self string, tasks map[placement.Key]task, holders, wanted placement.Places) {
	for key, t := range tasks {
		all := n.shares[t.share]
		if holders[key] == self {
			all.held++
		}
		if wanted[key] == self {
			all.wanted++
		}
		if holders[key] == "" {
			all.unheld++
		}
		n.shares[t.share] = all
	}
}

// saw keeps what was seen, and counts who has entered since.
func (s *Sharer) saw(now seen) {
	s.mu.Lock()
	defer s.mu.Unlock()
	entered := 0
	for id := range now.members {
		if s.seen.members != nil && !s.seen.members[id] && id != s.Membership.ID() {
			entered++
		}
	}
	s.seen = now
	s.Telemetry.Joined(entered)
}

// measure shows readers of metrics what was seen last.
func (s *Sharer) measure() {
	each := func(name, what string, value func(shares) int) {
		s.Telemetry.Gauges(name, what, "", func(show func(float64, ...telemetry.Attr)) {
			for share, n := range s.now().shares {
				show(float64(value(n)), telemetry.Share.String(share))
			}
		})
	}
	each(telemetry.MetricHeld, "Partitions, accounts or shards that this process has.", func(n shares) int { return n.held })
	each(telemetry.MetricWanted, "Partitions, accounts or shards that this process should have.", func(n shares) int { return n.wanted })
	each(telemetry.MetricUnheld, "Partitions, accounts or shards that nobody has.", func(n shares) int { return n.unheld })
	s.Telemetry.Gauges(telemetry.MetricTaking, "Since the oldest take-over that is under way began.", "s", func(show func(float64, ...telemetry.Attr)) {
		oldest := map[string]time.Duration{aPartition: 0, anAccount: 0, aShard: 0}
		for _, o := range s.all() {
			oldest[o.task.share] = max(oldest[o.task.share], o.move.Age())
		}
		for share, age := range oldest {
			show(age.Seconds(), telemetry.Share.String(share))
		}
	})
	s.Telemetry.Gauges(telemetry.MetricMembers, "Processes of the deployment.", "", func(show func(float64, ...telemetry.Attr)) {
		for of, n := range s.now().states {
			show(float64(n), telemetry.State.String(of.does), telemetry.Version.String(of.version))
		}
	})
	s.Telemetry.Gauge(telemetry.MetricLateRenew, "Renewals of keys that nearly came too late.", s.Membership.LateRenewals)
}

// now returns what was seen last.
func (s *Sharer) now() seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}
