package app

import (
	"context"
	"maps"
	"sync"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

// An account is away once it has been without its network for awayAfter, and
// back once it has listened for backAfter: a connection that is lost as soon
// as it is made is none. Both are looked at every attendEvery.
const (
	awayAfter   = 30 * time.Second
	backAfter   = 5 * time.Second
	attendEvery = 5 * time.Second
)

// presence knows which accounts are away. Their readers tell it and channels
// ask it, each in a goroutine of its own: hence the lock.
type presence struct {
	mu       sync.Mutex
	accounts map[messages.AccountID]*attendance
	absent   map[messages.AccountID]bool // away when last looked at; replaced, never changed
}

// An attendance is what is known of one account's connection.
type attendance struct {
	listens bool
	since   time.Time // when listens became what it is
	lost    time.Time // since when it hasn't listened for backAfter at once; zero: it does
	missing bool      // it has never listened, for it doesn't know who it is
}

func newPresence() *presence {
	return &presence{accounts: make(map[messages.AccountID]*attendance)}
}

// listening says that an account begins to listen, or has lost its network.
func (p *presence) listening(id messages.AccountID, on bool, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.of(id)
	a.missing = false
	if a.steady(now) {
		a.lost = time.Time{}
	}
	if !on && a.lost.IsZero() {
		a.lost = now
	}
	a.listens, a.since = on, now
}

// missing says that an account can't listen yet: it is away at once.
func (p *presence) missing(id messages.AccountID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of(id).missing = true
}

// of gives what is known of an account. The lock is held.
func (p *presence) of(id messages.AccountID) *attendance {
	if p.accounts[id] == nil {
		p.accounts[id] = &attendance{}
	}
	return p.accounts[id]
}

func (a *attendance) steady(now time.Time) bool { return a.listens && now.Sub(a.since) >= backAfter }

func (a *attendance) away(now time.Time) bool {
	return a.missing || !a.lost.IsZero() && !a.steady(now) && now.Sub(a.lost) >= awayAfter
}

// look brings up to date who is away, and reports whether that changed.
func (p *presence) look(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	absent := make(map[messages.AccountID]bool)
	for id, a := range p.accounts {
		if a.away(now) {
			absent[id] = true
		}
	}
	changed := !maps.Equal(absent, p.absent)
	p.absent = absent
	return changed
}

// isAbsent reports whether the account was away when last looked at.
func (p *presence) isAbsent(id messages.AccountID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.absent[id]
}

// listens reports whether the account has its network now.
func (p *presence) listens(id messages.AccountID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.accounts[id]
	return a != nil && a.listens
}

// attend tells the channels in memory when somebody goes or comes back; others
// ask when they wake.
func (a *App) attend(ctx context.Context) {
	tick := time.NewTicker(attendEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if a.presence.look(now) {
				a.host.Each(channel.Kind, func(id string) { a.send(channel.Key(messages.ChannelID(id)), channel.Attend{}) })
			}
		}
	}
}
