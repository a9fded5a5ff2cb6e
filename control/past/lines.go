package past

import (
	"context"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// A Span says which lines of a channel are wanted: the newest ones before a place.
type Span struct {
	Before uint64 // sequence of a record; 0: to the newest
	// Streamed has the lines before that a stream didn't tell: it tells of each where
	// its first copy stands. Otherwise a line stands where its last copy does.
	Streamed bool
	Limit    int // lines
	Furthest int // records looked at, from the newest
}

// Lines are some of what was said in a channel, as it reads now: without what was
// deleted or forgotten, and each once, however many accounts heard it.
type Lines struct {
	Said  []Said           // oldest first
	Next  uint64           // Before of those that are older; 0: there are none
	Until messages.Instant // when what follows them was journaled; 0: nothing does
	Cut   bool             // there may be older ones, too far back
}

// A Said is one line.
type Said struct {
	Record journal.Record // of its copy
	Line   *messages.Line // as it reads now
	Edited bool
}

// ReadLines reads a channel from its newest record back: what a line became stands
// before the line itself.
func ReadLines(ctx context.Context, in journal.Library, channel messages.ChannelID, wanted Span) (Lines, error) {
	r := rewinding{Span: wanted, known: map[messages.LineID]*rewound{}}
	read := 0
	for record, err := range in.Rewind(ctx, channel, 0) {
		if err != nil {
			return Lines{}, err
		}
		if read++; read > wanted.Furthest {
			r.told.Cut = true
			break
		}
		if record.Seq >= wanted.Before && wanted.Before != 0 {
			r.told.Until = record.At
		}
		if r.readRecord(record) {
			break
		}
	}
	slices.Reverse(r.told.Said)
	return r.told, nil
}

// A rewinding is one such reading.
type rewinding struct {
	Span
	told      Lines // newest first
	known     map[messages.LineID]*rewound
	forgotten forgetting
}

// A rewound line is what is known of one before it is reached.
type rewound struct {
	gone   bool
	edit   *messages.Line // as it reads now; nil: as it was said
	at     int            // where it stands among the lines; -1: nowhere
	passed bool           // a copy of it was reached
}

// readRecord reads one record and reports whether that was enough.
func (r *rewinding) readRecord(record journal.Record) (enough bool) {
	switch e := record.Event.(type) {
	case messages.Forgotten:
		r.forgotten.add(e)
		return e.All
	case messages.Deleted:
		r.of(e.ID).gone = true
	case messages.Edited:
		if l := r.of(e.Line.ID); l.edit == nil {
			l.edit = e.Line
		}
	case messages.Heard:
		return r.line(record, e.Line)
	case messages.AlsoHeard:
		return r.line(record, e.Line)
	default: // nobody said anything
	}
	return false
}

// of returns what is known of a line.
func (r *rewinding) of(id messages.LineID) *rewound {
	l := r.known[id]
	if l == nil {
		l = &rewound{at: -1}
		r.known[id] = l
	}
	return l
}

// line takes a copy of a line. Each account has one, and the first may be the
// only one with a text.
func (r *rewinding) line(record journal.Record, said *messages.Line) (enough bool) {
	l := r.of(said.ID)
	if l.at >= 0 {
		if told := &r.told.Said[l.at]; told.Line.Text == "" && !l.gone && !told.Edited {
			told.Line = said
		}
		return false
	}
	again := l.passed
	l.passed = true
	switch {
	case again && !r.Streamed, r.Before != 0 && record.Seq >= r.Before:
		return false
	case l.gone, r.forgotten.took(record):
		return false
	case len(r.told.Said) == r.Limit:
		r.told.Next = r.told.Said[r.Limit-1].Record.Seq
		return true
	}
	l.at = len(r.told.Said)
	r.told.Said = append(r.told.Said, Said{Record: record, Line: asEdited(said, l.edit), Edited: l.edit != nil})
	return false
}

// asEdited returns a line as an edit of it reads; nil: as it is.
func asEdited(said, edit *messages.Line) *messages.Line {
	if edit == nil {
		return said
	}
	l := *said
	l.Text, l.Mentions, l.Attachments = edit.Text, edit.Mentions, edit.Attachments
	return &l
}
