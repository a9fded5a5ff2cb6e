package journal

import (
	"context"
	"iter"

	"familiar/messages"
)

// A Seeker is a [NoteReader] that knows where its notes are. [Find] asks it, if a
// reader is one.
type Seeker interface {
	// Seek yields at least those of a channel's notes that q wants, newest first
	// as Notes does. Of the others it reads as few as it can. q's limit means
	// nothing.
	Seek(ctx context.Context, channel messages.ChannelID, q Query) iter.Seq2[*messages.Note, error]
	// Seeks reports whether it knows now where each of them is. It may have to
	// read all to begin with.
	Seeks(ctx context.Context) bool
}

// An AuthorSeeker is a [Library] that knows in which records somebody wrote.
type AuthorSeeker interface {
	// RewindOf yields at least those of a channel's records that have a line of
	// who, newest first.
	RewindOf(ctx context.Context, channel messages.ChannelID, who messages.PersonID) iter.Seq2[Record, error]
}

// RewindOf is l's, or all of the channel's records.
func RewindOf(ctx context.Context, l Library, channel messages.ChannelID, who messages.PersonID) iter.Seq2[Record, error] {
	if s, ok := l.(AuthorSeeker); ok {
		return s.RewindOf(ctx, channel, who)
	}
	return l.Rewind(ctx, channel, 0)
}

// A SequenceSeeker is a [Library] that begins anywhere in a channel.
type SequenceSeeker interface {
	// RewindFrom yields a channel's records with a sequence below before, newest first.
	RewindFrom(ctx context.Context, channel messages.ChannelID, before uint64) iter.Seq2[Record, error]
}

// RewindFrom is l's, or what is left of all the channel's records.
func RewindFrom(ctx context.Context, l Library, channel messages.ChannelID, before uint64) iter.Seq2[Record, error] {
	if s, ok := l.(SequenceSeeker); ok {
		return s.RewindFrom(ctx, channel, before)
	}
	return func(yield func(Record, error) bool) {
		for r, err := range l.Rewind(ctx, channel, 0) {
			if (err != nil || r.Seq < before) && !yield(r, err) {
				return
			}
		}
	}
}

// Seek is l's, or all of the channel's notes.
func Seek(ctx context.Context, l NoteReader, channel messages.ChannelID, q Query) iter.Seq2[*messages.Note, error] {
	if s, ok := l.(Seeker); ok {
		return s.Seek(ctx, channel, q)
	}
	return l.Notes(ctx, channel, 0)
}

// Seeks reports whether a question for few notes reads few.
func Seeks(ctx context.Context, l NoteReader) bool {
	s, ok := l.(Seeker)
	return ok && s.Seeks(ctx)
}
