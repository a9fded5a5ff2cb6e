package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Readiness is whether a part of the program is ready for work.
type Readiness struct {
	Part string
	OK   bool
	Ails bool   // it is ready, but doesn't do all it should, which a restart would not fix
	Says string // how it stands, without names
}

// A lossTeller is a journal that can start with a part of it lost.
type lossTeller interface {
	Lost() int // findings, of this start
}

// Live returns how many partitions of this process are live, of all that it has.
func (a *App) Live() (live, all int) { return a.reader.Live() }

// Ready checks whether the journal answers, whether what was in it at the start is
// handed over, whether each account listens, whether the models are called, and, where one
// doesn't, whether the relays bring what is said in mirrors.
func (a *App) Ready(ctx context.Context) []Readiness {
	store := Readiness{Part: "journal", OK: true}
	if _, err := a.Journal.Last(ctx, 0); err != nil {
		store.OK, store.Says = false, "it does not answer"
		a.Log.Warn("not ready", "part", "journal", "err", err)
	} else if a.lost > 0 {
		store.Says = fmt.Sprintf("it answers; it started without a part of what it held: %d findings, see familiar journal status", a.lost)
	}
	live, partitions := a.Live()
	read := Readiness{Part: "channels", OK: live == partitions, Says: fmt.Sprintf("%d of %d partitions are read", live, partitions)}
	on, of := a.listening()
	accounts := Readiness{Part: "accounts", OK: on == of && (of > 0 || a.Sharing != nil), Says: fmt.Sprintf("%d of %d listen", on, of)}
	for _, s := range a.allShards() {
		if s.Of > 1 {
			accounts.Says += "; " + s.String()
		}
	}
	all := []Readiness{store, read, accounts, a.answering()}
	if still := a.intake.StillMirrors(); still > 0 {
		all = append(all, Readiness{Part: "relays", OK: true, Ails: true, Says: fmt.Sprintf("nothing comes of %d mirrored rooms, see Home", still)})
	}
	return all
}

// listening returns how many accounts of this process listen, of all it has.
func (a *App) listening() (on, all int) {
	ids := a.accounts.All()
	for _, id := range ids {
		if a.listens(id) {
			on++
		}
	}
	return on, len(ids)
}

// answering says how many of the models in use are called. A restart would not fix
// the others, so they don't make the program unready.
func (a *App) answering() Readiness {
	ailing, inUse := a.Ailing()
	says := fmt.Sprintf("%d of %d answer", inUse-len(ailing), inUse)
	var reasons []string
	for _, m := range ailing {
		reasons = append(reasons, m.Reason)
	}
	slices.Sort(reasons)
	if len(reasons) > 0 {
		says += "; " + strings.Join(slices.Compact(reasons), ", ")
	}
	return Readiness{Part: "models", OK: true, Ails: len(ailing) > 0, Says: says}
}
