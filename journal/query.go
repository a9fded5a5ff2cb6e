package journal

import (
	"context"
	"iter"
	"slices"

	"familiar/messages"
)

// A Query says which of a channel's notes are wanted. The zero Query wants all.
type Query struct {
	Lines    []messages.LineID   // about one of these; none: about anything
	Familiar messages.FamiliarID // its decisions; "": everybody's
	Acts     []messages.Act      // one of these; none: all
	Rung     messages.Rung       // this rung or rule; "": all
	Since    messages.Instant    // from then on; 0: from the first that is kept
	Until    messages.Instant    // before then; 0: to the newest
	Limit    int                 // the newest so many; 0: all
}

// Match reports whether the query wants a note.
func (q *Query) Match(n *messages.Note) bool {
	switch {
	case n.At < q.Since,
		q.Until != 0 && n.At >= q.Until,
		q.Familiar != "" && n.Familiar != q.Familiar,
		q.Rung != "" && n.Rung != q.Rung,
		len(q.Lines) > 0 && !slices.Contains(q.Lines, n.Line),
		len(q.Acts) > 0 && !slices.Contains(q.Acts, n.Act):
		return false
	}
	return true
}

// Find yields a channel's notes that q wants, newest first. It looks no further
// back than necessary: to q.Since, until it has q.Limit of them, or as long as its
// caller iterates.
func Find(ctx context.Context, l NoteReader, channel messages.ChannelID, q Query) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		found := 0
		for n, err := range Seek(ctx, l, channel, q) {
			switch {
			case err != nil:
				yield(nil, err)
				return
			case n.At < q.Since:
				return
			case !q.Match(n):
				continue
			}
			if found++; !yield(n, nil) || found == q.Limit {
				return
			}
		}
	}
}
