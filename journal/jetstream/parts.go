package jetstream

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/messages"
)

// Note implements journal.Ledger.
func (j *Journal) Note(ctx context.Context, notes ...*messages.Note) error {
	return j.ledger.Note(ctx, notes...)
}

// Notes implements journal.Ledger.
func (j *Journal) Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return j.ledger.Notes(ctx, channel, limit)
}

// Noted implements journal.Ledger.
func (j *Journal) Noted(ctx context.Context, t messages.Instant) iter.Seq2[journal.Noted, error] {
	return j.ledger.Noted(ctx, t)
}

// About returns the channels that have a note about a line, in no order. It
// reads the whole ledger, what a running program still holds apart. progress,
// unless it is nil, is told how many messages are read and how many there are.
func (j *Journal) About(ctx context.Context, line messages.LineID, progress func(done, total uint64)) ([]messages.ChannelID, error) {
	return j.ledger.About(ctx, line, progress)
}
