package journal

import (
	"context"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"familiar/messages"
)

// An Author tells which notes are about lines of one person, for a caller that goes
// through a channel's notes from the newest back. It reads the channel's records
// back along with them, no further, and where the log knows who wrote which, those
// alone. The zero Author is everybody.
type Author struct {
	who    messages.PersonID
	next   func() (Record, error, bool)
	stop   func()
	seeks  bool
	newest messages.Instant // record that may have lines of theirs
	upTo   messages.Instant // records that are still to be read are not later
	lines  map[messages.LineID]bool
}

const (
	// settledWithin is how long at least after a line was heard the last note about
	// it is looked for, of whoever wrote it.
	settledWithin = messages.Instant(time.Hour / time.Millisecond)

	// mostNarrowed is how many lines a query is narrowed to at most, and
	// mostForeseen how many records are read for that.
	mostNarrowed = 64
	mostForeseen = 1024
)

// NewAuthor begins with a channel's newest record.
func NewAuthor(ctx context.Context, l Library, channel messages.ChannelID, who messages.PersonID) Author {
	a := Author{who: who, upTo: math.MaxInt64, lines: map[messages.LineID]bool{}, seeks: Seeks(ctx, l)}
	a.next, a.stop = iter.Pull2(RewindOf(ctx, l, channel, who))
	return a
}

// Narrow leaves out of a query, before any note is asked about, what can be told
// not to be about a line of theirs; none: nothing is. It does so only where that
// costs little.
func (a *Author) Narrow(q *Query) (none bool, err error) {
	if a.next == nil || !a.seeks {
		return false, nil
	}
	for n := 0; n < mostForeseen && len(a.lines) < mostNarrowed; n++ {
		more, err := a.read()
		switch {
		case err != nil:
			return false, err
		case more:
		case len(a.lines) == 0:
			return true, nil
		default:
			if len(q.Lines) == 0 {
				q.Lines = slices.Collect(maps.Keys(a.lines))
			}
			return false, nil
		}
	}
	if last := a.newest + settledWithin + 1; q.Until == 0 || q.Until > last {
		q.Until = last
	}
	return false, nil
}

// Wrote reports whether the note is about a line of theirs.
func (a *Author) Wrote(n *messages.Note) (bool, error) {
	if a.next == nil {
		return true, nil
	}
	for a.upTo >= n.At-settledWithin {
		if _, err := a.read(); err != nil {
			return false, err
		}
	}
	return a.lines[n.Line], nil
}

// read takes the next record back; more is false if there is none.
func (a *Author) read() (more bool, err error) {
	r, err, more := a.next()
	if err != nil {
		return false, err
	}
	if !more {
		a.upTo = math.MinInt64
		return false, nil
	}
	a.upTo = r.At
	for _, l := range LinesOf(r.Event) {
		if l.Author.ID == a.who {
			a.lines[l.ID] = true
			a.newest = max(a.newest, r.At)
		}
	}
	return true, nil
}

// Close ends the reading.
func (a *Author) Close() {
	if a.stop != nil {
		a.stop()
	}
}
