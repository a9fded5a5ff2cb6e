package measured

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/messages"
)

// Seek implements [journal.Seeker].
func (j *Journal) Seek(ctx context.Context, channel messages.ChannelID, q journal.Query) iter.Seq2[*messages.Note, error] {
	return journal.Seek(ctx, j.Journal, channel, q)
}

// RewindOf implements [journal.AuthorSeeker].
func (j *Journal) RewindOf(ctx context.Context, channel messages.ChannelID, who messages.PersonID) iter.Seq2[journal.Record, error] {
	return journal.RewindOf(ctx, j.Journal, channel, who)
}

// RewindFrom implements [journal.SequenceSeeker].
func (j *Journal) RewindFrom(ctx context.Context, channel messages.ChannelID, before uint64) iter.Seq2[journal.Record, error] {
	return journal.RewindFrom(ctx, j.Journal, channel, before)
}

// Seeks implements [journal.Seeker].
func (j *Journal) Seeks(ctx context.Context) bool { return journal.Seeks(ctx, j.Journal) }
