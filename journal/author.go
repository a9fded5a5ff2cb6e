package journal

import (
	"context"
	"iter"
	"math"
	"time"

	"familiar/messages"
)

// An Author tells which notes are about lines of one person, for a caller that goes
// through a channel's notes from the newest back. It reads the channel's records
// back along with them, no further. The zero Author is everybody.
type Author struct {
	who   messages.PersonID
	next  func() (Record, error, bool)
	stop  func()
	upTo  messages.Instant // records that are still to be read are not later
	lines map[messages.LineID]bool
}

// settledWithin is how long after a line was heard the last note about it is
// looked for, of whoever wrote it.
const settledWithin = messages.Instant(time.Hour / time.Millisecond)

// NewAuthor begins with a channel's newest record.
func NewAuthor(ctx context.Context, l Library, channel messages.ChannelID, who messages.PersonID) Author {
	a := Author{who: who, upTo: math.MaxInt64, lines: map[messages.LineID]bool{}}
	a.next, a.stop = iter.Pull2(l.Rewind(ctx, channel, 0))
	return a
}

// Wrote reports whether the note is about a line of theirs.
func (a *Author) Wrote(n *messages.Note) (bool, error) {
	if a.next == nil {
		return true, nil
	}
	for a.upTo >= n.At-settledWithin {
		r, err, more := a.next()
		if err != nil {
			return false, err
		}
		if !more {
			a.upTo = math.MinInt64
			break
		}
		a.upTo = r.At
		for _, l := range LinesOf(r.Event) {
			if l.Author.ID == a.who {
				a.lines[l.ID] = true
			}
		}
	}
	return a.lines[n.Line], nil
}

// Close ends the reading.
func (a *Author) Close() {
	if a.stop != nil {
		a.stop()
	}
}
