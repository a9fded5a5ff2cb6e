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

// Seeks implements [journal.Seeker].
func (j *Journal) Seeks(ctx context.Context) bool { return journal.Seeks(ctx, j.Journal) }
