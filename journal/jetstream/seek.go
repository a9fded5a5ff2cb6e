package jetstream

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/messages"
)

var (
	_ journal.Seeker         = (*Journal)(nil)
	_ journal.AuthorSeeker   = (*Journal)(nil)
	_ journal.SequenceSeeker = (*Journal)(nil)
)

// Seek implements [journal.Seeker].
func (j *Journal) Seek(ctx context.Context, channel messages.ChannelID, q journal.Query) iter.Seq2[*messages.Note, error] {
	return j.ledger.Seek(ctx, channel, q)
}

// RewindOf implements [journal.AuthorSeeker].
func (j *Journal) RewindOf(ctx context.Context, channel messages.ChannelID, who messages.PersonID) iter.Seq2[journal.Record, error] {
	return j.log.RewindOf(ctx, channel, who)
}

// RewindFrom implements [journal.SequenceSeeker].
func (j *Journal) RewindFrom(ctx context.Context, channel messages.ChannelID, before uint64) iter.Seq2[journal.Record, error] {
	return j.log.RewindFrom(ctx, channel, before)
}

// Seeks implements [journal.Seeker].
func (j *Journal) Seeks(ctx context.Context) bool { return j.ledger.Seeks(ctx) }
