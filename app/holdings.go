package app

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"familiar/actors/account"
	"familiar/actors/adapter"
	"familiar/journal"
	"familiar/messages"
	"familiar/telemetry"
)

// holdings is which accounts are this process's.
type holdings struct {
	alone bool // all are

	mu          sync.Mutex
	connections []Connection  // of the configuration in force
	renewed     chan struct{} // closed when they are replaced; nil: nobody waits for that
	held        map[messages.AccountID]func() error
	known       map[messages.AccountID]account.Meeting // of these, who has said who it is
	elsewhere   map[messages.AccountID]account.Meeting // of others, as their processes say
	introduced  map[messages.AccountID]bool            // of these, who is in force
}

func newHoldings(alone bool) holdings {
	return holdings{
		alone: alone, held: map[messages.AccountID]func() error{}, known: map[messages.AccountID]account.Meeting{},
		elsewhere: map[messages.AccountID]account.Meeting{}, introduced: map[messages.AccountID]bool{},
	}
}

// errNotHeld says that another process may have an account.
var errNotHeld = fmt.Errorf("the account is not this process's: %w", journal.ErrConflict)

// connection returns the one of an account of the configuration.
func (h *holdings) connection(id messages.AccountID) (c Connection, is bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.find(id)
}

// find is connection. The lock is held.
func (h *holdings) find(id messages.AccountID) (c Connection, is bool) {
	k := slices.IndexFunc(h.connections, func(c Connection) bool { return c.Account == id })
	if k < 0 {
		return Connection{}, false
	}
	return h.connections[k], true
}

// follow is connection with a channel that is closed when a configuration comes into
// force.
func (h *holdings) follow(id messages.AccountID) (c Connection, renewed <-chan struct{}, is bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.renewed == nil {
		h.renewed = make(chan struct{})
	}
	c, is = h.find(id)
	return c, h.renewed, is
}

// check fails unless an account is this process's.
func (h *holdings) check(id messages.AccountID) error {
	h.mu.Lock()
	held, is := h.held[id]
	h.mu.Unlock()
	if !is {
		return errNotHeld
	}
	return held()
}

func (h *holdings) set(connections []Connection) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.connections = connections
	if h.renewed != nil {
		close(h.renewed)
		h.renewed = nil
	}
	gone := func(id messages.AccountID, _ account.Meeting) bool {
		_, is := h.find(id)
		return !is
	}
	maps.DeleteFunc(h.known, gone)
	maps.DeleteFunc(h.elsewhere, gone)
	maps.DeleteFunc(h.introduced, func(id messages.AccountID, _ bool) bool { return gone(id, account.Meeting{}) })
}

func (h *holdings) all() (ids []messages.AccountID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.connections {
		ids = append(ids, c.Account)
	}
	return ids
}

// take notes that an account is this process's, and returns its connection.
func (h *holdings) take(id messages.AccountID, held func() error) (c Connection, is bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c, is = h.find(id); is {
		h.held[id] = held
		delete(h.elsewhere, id) // it says itself who it is
	}
	return c, is
}

// met takes who an account of this process is, see account.Options.
func (a *App) met(ctx context.Context, id messages.AccountID, m account.Meeting) bool {
	a.holdings.know(id, m)
	wanted := a.inForce.Met(ctx, id, m)
	if wanted {
		a.remember(id, m)
	}
	return wanted
}

// isElsewhere reports whether an account is of the configuration and not this process's.
func (h *holdings) isElsewhere(id messages.AccountID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, here := h.held[id]
	_, is := h.find(id)
	return is && !here
}

// know notes who an account of this process is.
func (h *holdings) know(id messages.AccountID, m account.Meeting) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.known[id] = m
}

// attend returns the accounts of this process as others are told of them.
func (h *holdings) attend(presence *account.Presence) (all []attendance) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id := range h.held {
		m, known := h.known[id]
		at := attendanceOf(id, m)
		at.Known, at.Listens = known, presence.Listens(id)
		all = append(all, at)
	}
	return all
}

// learn notes who an account of another process is, and reports whether that is news.
func (h *holdings) learn(id messages.AccountID, m account.Meeting) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if was, known := h.elsewhere[id]; known && reflect.DeepEqual(was, m) {
		return false
	}
	h.elsewhere[id] = m
	return true
}

