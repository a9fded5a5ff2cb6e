package simulation

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/messages"
)

// Records implements [journal.Archive]. No operator looks on here.
func (*disk) Records(context.Context, messages.Instant, ...messages.ChannelID) iter.Seq2[journal.Record, error] {
	return func(func(journal.Record, error) bool) {}
}

// Newest implements [journal.Archive], as Records.
func (*disk) Newest(context.Context) iter.Seq2[journal.Snapshot, error] {
	return func(func(journal.Snapshot, error) bool) {}
}
