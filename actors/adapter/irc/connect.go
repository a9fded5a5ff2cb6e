package irc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/actors/adapter"
)

// connect returns the connection there is, or makes one, no sooner than
// Config.Again after the last was lost. An error that wraps
// [adapter.ErrGone] comes back each time.
func (a *Account) connect(ctx context.Context) (*link, error) {
	select {
	case a.dial <- struct{}{}:
		defer func() { <-a.dial }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	a.mu.Lock()
	link, lost, gone := a.link, a.lost, a.gone
	a.mu.Unlock()
	switch {
	case gone != nil:
		return nil, gone
	case link != nil && link.alive():
		return link, nil
	case link != nil: // it is going; while it has our nick we couldn't
		<-link.done
	case !lost.IsZero():
		if err := pause(ctx, time.Until(lost.Add(a.Again))); err != nil {
			return nil, err
		}
	}
	link, err := open(ctx, a)
	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil {
		a.lost = time.Now()
		a.Circle.rename(a.id, "") // it may have been welcomed
		if errors.Is(err, adapter.ErrGone) {
			a.gone = err
		}
		return nil, fmt.Errorf("irc: %s: %w", a.Server, err)
	}
	a.link = link
	a.lingers()
	go link.run() // not before: the end of an unknown connection would go unnoticed
	go link.keepIn()
	return link, nil
}

// ended is told that a connection is over.
func (a *Account) ended(l *link) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.link == l {
		a.link, a.lost = nil, time.Now()
		a.Circle.rename(a.id, "")
	}
	if errors.Is(l.err, adapter.ErrGone) {
		a.gone = fmt.Errorf("irc: %s: %w", a.Server, l.err)
	}
}

// lingers has the connection go in a while if nobody listens. The lock is
// held.
func (a *Account) lingers() {
	if a.leave != nil {
		a.leave.Stop()
		a.leave = nil
	}
	if !a.listening && a.link != nil {
		a.leave = time.AfterFunc(a.Linger, a.leaveUnheard)
	}
}

// Close implements adapter.Closer. It leaves the network now, if the account is there: without it a
// connection that nobody listens on stays for Config.Linger. What is posted
// later connects again.
func (a *Account) Close() {
	a.mu.Lock()
	l := a.link
	a.mu.Unlock()
	if l != nil {
		l.quit()
	}
}

// Gone returns why the account has ended for good, or nil. Only a new account
// can try again.
func (a *Account) Gone() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.gone
}

// leaveUnheard leaves the network unless somebody listens. Whoever begins to
// while it leaves makes another connection.
func (a *Account) leaveUnheard() {
	a.mu.Lock()
	l := a.link
	if l == nil || a.listening {
		a.mu.Unlock()
		return
	}
	l.cancel()
	a.mu.Unlock()
	l.quit()
}
