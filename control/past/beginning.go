// Package past reads what was said and decided: what a stream begins with, which
// copies of a line tell anything new, and pages of decisions. It knows the
// journal, and neither HTTP nor who asks.
package past

import (
	"cmp"
	"context"
	"slices"
	"time"

	"familiar/journal"
	"familiar/messages"
)

const (
	maxPast      = 10_000 // records sent again at most; who was away for longer misses the oldest
	maxPastNotes = 500
	maxRead      = 8 * maxPast // records read back for the last lines
	maxPastMarks = 10_000      // notes about the lines of a beginning, besides
)

// A Beginning is what a stream begins with.
type Beginning struct {
	Records []journal.Record // to be shown; what was forgotten is among them for a reader who may have it
	Notes   []*messages.Note // oldest first
	Lacks   int              // processes whose newest notes may be missing, as they didn't answer
	From    Cursor           // what lies before both
	Newest  uint64           // sequence read up to
	Heard   *Once
}

// Read reads what follows resume, or with nil the last tail lines and the
// newest notes. An id of another journal, one from before a restart that kept
// nothing, counts as none.
func Read(ctx context.Context, from journal.Library, id messages.ChannelID, resume *Cursor, tail int) (Beginning, error) {
	var gaps journal.Gaps
	p, err := read(journal.WithGaps(ctx, &gaps), from, id, resume, tail)
	p.Lacks = gaps.Most()
	return p, err
}

func read(ctx context.Context, from journal.Library, id messages.ChannelID, resume *Cursor, tail int) (Beginning, error) {
	p, err := readRecords(ctx, from, id, resume, tail)
	if err == nil && resume != nil && p.Newest < resume.seq && waitBehind(ctx) {
		p, err = readRecords(ctx, from, id, resume, tail)
	}
	if err == nil && resume != nil && p.Newest < resume.seq {
		resume = nil
		p, err = readRecords(ctx, from, id, nil, tail)
	}
	if err == nil {
		p.Notes, err = readNotes(ctx, from, id, resume)
	}
	if err == nil && resume == nil {
		p.Notes, err = withMarks(ctx, from, id, p.Records, p.Notes)
	}
	return p, err
}

// behind is how long a server of a cluster is given that may not have yet what the
// reader was shown.
const behind = 200 * time.Millisecond

