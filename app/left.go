package app

import (
	"familiar/actors/host"
	"familiar/journal"
	"familiar/telemetry"
)

// left is what a process that ends leaves to the next start. With many channels
// that is a lot at once, so one line a second says how much, and one at the
// end what is not yet said.
type left struct{ records, orders telemetry.Seldom }

// leave has the next start read a record again.
func (a *App) leave(r journal.Record, err error) {
	if count, say := a.left.records.Count(1); say {
		a.Log.Warn("record is left for the next start", "count", count, "channel", string(r.Channel), "seq", r.Seq, "err", err)
	}
}

// refused takes an order that an actor couldn't be sent.
func (a *App) refused(key host.Key, err error) {
	if count, say := a.left.orders.Count(1); say {
		a.Log.Warn("order not handed over, its deadline will tell", "count", count, "actor", key.String(), "err", err)
	}
}

// tellLeft says what is not yet said of either.
func (a *App) tellLeft() {
	if count := a.left.records.Rest(); count > 0 {
		a.Log.Warn("more records are left for the next start", "count", count)
	}
	if count := a.left.orders.Rest(); count > 0 {
		a.Log.Warn("more orders were not handed over", "count", count)
	}
}
