package app

import (
	"context"
	"fmt"
)

// A Readiness is whether a part of the program is ready for work.
type Readiness struct {
	Part string
	OK   bool
	Ails bool   // it is ready, and doesn't do all it should: nothing a restart would mend
	Says string // how it stands, without names
}

// A lossTeller is a journal that can start although something of it is lost.
type lossTeller interface {
	Lost() int // findings, of this start
}

// Ready asks the journal whether it answers, whether what was in it at the
// start is handed over, the accounts whether each listens, and the models whether
// they are asked.
func (a *App) Ready(ctx context.Context) []Readiness {
	store := Readiness{Part: "journal", OK: true}
	if _, err := a.Journal.Last(ctx, 0); err != nil {
		store.OK, store.Says = false, "it does not answer"
		a.Log.Warn("not ready", "part", "journal", "err", err)
	} else if a.lost > 0 {
		store.Says = fmt.Sprintf("it answers; it started without a part of what it held: %d findings, see familiar journal status", a.lost)
	}
	live := 0
	for p := range a.readings {
		if a.readings[p].live.Load() {
			live++
		}
	}
	read := Readiness{Part: "channels", OK: live == len(a.readings), Says: fmt.Sprintf("%d of %d partitions are read", live, len(a.readings))}
	on, all := a.listening()
	return []Readiness{store, read, {Part: "accounts", OK: on == all && all > 0, Says: fmt.Sprintf("%d of %d listen", on, all)}, a.answering()}
}

// listening counts the accounts that are connected, of all there are.
func (a *App) listening() (on, all int) {
	a.accounts.mu.Lock()
	defer a.accounts.mu.Unlock()
	for id := range a.accounts.open {
		all++
		if a.presence.listens(id) {
			on++
		}
	}
	return on, all
}