// waitBehind waits that long; false: ctx has ended.
func waitBehind(ctx context.Context) bool {
	late := time.NewTimer(behind)
	defer late.Stop()
	select {
	case <-late.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// withMarks adds to the newest notes what was decided before about lines of these
// records: many familiars decide more than that about a few lines.
func withMarks(ctx context.Context, from journal.Library, id messages.ChannelID, records []journal.Record, newest []*messages.Note) ([]*messages.Note, error) {
	if len(newest) < maxPastNotes {
		return newest, nil // all there are
	}
	q := journal.Query{Until: newest[0].At + 1, Limit: maxPastMarks}
	for _, r := range records {
		if l := LineOf(r.Event); l != nil && r.At < q.Until {
			q.Lines = append(q.Lines, l.ID)
		}
	}
	if len(q.Lines) == 0 {
		return newest, nil
	}
	newest = slices.DeleteFunc(newest, func(n *messages.Note) bool { return n.At < q.Until && slices.Contains(q.Lines, n.Line) }) // found again
	var marks []*messages.Note
	for n, err := range journal.Find(ctx, from, id, q) {
		if err != nil {
			return nil, err
		}
		marks = append(marks, n)
	}
	slices.Reverse(marks)
	all := slices.Concat(marks, newest)
	slices.SortStableFunc(all, func(a, b *messages.Note) int { return cmp.Compare(a.At, b.At) })
	return all, nil
}

func readRecords(ctx context.Context, from journal.Library, id messages.ChannelID, resume *Cursor, tail int) (Beginning, error) {
	b := beginning{Beginning: Beginning{Heard: NewOnce()}, limit: tail, gone: map[messages.LineID]bool{}}
	if resume == nil {
		newest, cut, err := readNewest(ctx, from, id, 2*tail+onceWindow)
		if err != nil {
			return b.Beginning, err
		}
		if cut {
			b.From.seq = newest[0].Seq - 1
		}
		for _, r := range newest {
			b.take(r)
		}
		return b.done(), nil
	}
	b.From, b.limit, b.again = *resume, maxPast, true
	for r, err := range from.Replay(ctx, id, Before(resume.seq)) {
		if err != nil {
			return b.Beginning, err
		}
		b.take(r)
	}
	return b.done(), nil
}

// readNewest returns a channel's newest records, oldest first, with at least so many
// lines if there are; cut: older ones exist. Twice what is wanted, and what [Once]
// remembers, tell the same of the end as all records would: somebody may be
// forgotten among them, and a copy come late.
func readNewest(ctx context.Context, from journal.Library, id messages.ChannelID, lines int) (newest []journal.Record, cut bool, err error) {
	said := map[messages.LineID]struct{}{}
	for r, err := range from.Rewind(ctx, id, 0) {
		if err != nil {
			return nil, false, err
		}
		if len(said) >= lines || len(newest) == maxRead {
			cut = true
			break
		}
		newest = append(newest, r)
		if l := LineOf(r.Event); l != nil {
			said[l.ID] = struct{}{}
		}
	}
	slices.Reverse(newest)
	return newest, cut, nil
}

// A beginning is one that is being read.
type beginning struct {
	Beginning
	again bool // it goes on after an event: its reader has what came before
	limit int  // lines
	lines int  // among the records
	gone  map[messages.LineID]bool
}

// take adds the next record, if it tells anything new.
func (b *beginning) take(r journal.Record) {
	old := r.Seq <= b.From.seq // read for what [Once] has to know
	b.Newest = r.Seq
	if e, ok := r.Event.(messages.Forgotten); ok {
		var since forgetting
		since.add(e)
		b.Records = slices.DeleteFunc(b.Records, since.took)
		b.lines = countLines(b.Records)
		if b.again && !old {
			b.Records = append(b.Records, r)
		}
	}
	if !b.Heard.Record(r) || old {
		return
	}
	b.Records = append(b.Records, r)
	if LineOf(r.Event) != nil {
		b.lines++
	}
	if e, ok := r.Event.(messages.Deleted); ok {
		b.gone[e.ID] = true
	}
	for b.lines > b.limit || len(b.Records) > maxPast {
		if LineOf(b.Records[0].Event) != nil {
			b.lines--
		}
		b.From.seq, b.Records = b.Records[0].Seq, b.Records[1:]
	}
}

// done returns what was read, without words that were taken back.
func (b *beginning) done() Beginning {
	b.Records = slices.DeleteFunc(b.Records, func(r journal.Record) bool {
		l := wordsOf(r.Event)
		return l != nil && b.gone[l.ID]
	})
	return b.Beginning
}

func countLines(records []journal.Record) (n int) {
	for _, r := range records {
		if LineOf(r.Event) != nil {
			n++
		}
	}
	return n
}

// wordsOf returns the line whose words the event holds; nil: it holds none.
func wordsOf(e messages.Event) *messages.Line {
	if edited, ok := e.(messages.Edited); ok {
		return edited.Line
	}
	return LineOf(e)
}

// readNotes returns at most 500 notes that follow resume, oldest first.
func readNotes(ctx context.Context, from journal.Library, id messages.ChannelID, resume *Cursor) ([]*messages.Note, error) {
	var notes []*messages.Note
	same := 0 // at the end of notes: those of resume's time
	for n, err := range from.Notes(ctx, id, 0) {
		if err != nil {
			return nil, err
		}
		isSame := resume != nil && resume.At != 0 && n.At == resume.At
		if same > 0 && !isSame || !isSame && len(notes) >= maxPastNotes {
			break
		}
		if isSame {
			same++
		}
		notes = append(notes, n)
	}
	slices.Reverse(notes)
	switch {
	case same > 0 && (resume.n < 0 || resume.n > same):
		notes = notes[same:]
	case same > 0:
		notes = notes[resume.n:]
	case resume != nil: // that one is no longer kept, or too far back
		notes = slices.DeleteFunc(notes, func(n *messages.Note) bool { return n.At <= resume.At })
	}
	return notes[max(0, len(notes)-maxPastNotes):], nil
}
