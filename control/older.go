package control

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"familiar/control/access"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/journal"
	"familiar/messages"
)

// How much one page of older lines tells, and how far back pages go.
const (
	someOlder    = 100
	maxOlderNote = 2_000  // decisions, the newest
	maxScrolled  = 50_000 // records of a channel, from the newest
)

// older is the answer of a page of what was said before, oldest first, with what
// was decided between its first line and what follows its last.
type older struct {
	Lines     []olderLine     `json:"lines"`
	Decisions []decisionEvent `json:"decisions"`
	Next      string          `json:"next"` // cursor of the older ones; "": there are none, or they are too far back
	Cut       bool            `json:"cut"`  // whether they are too far back
}

// An olderLine is a line as it reads now.
type olderLine struct {
	lineEvent
	Edited bool   `json:"edited"`
	Cursor string `json:"cursor"` // of the lines before it
}

// older tells what was said in a chat before a line that a stream or another page
// told.
func (s *Server) older(w http.ResponseWriter, r *http.Request, k access.Key) error {
	at, err := s.place(r, k, r.URL.Query().Get("thread"))
	if err != nil {
		return err
	}
	return s.tellOlder(w, r, at)
}

// olderAnywhere is the same of a channel of any network, by its id.
func (s *Server) olderAnywhere(w http.ResponseWriter, r *http.Request, k access.Key) error {
	at, err := reached(r, k)
	if err != nil {
		return err
	}
	return s.tellOlder(w, r, at)
}

func (s *Server) tellOlder(w http.ResponseWriter, r *http.Request, at place) error {
	wanted, err := olderSpan(r)
	if err != nil {
		return err
	}
	lines, err := s.lines.Lines(r.Context(), at.id, wanted)
	if err != nil {
		return err
	}
	members := s.Members(at.id)
	told := older{Lines: make([]olderLine, 0, len(lines.Said)), Decisions: []decisionEvent{}, Next: cursorOf(lines.Next), Cut: lines.Cut}
	for _, l := range lines.Said {
		told.Lines = append(told.Lines, olderLine{newLineEvent(at, members, l.Record, l.Line), l.Edited, cursorOf(l.Record.Seq)})
	}
	notes, err := s.decidedAmong(r.Context(), at.id, lines)
	if err != nil {
		return err
	}
	for _, n := range notes {
		told.Decisions = append(told.Decisions, s.newDecisionEvent(members, n))
	}
	wire.Answer(w, http.StatusOK, told)
	return nil
}

// olderSpan reads which lines are asked for. A cursor is the id of a stream's event
// or what a page gave.
func olderSpan(r *http.Request) (wanted past.Span, err error) {
	query := r.URL.Query()
	limit, err := amountIn(query, "limit", someOlder, maxLines)
	if err != nil {
		return wanted, err
	}
	wanted = past.Span{Limit: limit, Furthest: maxScrolled}
	text := query.Get("cursor")
	if text == "" {
		return wanted, nil
	}
	if wanted.Before, err = strconv.ParseUint(text, 10, 64); err == nil && wanted.Before > 0 {
		return wanted, nil
	}
	c, err := past.ParseCursor(text)
	if err != nil || c.Record() == 0 {
		return wanted, past.BadCursor
	}
	wanted.Before, wanted.Streamed = c.Record(), true
	return wanted, nil
}

// decidedAmong returns what was decided from the first of the lines on and before
// what follows them, oldest first.
func (s *Server) decidedAmong(ctx context.Context, channel messages.ChannelID, lines past.Lines) ([]*messages.Note, error) {
	if len(lines.Said) == 0 {
		return nil, nil
	}
	within := journal.Query{Since: lines.Said[0].Record.At, Until: lines.Until, Limit: maxOlderNote}
	notes, err := journal.Look(ctx, s.Journal, journal.Search{Query: within, Channel: channel})
	slices.Reverse(notes)
	return notes, err
}