// introduce notes that what was learned of an account is in force.
func (h *holdings) introduce(id messages.AccountID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.introduced[id] = true
}

// anyUnknown reports whether there is an account of which nobody has said who it is.
func (h *holdings) anyUnknown() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.connections, func(c Connection) bool {
		_, everywhere := c.Adapter.(adapter.Everywhere)
		_, known := h.known[c.Account]
		return !everywhere && !known && !h.introduced[c.Account]
	})
}

// elsewhereOf returns what is known of an account that another process has.
func (h *holdings) elsewhereOf(id messages.AccountID) (m account.Meeting, is bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, here := h.held[id]; here {
		return account.Meeting{}, false
	}
	m, is = h.elsewhere[id]
	return m, is
}

// meetingOf returns what is known of an account that another process has.
func (h *holdings) meetingOf(c Connection) account.Meeting {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m, known := h.elsewhere[c.Account]; known {
		return m
	}
	return account.Stranger(c, account.ErrElsewhere)
}

// leave notes that an account is not this process's any more. Until the next one says
// who it is, it is who it was.
func (h *holdings) leave(id messages.AccountID) {
	h.mu.Lock()
	delete(h.held, id)
	m, known := h.known[id]
	h.mu.Unlock()
	if known {
		h.learn(id, m)
		h.introduce(id)
	}
}

// here returns the connections that this process has: those of its accounts, and the
// mute ones of accounts that listen everywhere.
func (h *holdings) here() (here []Connection) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.alone {
		return h.connections
	}
	for _, c := range h.connections {
		_, is := h.held[c.Account]
		if _, can := c.Adapter.(adapter.Everywhere); !is && can {
			c.Mute, is = true, true
		}
		if is {
			here = append(here, c)
		}
	}
	return here
}

// ownAccount has an account listen and post here until ctx ends.
func (a *App) ownAccount(ctx context.Context, id messages.AccountID, held func() error) error {
	c, is := a.holdings.take(id, held)
	if !is {
		return nil
	}
	move := telemetry.Held(ctx)
	a.outbox.Regain(id)
	identified := move.Stage(telemetry.StageIdentify)
	met := a.accounts.Meet(ctx, []Connection{c})
	m, asked := met[id]
	identified(m.Err)
	if asked && m.Err == nil {
		a.met(ctx, id, m)
	}
	connected := move.Stage(telemetry.StageConnect)
	a.keepAccounts(met)
	connected(nil)
	move.Live() // also if it doesn't say who it is: here it is asked again
	<-ctx.Done()
	left := move.Stage(telemetry.StageLeave)
	ended := a.accounts.Ending(id)
	a.holdings.leave(id)
	a.keepAccounts(nil)
	waiting, cancel := context.WithTimeout(context.Background(), postsWithin)
	defer cancel()
	ended(waiting)
	left(waiting.Err())
	return nil
}

// postsWithin is how long a post that has begun may take as its account leaves.
const postsWithin = 10 * time.Second

// keepAccounts has those accounts be open that are this process's.
func (a *App) keepAccounts(met map[messages.AccountID]account.Meeting) {
	defer a.inForce.Change()()
	leave, err := a.accounts.Stay()
	if err != nil { // the process ends
		return
	}
	defer leave()
	a.accounts.Keep(a.holdings.here(), met)
}

// meetHere asks those accounts who they are that are this process's to ask; the others
// are strangers until their process says.
func (a *App) meetHere(ctx context.Context, connections []Connection) map[messages.AccountID]account.Meeting {
	a.accounts.Know(connections)
	a.holdings.set(connections) // a shard that ends by it asks whether its account is known
	here := a.holdings.here()
	all := make(map[messages.AccountID]account.Meeting, len(connections))
	for _, c := range connections {
		if !slices.ContainsFunc(here, func(h Connection) bool { return h.Account == c.Account }) {
			a.recall(c.Account)
			all[c.Account] = a.holdings.meetingOf(c)
		}
	}
	maps.Copy(all, a.accounts.Meet(ctx, here))
	return all
}
