package adapter

import (
	"sync"

	"familiar/messages"
)

// settledKept is how many outcomes a runner remembers: more than an outbox
// holds of posts that are delivered and not yet removed.
const settledKept = 4096

// settled remembers what became of the newest posts. An outbox that is asked
// again hands over posts that are delivered and not yet removed; they must
// not be said twice.
type settled struct {
	mu       sync.Mutex // the workers share it
	outcomes map[messages.PostID]messages.Event
	order    []messages.PostID // a ring once it is full
	old      int
}

func newSettled() settled { return settled{outcomes: map[messages.PostID]messages.Event{}} }

func (s *settled) get(id messages.PostID) (messages.Event, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	outcome, ok := s.outcomes[id]
	return outcome, ok
}

func (s *settled) add(id messages.PostID, outcome messages.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.outcomes[id]; known {
		return
	}
	s.outcomes[id] = outcome
	if len(s.order) < settledKept {
		s.order = append(s.order, id)
		return
	}
	delete(s.outcomes, s.order[s.old])
	s.order[s.old] = id
	s.old = (s.old + 1) % settledKept
}
