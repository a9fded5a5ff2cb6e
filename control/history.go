package control

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"familiar/control/past"
	"familiar/control/wire"
	"familiar/internal/shorten"
	"familiar/journal"
	"familiar/messages"
)

// How much of what was said one answer tells, and how far back it looks.
const (
	someLines  = 30
	maxLines   = 200
	maxShown   = 4_000  // characters of a text
	maxRewound = 10_000 // records of a channel, from the newest
)

// heard is the answer to history, oldest first.
type heard struct {
	Lines []heardLine `json:"lines"`
	Next  string      `json:"next"` // cursor of the older ones; "": there are none, or they are too far back
}

// A heardLine is a line as it reads now.
type heardLine struct {
	ID       messages.LineID     `json:"id"`
	At       messages.Instant    `json:"at"`
	Author   author              `json:"author"`
	Familiar messages.FamiliarID `json:"familiar"` // which of us said it, "" for others
	Text     string              `json:"text"`
	Edited   bool                `json:"edited"`
	ReplyTo  *reply              `json:"reply_to"`
}

// tellHistory returns what was said in a channel of any network.
func (s *Server) tellHistory(ctx context.Context, w *wish) (any, error) {
	if _, aside := w.channel.Fixes(); aside {
		return nil, wire.Bad("channel: this is a side-fork, and nothing is said in one")
	}
	limit, err := amount(w.given.Limit, someLines, maxLines)
	if err != nil {
		return nil, err
	}
	r := rewinding{members: s.Members(w.channel), limit: limit, known: map[messages.LineID]*rewound{}}
	if w.given.Cursor != "" {
		if r.until, err = strconv.ParseUint(w.given.Cursor, 10, 64); err != nil || r.until == 0 {
			return nil, past.BadCursor
		}
	}
	read := 0
	for record, err := range s.Journal.Rewind(ctx, w.channel, 0) {
		if err != nil {
			return nil, err
		}
		if read++; read > maxRewound || r.readRecord(record) {
			break
		}
	}
	return r.answer(), nil
}

// amount reads how many an answer is to tell of; 0 is some.
func amount(given, some, most int) (int, error) {
	switch {
	case given == 0:
		return some, nil
	case given < 1 || given > most:
		return 0, wire.Bad(fmt.Sprintf("limit: want 1 to %d", most))
	}
	return given, nil
}

// A rewinding reads a channel from its newest record on. What a line became
// stands before the line itself.
type rewinding struct {
	members []Member
	limit   int
	until   uint64 // only lines before this sequence; 0: all

	known     map[messages.LineID]*rewound
	lines     []heardLine // newest first
	oldest    uint64      // sequence of the last of them
	more      bool
	forgotten []messages.PersonID
	blank     messages.Instant // texts from before are gone
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
		if e.All {
			return true
		}
		if e.Person != "" {
			r.forgotten = append(r.forgotten, e.Person)
		}
		r.blank = max(r.blank, e.Before)
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
	if l.passed {
		if l.at >= 0 && r.lines[l.at].Text == "" && !l.gone {
			r.lines[l.at].Text = shortened(said.Text)
		}
		return false
	}
	l.passed = true
	at := past.ShownAt(record, said)
	if l.gone || r.until != 0 && record.Seq >= r.until || at < r.blank || slices.Contains(r.forgotten, said.Author.ID) {
		return false
	}
	if len(r.lines) == r.limit {
		r.more = true
		return true
	}
	shown := heardLine{ID: said.ID, At: at, Author: author(said.Author), Text: shortened(said.Text), ReplyTo: replyOf(said)}
	if l.edit != nil {
		shown.Text, shown.Edited = shortened(l.edit.Text), true
	}
	if isPost(said) {
		shown.Familiar = member(r.members, saidIt(said)).Familiar
	}
	l.at = len(r.lines)
	r.lines, r.oldest = append(r.lines, shown), record.Seq
	return false
}

func (r *rewinding) answer() heard {
	told := heard{Lines: r.lines}
	if r.more {
		told.Next = strconv.FormatUint(r.oldest, 10)
	}
	if told.Lines == nil {
		told.Lines = []heardLine{}
	}
	slices.Reverse(told.Lines)
	return told
}

// shortened cuts a text that is longer than an answer shows.
func shortened(text string) string {
	if head := shorten.Runes(text, maxShown); len(head) < len(text) {
		return head + "…"
	}
	return text
}
