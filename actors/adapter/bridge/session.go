package bridge

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/control/wire"
	"familiar/messages"
)

// A bridge that says nothing for silentAfter is away: it asks for orders at least twice
// as often. An account is wanted for wantedFor after somebody last asked for its network,
// which accounts do every few seconds.
const (
	silentAfter = time.Minute
	wantedFor   = 15 * time.Second
)

// A session is one bridge, from its hello on. The account's lock guards it.
type session struct {
	id   string
	can  []string
	seen time.Time       // when its last request came or ended
	asks int             // requests under way
	over context.Context // ends once another has taken its place
	end  context.CancelFunc
}

// away reports whether nothing has come from it for too long.
func (s *session) away(now time.Time) bool {
	return s == nil || s.asks == 0 && now.Sub(s.seen) >= silentAfter
}

// greet begins a session in place of the one before, whose orders are lost with it.
func (a *Account) greet(h hello) (welcome, error) {
	if err := checkID("me.id", h.Me.ID); err != nil {
		return welcome{}, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	switch {
	case a.isElsewhere(now):
		return welcome{}, wire.Refuse(http.StatusServiceUnavailable, a.notHere())
	case a.me.ID != "" && a.me.ID != messages.PersonID(h.Me.ID):
		return welcome{}, wire.Refuse(http.StatusConflict, fmt.Sprintf("me.id: this account has been %.80q since the program started: an account is one identity, so use another account for %.80q, or restart familiar", a.me.ID, h.Me.ID))
	}
	if old := a.session; old != nil {
		if !old.away(now) {
			a.log.Warn("another bridge has taken the account over")
		}
		copy(a.replaced[1:], a.replaced[:])
		a.replaced[0] = old.id
		old.end()
		a.orders.lose()
	}
	if a.me.ID == "" {
		a.me = messages.Author{ID: messages.PersonID(h.Me.ID), Name: adapter.CleanName(h.Me.Name, nameMost), Bot: true}
	}
	s := &session{id: rand.Text(), can: known(h.Can), seen: now}
	s.over, s.end = context.WithCancel(context.Background())
	a.session = s
	close(a.came)
	a.came = make(chan struct{})
	a.log.Info("bridge has come", "can", s.can)
	return welcome{Session: s.id, Account: a.id, Can: s.can}, nil
}

// isElsewhere reports whether nobody here has asked for the network for so long that the
// account is another process's. The lock is held.
func (a *Account) isElsewhere(now time.Time) bool {
	return !a.ear.IsOpen() && now.Sub(a.wanted) >= wantedFor
}

// notHere says where the account's bridge may try.
func (a *Account) notHere() string {
	if a.elsewhere != nil {
		if where := a.elsewhere.Where(); where != "" {
			return fmt.Sprintf("the account is not connected by this process but by %s: say hello there", where)
		}
	}
	return "the account is not connected by this process: say hello again later, or to another process of the deployment"
}

// enter begins a request of a session; leave ends it. A session ends where the account is
// another process's now: else its bridge would never learn that it is to go there.
func (a *Account) enter(id string) (s *session, leave func(), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.session != nil && a.isElsewhere(time.Now()) {
		a.log.Info("bridge is sent elsewhere: the account is not this process's any more")
		a.session.end()
		a.session = nil
		a.orders.lose()
	}
	switch s = a.session; {
	case s != nil && s.id == id:
	case slices.Contains(a.replaced[:], id):
		return nil, nil, wire.Refuse(http.StatusConflict, "another bridge has said hello for this account: end this one, only one can serve it")
	default:
		return nil, nil, wire.Refuse(http.StatusGone, "no such session, as after familiar has started anew: say hello again, and send again what was not taken")
	}
	s.asks++
	s.seen = time.Now()
	return s, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		s.asks--
		s.seen = time.Now()
	}, nil
}

// want says that somebody asks for the network, and returns the bridge that is there,
// if any, and what is closed when the next one comes.
func (a *Account) want() (s *session, came <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.wanted = time.Now()
	if a.session.away(a.wanted) {
		return nil, a.came
	}
	return a.session, a.came
}

// await waits until a bridge is there, at most so long.
func (a *Account) await(ctx context.Context, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		s, came := a.want()
		if s != nil {
			return true
		}
		select {
		case <-came:
		case <-ctx.Done():
			return false
		}
	}
}
