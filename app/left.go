package app

import (
	"log/slog"

	"familiar/actors/host"
	"familiar/journal"
	"familiar/telemetry"
)

// left logs what an ending process leaves to the next start, or undone. With many channels
// that is a lot at once, so it logs one line a second, and the rest at the end.
type left struct{ records, orders, costs telemetry.Seldom }

// record leaves a record to be read again by the next start.
func (l *left) record(log *slog.Logger, r journal.Record, err error) {
	if count, say := l.records.Count(1); say {
		log.Warn("record is left for the next start", "count", count, "channel", string(r.Channel), "seq", r.Seq, "err", err)
	}
}

// order takes one that couldn't be sent to its actor.
func (l *left) order(log *slog.Logger, key host.Key, err error) {
	if count, say := l.orders.Count(1); say {
		log.Warn("order not delivered, its deadline will notice", "count", count, "actor", key.String(), "err", err)
	}
}

// cost takes that of a call which was cut off, as it can't be booked any more.
func (l *left) cost(log *slog.Logger, err error) {
	if count, say := l.costs.Count(1); say {
		log.Warn("cost of a call not recorded", "count", count, "err", err)
	}
}

// logRest logs what is not yet logged of them.
func (l *left) logRest(log *slog.Logger) {
	if count := l.records.Rest(); count > 0 {
		log.Warn("more records are left for the next start", "count", count)
	}
	if count := l.orders.Rest(); count > 0 {
		log.Warn("more orders were not delivered", "count", count)
	}
	if count := l.costs.Rest(); count > 0 {
		log.Warn("more costs of calls were not recorded", "count", count)
	}
}
