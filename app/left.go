package app

import (
	"log/slog"

	"familiar/actors/host"
	"familiar/journal"
	"familiar/telemetry"
)

// left is what a process that ends leaves to the next start. With many channels
// that is a lot at once, so one line a second says how much, and one at the
// end what is not yet said.
type left struct{ records, orders telemetry.Seldom }

// record has the next start read a record again.
func (l *left) record(log *slog.Logger, r journal.Record, err error) {
	if count, say := l.records.Count(1); say {
		log.Warn("record is left for the next start", "count", count, "channel", string(r.Channel), "seq", r.Seq, "err", err)
	}
}

// order takes one that an actor couldn't be sent.
func (l *left) order(log *slog.Logger, key host.Key, err error) {
	if count, say := l.orders.Count(1); say {
		log.Warn("order not delivered, its deadline will notice", "count", count, "actor", key.String(), "err", err)
	}
}

// logRest says what is not yet said of either.
func (l *left) logRest(log *slog.Logger) {
	if count := l.records.Rest(); count > 0 {
		log.Warn("more records are left for the next start", "count", count)
	}
	if count := l.orders.Rest(); count > 0 {
		log.Warn("more orders were not delivered", "count", count)
	}
}
