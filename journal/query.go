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
	Rung     string              // this rung or rule; "": all
	Since    messages.Instant    // from then on; 0: from the first that is kept
	Until    messages.Instant    // before then; 0: to the newest
	Limit    int                 // the newest so many; 0: all

	said map[messages.LineID]bool // about one of these; nil: about anything
}

// Match reports whether the query wants a note.
func (q *Query) Match(n *messages.Note) bool {
	switch {
	case n.At < q.Since,
		q.Until != 0 && n.At >= q.Until,
		q.said != nil && !q.said[n.Line],
		q.Familiar != "" && n.Familiar != q.Familiar,
		q.Rung != "" && n.Rung != q.Rung,
		len(q.Lines) > 0 && !slices.Contains(q.Lines, n.Line),
		len(q.Acts) > 0 && !slices.Contains(q.Acts, n.Act):
		return false
	}
	return true
}

// Notes are looked at in rounds, each from the newest one back and some times
// longer than the one before: who asks why mostly asks about what just happened,
// and a ledger finds the newest few without looking at the rest.
const (
	firstRound  = 64
	roundGrowth = 8
)

// Find yields a channel's notes that q wants, newest first. It looks no further
// back than it has to: to q.Since, or until it has q.Limit of them.
func Find(ctx context.Context, l NoteReader, channel messages.ChannelID, q Query) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		var found []*messages.Note
		for round := firstRound; ; round *= roundGrowth {
			if q.Since == 0 && q.Limit == 0 {
				round = 0
			}
			all, done, err := look(ctx, l, channel, q, round)
			if err != nil {
				yield(nil, err)
				return
			}
			if found = all; done {
				break
			}
		}
		for _, n := range found {
			if !yield(n, nil) {
				return
			}
		}
	}
}

// look gives what q wants of a channel's newest notes, so many at most, and
// whether there is no more of it; 0: all.
func look(ctx context.Context, l NoteReader, channel messages.ChannelID, q Query, newest int) (found []*messages.Note, done bool, err error) {
	seen := 0
	for n, err := range l.Notes(ctx, channel, newest) {
		if err != nil {
			return nil, false, err
		}
		if seen++; n.At < q.Since {
			return found, true, nil
		}
		if q.Match(n) {
			found = append(found, n)
		}
		if q.Limit > 0 && len(found) == q.Limit {
			return found, true, nil
		}
	}
	return found, newest == 0 || seen < newest, nil
}
