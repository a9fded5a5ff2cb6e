package budget

import (
	"time"

	"familiar/policy/budget"
)

// A sharing is how a purse stands to the other processes'.
type sharing struct {
	member    *member   // nil: there are no others
	since     time.Time // when the exchange began that runs; zero: none does
	processes int       // that worked when the others were heard last
	unheard   bool      // they can't be told now
	timer     *time.Timer
}

type (
	exchange  struct{} // is due
	exchanged struct { // has ended
		by     *member
		others []*budget.Ledger
		err    error
	}
)

// join becomes one of those that share a pool. A pool that can't be read is tried
// again.
func (p *Purse) join(pool Pool) []budget.Change {
	p.sharing = sharing{member: newMember(pool, p.Config, nil), processes: p.processes()}
	p.sharing.member.recount(&p.ledger, p.now(), nil) // nothing is known yet
	others, err := p.sharing.member.exchange()
	p.sharing.timer = p.self.After(exchangeEvery, exchange{})
	return p.heard(exchanged{p.sharing.member, others, err})
}

// beginExchange asks the pool, unless it still does.
func (p *Purse) beginExchange() []budget.Change {
	s := &p.sharing
	s.timer = p.self.After(exchangeEvery, exchange{})
	if !s.since.IsZero() {
		if time.Since(s.since) < heardWithin {
			return nil
		}
		return p.unheard(nil)
	}
	s.since = time.Now()
	go func(m *member) {
		others, err := m.exchange()
		_ = p.self.Tell(exchanged{m, others, err}) // who has left needs no answer
	}(s.member)
	return nil
}

// heard counts anew with what the others spent.
func (p *Purse) heard(e exchanged) []budget.Change {
	s := &p.sharing
	if e.by != s.member {
		return nil // an earlier handler's
	}
	s.since = time.Time{}
	if e.others == nil {
		return p.unheard(e.err)
	}
	if e.err != nil {
		p.Log.Warn("costs of processes that are gone not put together, trying again", "err", e.err)
	}
	s.processes = p.processes()
	changes := s.member.recount(&p.ledger, p.now(), e.others)
	if s.unheard {
		s.unheard = false
		p.Log.Info("other processes' costs are known again")
	}
	return changes
}

// unheard divides what was left when the others were heard last.
func (p *Purse) unheard(err error) []budget.Change {
	s := &p.sharing
	if s.unheard {
		return nil
	}
	s.unheard = true
	p.Log.Warn("other processes' costs not known, spending this one's part of what was left", "processes", s.processes, "err", err)
	return p.ledger.Alone(p.now(), s.processes-1, p.Config(), nil)
}

func (p *Purse) processes() int {
	if p.Processes == nil {
		return 1
	}
	return max(1, p.Processes())
}
