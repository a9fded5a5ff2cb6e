package control

import (
	"context"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

const (
	maxPast      = 10_000 // records sent again at most; who was away for longer misses the oldest
	maxPastNotes = 500
)

// A past is what a stream begins with.
type past struct {
	records []journal.Record // to be shown
	notes   []*messages.Note // oldest first
	from    cursor           // what lies before both
	newest  uint64           // sequence read up to
	heard   *once
}

// readPast reads what follows resume, or with nil the last tail lines and the
// newest notes. An id of another journal, one from before a restart that kept
// nothing, counts as none.
func (s *Server) readPast(ctx context.Context, id messages.ChannelID, resume *cursor, tail int) (past, error) {
	p, err := s.readRecords(ctx, id, resume, tail)
	if err == nil && resume != nil && p.newest < resume.seq {
		resume = nil
		p, err = s.readRecords(ctx, id, nil, tail)
	}
	if err == nil {
		p.notes, err = s.readNotes(ctx, id, resume)
	}
	return p, err
}

func (s *Server) readRecords(ctx context.Context, id messages.ChannelID, resume *cursor, tail int) (past, error) {
	p := past{heard: newOnce()}
	limit := tail
	if resume != nil {
		p.from, limit = *resume, maxPast
	}
	lines, gone := 0, map[messages.LineID]bool{}
	for r, err := range s.Journal.Replay(ctx, id, before(p.from.seq)) {
		if err != nil {
			return p, err
		}
		p.newest = r.Seq
		if !p.heard.record(r) || resume != nil && r.Seq <= resume.seq {
			continue
		}
		p.records = append(p.records, r)
		if lineOf(r.Event) != nil {
			lines++
		}
		if e, ok := r.Event.(messages.Deleted); ok {
			gone[e.ID] = true
		}
		for lines > limit || len(p.records) > maxPast {
			if lineOf(p.records[0].Event) != nil {
				lines--
			}
			p.from.seq, p.records = p.records[0].Seq, p.records[1:]
		}
	}
	p.records = slices.DeleteFunc(p.records, func(r journal.Record) bool { return gone[lineIDOf(r.Event)] })
	return p, nil
}

// lineIDOf returns the line whose words the event holds, "" of a deletion.
func lineIDOf(e messages.Event) messages.LineID {
	if edited, ok := e.(messages.Edited); ok {
		return edited.Line.ID
	}
	if l := lineOf(e); l != nil {
		return l.ID
	}
	return ""
}

// readNotes returns at most 500 notes that follow resume, oldest first.
func (s *Server) readNotes(ctx context.Context, id messages.ChannelID, resume *cursor) ([]*messages.Note, error) {
	var notes []*messages.Note
	same := 0 // at the end of notes: those of resume's time
	for n, err := range s.Journal.Notes(ctx, id, 0) {
		if err != nil {
			return nil, err
		}
		isSame := resume != nil && resume.at != 0 && n.At == resume.at
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
		notes = slices.DeleteFunc(notes, func(n *messages.Note) bool { return n.At <= resume.at })
	}
	return notes[max(0, len(notes)-maxPastNotes):], nil
}
