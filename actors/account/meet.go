package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/sourcegraph/conc"

	"familiar/actors/adapter"
	"familiar/messages"
)

// meetWithin is how long an account may take to say who it is. The start waits
// that long for the slowest, at most; one that takes longer is asked again
// after pauses that double from meetPause to meetPauseMax, while the others
// work.
const (
	meetWithin   = 10 * time.Second
	meetPause    = time.Second
	meetPauseMax = time.Minute
)

// A Meeting is what came of asking an account who it is.
type Meeting struct {
	Me      messages.Author // zero: it is nobody on its network
	Members bool            // its network can be asked who is in a channel
	History bool            // and what was said there before
	Replies bool            // people can reply to a line there
	Reacts  bool            // familiars can react to a line there
	Err     error           // wraps adapter.ErrGone: asking again is of no use
}

// ErrElsewhere says that it isn't this process's to ask an account who it is.
var ErrElsewhere = errors.New("another process has the account, or nobody yet")

// Stranger is the meeting of an account that is not asked who it is, and why it isn't.
func Stranger(c Connection, err error) (m Meeting) {
	m.Members = adapter.Can[adapter.MemberLister](c.Adapter) != nil
	m.History = adapter.Can[adapter.Historian](c.Adapter) != nil
	m.Reacts = adapter.Can[adapter.Reactor](c.Adapter) != nil
	if replier, ok := c.Adapter.(adapter.Replier); ok {
		m.Replies = replier.HasReplies()
	}
	m.Err = err
	return m
}

// whois asks an account who it is.
func (as *Accounts) whois(ctx context.Context, c Connection) Meeting {
	identifier, ok := c.Adapter.(adapter.Identifier)
	if !ok {
		return Stranger(c, nil)
	}
	ctx, cancel := context.WithTimeout(ctx, meetWithin)
	defer cancel()
	var me messages.Author
	err := adapter.Fenced(as.Log, c.Account, "identity", func() (err error) {
		me, err = identifier.Identity(ctx)
		return err
	})
	if err != nil {
		return Stranger(c, fmt.Errorf("account %s doesn't say who it is: %w", c.Account, err))
	}
	m := Stranger(c, nil) // what its network can do, it may know only now
	m.Me = me
	return m
}

// Meet asks all accounts that are not open yet, at the same time.
func (as *Accounts) Meet(ctx context.Context, connections []Connection) map[messages.AccountID]Meeting {
	fresh := make(map[messages.AccountID]Connection)
	for _, c := range connections {
		if s := as.session(c.Account); s == nil || s.Adapter != c.Adapter {
			fresh[c.Account] = c
		}
	}
	ids := slices.Collect(maps.Keys(fresh))
	answers := make([]Meeting, len(ids))
	var asking conc.WaitGroup
	for i, id := range ids {
		asking.Go(func() { answers[i] = as.whois(ctx, fresh[id]) }) // each waits for a network of its own
	}
	asking.Wait()
	all := make(map[messages.AccountID]Meeting, len(ids))
	for i, id := range ids {
		all[id] = answers[i]
	}
	return all
}

// NoneMet says why not one of the accounts can start; nil if one can, or waits for
// its network to come.
func NoneMet(all map[messages.AccountID]Meeting) error {
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if all[id].Err == nil || errors.Is(all[id].Err, adapter.ErrAwaited) {
			return nil
		}
		errs = append(errs, all[id].Err)
	}
	return errors.Join(errs...)
}

// Gone says why an account will never say who it is; nil if there is none.
func Gone(all map[messages.AccountID]Meeting) error {
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if err := all[id].Err; errors.Is(err, adapter.ErrGone) {
			return err
		}
	}
	return nil
}

// askIdentity asks a stranger once more.
func (a *account) askIdentity() {
	s, try := a.session, a.session.next()
	ctx, cut := context.WithCancel(s.hearing)
	a.cut = cut
	a.call(s, try, func() {
		m := a.whois(ctx, s.Connection)
		answer := met{session: s, try: try, err: m.Err}
		if m.Err == nil && ctx.Err() == nil {
			answer.wanted = a.Met(ctx, s.Account, m)
		}
		a.notify(s, answer)
	})
}

// introduced follows what a stranger said.
func (a *account) introduced(m met) {
	a.cut()
	switch {
	case m.session.hearing.Err() != nil:
		a.end("")
	case errors.Is(m.err, adapter.ErrGone):
		a.Log.Error("account has ended", "account", string(m.session.Account), "err", m.err)
		a.end(m.err.Error())
	case m.err != nil:
		a.pause = min(2*a.pause, meetPauseMax)
		a.rest(cmp.Or(adapter.PauseOf(m.err), a.pause))
	case !m.wanted:
		a.end("")
	default:
		a.begin()
	}
}
