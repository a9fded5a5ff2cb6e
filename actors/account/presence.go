package account

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"familiar/messages"
)

// An account is away once it has been without its network for awayAfter, and
// back once it has listened for backAfter: a connection that is lost as soon
// as it is made is none.
const (
	awayAfter = 30 * time.Second
	backAfter = 5 * time.Second
)

// Presence knows which accounts are away. Each account's actor tells it, one
// goroutine looks, and channels ask. Make it with [NewPresence].
type Presence struct {
	accounts sync.Map                                    // messages.AccountID → *atomic.Pointer[attendance]
	absent   atomic.Pointer[map[messages.AccountID]bool] // away when last looked at; replaced, never changed
}

// An attendance is what is known of one account's connection.
type attendance struct {
	listens bool
	since   time.Time // when listens became what it is
	lost    time.Time // since when it hasn't listened for backAfter at once; zero: it does
	missing bool      // it has never listened, for it doesn't know who it is
	limited time.Time // until when its network wanted no post
}

// NewPresence returns a Presence of no account.
func NewPresence() *Presence {
	p := &Presence{}
	p.absent.Store(&map[messages.AccountID]bool{})
	return p
}

// Listening says that an account begins to listen, or has lost its network.
func (p *Presence) Listening(id messages.AccountID, on bool, now time.Time) {
	p.update(id, func(a attendance) attendance {
		a.missing = false
		if a.steady(now) {
			a.lost = time.Time{}
		}
		if !on && a.lost.IsZero() {
			a.lost = now
		}
		a.listens, a.since = on, now
		return a
	})
}

// missing says that an account can't listen yet: it is away at once.
func (p *Presence) missing(id messages.AccountID) {
	p.update(id, func(a attendance) attendance {
		a.missing = true
		return a
	})
}

// limited says until when an account's network wants no post.
func (p *Presence) limited(id messages.AccountID, until time.Time) {
	p.update(id, func(a attendance) attendance {
		if until.After(a.limited) {
			a.limited = until
		}
		return a
	})
}

// LimitedUntil returns until when an account's network wants no post; zero: it takes them.
func (p *Presence) LimitedUntil(id messages.AccountID, now time.Time) time.Time {
	if a := p.of(id); a.limited.After(now) {
		return a.limited
	}
	return time.Time{}
}

// update puts in place of what is known of an account what follows from it.
func (p *Presence) update(id messages.AccountID, follow func(attendance) attendance) {
	kept, _ := p.accounts.LoadOrStore(id, new(atomic.Pointer[attendance]))
	at := kept.(*atomic.Pointer[attendance])
	for {
		old := at.Load()
		var now attendance
		if old != nil {
			now = *old
		}
		now = follow(now)
		if at.CompareAndSwap(old, &now) {
			return
		}
	}
}

func (a *attendance) steady(now time.Time) bool { return a.listens && now.Sub(a.since) >= backAfter }

func (a *attendance) away(now time.Time) bool {
	return a.missing || !a.lost.IsZero() && !a.steady(now) && now.Sub(a.lost) >= awayAfter
}

// Look brings up to date who is away, and reports whether that changed.
func (p *Presence) Look(now time.Time) bool {
	absent := make(map[messages.AccountID]bool)
	p.accounts.Range(func(id, kept any) bool {
		if a := kept.(*atomic.Pointer[attendance]).Load(); a != nil && a.away(now) {
			absent[id.(messages.AccountID)] = true
		}
		return true
	})
	return !maps.Equal(absent, *p.absent.Swap(&absent))
}

// IsAbsent reports whether the account was away when last looked at.
func (p *Presence) IsAbsent(id messages.AccountID) bool { return (*p.absent.Load())[id] }

// Listens reports whether the account has its network now.
func (p *Presence) Listens(id messages.AccountID) bool {
	listens, _ := p.Since(id)
	return listens
}

// Since reports whether the account has its network now, and since when that is so;
// zero: it has neither listened nor lost its network yet.
func (p *Presence) Since(id messages.AccountID) (listens bool, since time.Time) {
	a := p.of(id)
	return a.listens, a.since
}

// of returns what is known of an account.
func (p *Presence) of(id messages.AccountID) (a attendance) {
	if kept, known := p.accounts.Load(id); known {
		if known := kept.(*atomic.Pointer[attendance]).Load(); known != nil {
			a = *known
		}
	}
	return a
}
