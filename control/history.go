package control

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"familiar/control/past"
	"familiar/control/wire"
	"familiar/internal/shorten"
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
	limit, err := amount("limit", w.given.Limit, someLines, maxLines)
	if err != nil {
		return nil, err
	}
	wanted := past.Span{Limit: limit, Furthest: maxRewound}
	if w.given.Cursor != "" {
		if wanted.Before, err = strconv.ParseUint(w.given.Cursor, 10, 64); err != nil || wanted.Before == 0 {
			return nil, past.BadCursor
		}
	}
	lines, err := s.lines.Lines(ctx, w.channel, wanted)
	if err != nil {
		return nil, err
	}
	told, members := heard{Lines: make([]heardLine, 0, len(lines.Said)), Next: cursorOf(lines.Next)}, s.Members(w.channel)
	for _, l := range lines.Said {
		told.Lines = append(told.Lines, newHeardLine(members, l))
	}
	return told, nil
}

func newHeardLine(members []Member, said past.Said) heardLine {
	l := said.Line
	shown := heardLine{ID: l.ID, At: past.ShownAt(said.Record, l), Author: author(l.Author), Text: shortened(l.Text), Edited: said.Edited, ReplyTo: replyOf(l)}
	if isPost(l) {
		shown.Familiar = member(members, saidIt(l)).Familiar
	}
	return shown
}

// cursorOf returns the sequence of a record as an answer gives it; "" for 0.
func cursorOf(seq uint64) string {
	if seq == 0 {
		return ""
	}
	return strconv.FormatUint(seq, 10)
}

// amount reads how many an answer is to tell of; 0 is some.
func amount(field string, given, some, most int) (int, error) {
	switch {
	case given == 0:
		return some, nil
	case given < 1 || given > most:
		return 0, wire.Bad(fmt.Sprintf("%s: want 1 to %d", field, most))
	}
	return given, nil
}

// amountIn is [amount] of a field of a query, which may be missing.
func amountIn(query url.Values, field string, some, most int) (int, error) {
	text := query.Get(field)
	if text == "" {
		return some, nil
	}
	given, err := strconv.Atoi(text)
	if err != nil || given == 0 {
		given = -1
	}
	return amount(field, given, some, most)
}

// shortened cuts a text that is longer than an answer shows.
func shortened(text string) string {
	if head := shorten.Runes(text, maxShown); len(head) < len(text) {
		return head + "…"
	}
	return text
}
