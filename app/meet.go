package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/retry"
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

// A meeting is what came of asking an account who it is.
type meeting struct {
	me  messages.Author // zero: it is nobody on its network
	can questions       // what its network can be asked
	err error           // wraps adapter.ErrGone: asking again is of no use
}

// whois asks an account who it is.
func (as *accounts) whois(ctx context.Context, c Connection) (m meeting) {
	m.can = questionsTo(c)
	identifier, ok := c.Adapter.(adapter.Identifier)
	if !ok {
		return m
	}
	ctx, cancel := context.WithTimeout(ctx, meetWithin)
	defer cancel()
	m.err = adapter.Fenced(as.app.Log, c.Account, "identity", func() (err error) {
		m.me, err = identifier.Identity(ctx)
		return err
	})
	if m.err != nil {
		m.err = fmt.Errorf("account %s doesn't say who it is: %w", c.Account, m.err)
	}
	return m
}

// meet asks all accounts that are not open yet, at the same time.
func (as *accounts) meet(ctx context.Context, connections []Connection) map[messages.AccountID]meeting {
	fresh := make(map[messages.AccountID]Connection)
	for _, c := range connections {
		if !as.has(c) {
			fresh[c.Account] = c
		}
	}
	var mu sync.Mutex // those that answer share the map
	met := make(map[messages.AccountID]meeting, len(fresh))
	var asking sync.WaitGroup
	for id, c := range fresh {
		asking.Go(func() { // each waits for a network of its own
			m := as.whois(ctx, c)
			mu.Lock()
			defer mu.Unlock()
			met[id] = m
		})
	}
	asking.Wait()
	return met
}

// has reports whether that account is open with that adapter.
func (as *accounts) has(c Connection) bool {
	as.mu.Lock()
	defer as.mu.Unlock()
	a := as.open[c.Account]
	return a != nil && a.Adapter == c.Adapter
}

// noneMet gives why not one of the accounts can start; nil if one can.
func noneMet(met map[messages.AccountID]meeting) error {
	var all []error
	for _, id := range slices.Sorted(maps.Keys(met)) {
		if met[id].err == nil {
			return nil
		}
		all = append(all, met[id].err)
	}
	return errors.Join(all...)
}

// gone gives why an account will never say who it is; nil if there is none.
func gone(met map[messages.AccountID]meeting) error {
	for _, id := range slices.Sorted(maps.Keys(met)) {
		if err := met[id].err; errors.Is(err, adapter.ErrGone) {
			return err
		}
	}
	return nil
}

// await asks a stranger again and again, and reports whether it is known now:
// not so if ctx ended or it never will be.
func (as *accounts) await(ctx context.Context, c Connection) bool {
	for pause := meetPause; ; pause = min(2*pause, meetPauseMax) {
		if !adapter.Wait(ctx, pause) {
			return false
		}
		m := as.whois(ctx, c)
		switch {
		case ctx.Err() != nil:
			return false
		case errors.Is(m.err, adapter.ErrGone):
			as.app.Log.Error("account has ended", "account", string(c.Account), "err", m.err)
			return false
		case m.err == nil:
			return as.app.met(ctx, c.Account, m)
		}
	}
}

// met puts in force who a stranger is, and reports whether the account is still
// wanted. Channels in memory are told until the journal has taken it: what they
// hold says that nobody is there.
func (a *App) met(ctx context.Context, id messages.AccountID, m meeting) bool {
	generation, wanted := a.introduce(ctx, id, m)
	if !wanted {
		return false
	}
	err := retry.Writer{Fail: a.fail, Log: a.Log}.Write(ctx, "tell every channel who an account is", func() error {
		_, err := a.tellAll(ctx, generation)
		return err
	})
	if err != nil {
		return false
	}
	a.Log.Info("account knows who it is", "account", string(id))
	return true
}

// introduce makes the next generation of the configuration, which knows who a
// stranger is; false: a reload has taken it away.
func (a *App) introduce(ctx context.Context, id messages.AccountID, m meeting) (generation int, wanted bool) {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	if ctx.Err() != nil {
		return 0, false
	}
	next := *a.now.Load()
	next.Config, next.who = next.Next(), next.who.copy()
	next.who.take(map[messages.AccountID]meeting{id: m})
	a.now.Store(&next)
	return next.Generation, true
}
