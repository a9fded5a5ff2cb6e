// Package account keeps the accounts of the process connected. Each is an actor:
// it finds out who it is on its network, listens, posts what the outbox has for
// it, comes back after growing pauses when its network is lost, and ends when
// that is of no use any more. Calls of a network's client run in goroutines of
// their own, so that an actor never waits; what came of them is a message.
//
//	account.go     the actor
//	accounts.go    which accounts there are
//	session.go     one connection of an account
//	meet.go        who it is on its network
//	presence.go    which accounts are away
//	courtesies.go  what a channel orders besides posts
//	inquire.go     what a channel asks its network
//	places.go      what people call a channel
package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/host"
	"familiar/messages"
)

// Kind is this actor's kind in the host.
const Kind = "account"

// Key is where an account is reached.
func Key(id messages.AccountID) host.Key { return host.Key{Kind: Kind, ID: string(id)} }

// What an account is sent. Each says of which session it is, for another may
// have taken its place.
type (
	// opened has the account begin.
	opened struct{ session *session }
	// again says that a pause is over.
	again struct {
		session *session
		try     int
	}
	// met is what came of asking a stranger who it is.
	met struct {
		session *session
		try     int
		err     error // still a stranger
		wanted  bool  // it is known, and nobody has taken it away meanwhile
	}
	// lost says that a connection has ended.
	lost struct {
		session *session
		try     int
		heard   bool // something was heard on it
		err     error
	}
	// deafened says that the account is to listen no more.
	deafened struct{ session *session }
	// crashed says that a call has panicked past its fence.
	crashed struct {
		session *session
		try     int
		value   any
	}
)

// Self is what an account needs of its place in the host.
type Self interface {
	Key() host.Key
	// After sends msg to this very handler once d has passed.
	After(d time.Duration, msg any) *time.Timer
	// Remade says whether an earlier handler was dropped after a panic.
	Remade() bool
	// Report says how the actor stands, for inspection.
	Report(state string)
}

// An account is the actor; it implements host.Handler.
type account struct {
	*Accounts
	self    Self
	session *session // nil: none was opened yet
	pause   time.Duration
	rests   *time.Timer        // of the pause that is on; nil: none is
	cut     context.CancelFunc // ends the call of the network's client that is under way
}

// Make makes the actor of one account. One that takes the place of another,
// which panicked, connects anew.
func (as *Accounts) Make(self *host.Self) host.Handler { return as.newAccount(self) }

func (as *Accounts) newAccount(self Self) *account {
	a := &account{Accounts: as, self: self, cut: func() {}}
	if s := as.session(messages.AccountID(self.Key().ID)); s != nil && self.Remade() {
		a.open(s)
	}
	return a
}

// Receive implements host.Handler.
func (a *account) Receive(msg any) {
	switch m := msg.(type) {
	case opened:
		if s := a.Accounts.session(m.session.Account); s == m.session || m.session.hearing.Err() == nil {
			a.open(m.session)
		} else { // another has taken its place already
			m.session.abandon(a.Accounts)
		}
	case again:
		if a.current(m.session, m.try) {
			a.rests = nil
			a.goOn()
		}
	case met:
		if a.answered(m.session, m.try) {
			a.introduced(m)
		}
	case lost:
		if a.answered(m.session, m.try) {
			a.listened(m)
		}
	case crashed:
		if a.answered(m.session, m.try) {
			panic(m.value) // the host makes another, after a pause
		}
	case deafened:
		if m.session == a.session && a.rests != nil { // else the call that is under way ends, and says so
			a.end("")
		}
	}
}

// current reports whether a message is of the try that is under way.
func (a *account) current(s *session, try int) bool { return s == a.session && try == s.tries }

// answered is current for what came of a call. A session that another has taken
// the place of is over with its last call.
func (a *account) answered(s *session, try int) bool {
	if s != a.session {
		s.conclude()
	}
	return a.current(s, try)
}

// open begins with a session, in place of the one before.
func (a *account) open(s *session) {
	if s == a.session {
		return
	}
	if a.rests != nil { // else a call is under way, and says that it is over
		a.session.conclude()
	}
	a.stopWaiting()
	a.session, a.pause = s, meetPause
	switch {
	case errors.Is(s.unknown, adapter.ErrGone):
		a.end(s.unknown.Error())
	case s.over():
		a.end("")
	case s.runner != nil: // it listened before its handler was dropped
		a.connect()
	case s.unknown != nil:
		a.self.Report("does not know who it is")
		a.rest(meetPause)
	default:
		a.begin()
	}
}

// goOn does after a pause what is to be done.
func (a *account) goOn() {
	switch {
	case a.session.hearing.Err() != nil:
		a.end("")
	case a.session.runner == nil:
		a.askIdentity()
	default:
		a.connect()
	}
}

// begin has a known account post and listen.
func (a *account) begin() {
	a.session.begin(a.Accounts)
	a.connect()
}

// connect listens once.
func (a *account) connect() {
	s, try := a.session, a.session.next()
	ctx, cut := context.WithCancel(s.hearing)
	a.cut = cut
	a.Presence.Listening(s.Account, true, time.Now())
	a.self.Report("listens")
	a.call(s, try, func() {
		m := lost{session: s, try: try}
		m.heard, m.err = s.listen(ctx)
		a.notify(s, m)
	})
}

// listened follows a connection that has ended: there is another one after a
// pause, or the account ends.
func (a *account) listened(m lost) {
	s := m.session
	a.cut()
	if s.hearing.Err() == nil {
		a.Presence.Listening(s.Account, false, time.Now())
	}
	pause, goesOn, err := s.runner.Lost(s.hearing, m.heard, m.err)
	switch {
	case err != nil:
		a.Log.Error("account has ended", "account", string(s.Account), "err", err)
		a.end(err.Error())
	case !goesOn:
		a.end("")
	default:
		a.self.Report(fmt.Sprintf("has lost its network, tries again after %v", pause))
		a.rest(pause)
	}
}

// rest pauses before the next try.
func (a *account) rest(pause time.Duration) {
	s := a.session
	a.rests = a.self.After(pause, again{s, s.next()})
	if s.hearing.Err() != nil { // deafened came before the pause, or comes to nobody
		a.end("")
	}
}

// end says that the account listens no more; why is shown by inspection.
func (a *account) end(why string) {
	a.stopWaiting()
	if why != "" {
		why = ": " + why
	}
	a.self.Report("ended" + why)
	a.session.conclude()
}

// stopWaiting ends what the actor waits for.
func (a *account) stopWaiting() {
	a.cut()
	if a.rests != nil {
		a.rests.Stop()
		a.rests = nil
	}
}

// Save implements host.Handler: there is nothing to keep.
func (*account) Save(context.Context) error { return nil }

// Stopped implements host.Handler. A session that goes on is the next handler's.
func (a *account) Stopped() { a.stopWaiting() }
