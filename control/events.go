package control

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"familiar/control/access"
	"familiar/control/feed"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
)

const (
	heartbeat = 15 * time.Second
	eventTime = 10 * time.Second // what writing one event may take, unless a test says less
	someTail  = 200              // lines a stream begins with unless it asks for others
	maxTail   = 1_000
)

// events streams what happened in a channel and then what happens. It ends
// with the reader, the server, or when more came than the reader took; the
// reader then resumes.
func (s *Server) events(w http.ResponseWriter, r *http.Request, k access.Key) error {
	at, err := s.place(r, k, r.URL.Query().Get("thread"))
	if err != nil {
		return err
	}
	return s.showPlace(w, r, k, at)
}

// eventsAnywhere is the same of a channel of any network, by its id.
func (s *Server) eventsAnywhere(w http.ResponseWriter, r *http.Request, k access.Key) error {
	at, err := reached(r, k)
	if err != nil {
		return err
	}
	return s.showPlace(w, r, k, at)
}

func (s *Server) showPlace(w http.ResponseWriter, r *http.Request, k access.Key, at place) error {
	resume, tail, err := begin(r)
	if err != nil {
		return err
	}
	watcher := s.Feed.Watch(at.id)
	defer s.Feed.RemoveWatcher(at.id, watcher)
	var begun past.Beginning
	if err := s.reading(r.Context(), k, func(ctx context.Context) (err error) {
		begun, err = past.Read(ctx, s.Journal, at.id, resume, tail)
		return err
	}); err != nil {
		return err
	}
	s.Feed.Reached(at.id, begun.Newest)
	out, err := wire.OpenEvents(w, s.eventTime)
	if err != nil {
		return nil // the reader has gone
	}
	st := &stream{Server: s, place: at, out: out, cursor: begun.From, heard: begun.Heard, newest: begun.Newest, told: map[messages.Note]int{}}
	if err := st.sendPast(begun); err != nil {
		return nil // the same
	}
	s.follow(r.Context(), st.out, watcher, st.show)
	return nil
}

// stream returns a call that lasts one of the slots for streams. A HEAD is
// refused: it would wait for the end of what has none.
func (s *Server) stream(c call) call {
	held := s.holding(s.streams, c)
	return func(w http.ResponseWriter, r *http.Request, k access.Key) error {
		if r.Method != http.MethodGet {
			return wire.Refuse(http.StatusMethodNotAllowed, "a stream is read-only: use GET")
		}
		return held(w, r, k)
	}
}

// begin reads where a stream begins: after an event, or at a number of lines.
func begin(r *http.Request) (resume *past.Cursor, tail int, err error) {
	query := r.URL.Query()
	id := r.Header.Get("Last-Event-ID")
	if id == "" {
		id = query.Get("last_event_id")
	}
	if id != "" {
		c, err := past.ParseCursor(id)
		return &c, someTail, err
	}
	if !query.Has("tail") {
		return nil, someTail, nil
	}
	tail, err = strconv.Atoi(query.Get("tail"))
	if err != nil || tail < 0 || tail > maxTail {
		return nil, 0, wire.Bad("tail: want a number of lines, 0 to 1000")
	}
	return nil, tail, nil
}

// A stream is one reader's events. It lives in the request's goroutine.
type stream struct {
	*Server
	place
	out    *wire.EventWriter
	cursor past.Cursor
	heard  *past.Once
	newest uint64                // records up to here were looked at
	told   map[messages.Note]int // notes of the past, which the feed may tell again
	until  messages.Instant      // when the last of them was decided
	ailing []ailingEvent         // as it was told last
	silent []SilentProcess       // as it was told last
}

// sendPast sends records and notes by time, each in its own order.
func (st *stream) sendPast(p past.Beginning) error {
	members, notes := st.Members(st.id), p.Notes
	for _, r := range p.Records {
		for len(notes) > 0 && notes[0].At < r.At {
			if err := st.note(members, notes[0]); err != nil {
				return err
			}
			notes = notes[1:]
		}
		if err := st.record(members, r); err != nil {
			return err
		}
	}
	for _, n := range notes {
		if err := st.note(members, n); err != nil {
			return err
		}
	}
	for _, n := range p.Notes {
		st.told[identity(n)]++
		st.until = n.At
	}
	if err := st.out.Event("ready", st.cursor.String(), readyEvent{p.Lacks}); err != nil {
		return err
	}
	if err := st.models(); err != nil {
		return err
	}
	if err := st.tellSilent(st.out, &st.silent); err != nil {
		return err
	}
	return st.out.Flush()
}

// follow has what is new shown and sent until the stream has to end.
func (s *Server) follow(ctx context.Context, out *wire.EventWriter, w *feed.Watcher, show func(feed.News) error) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case n := <-w.News:
			if err = show(n); err == nil && len(w.News) == 0 {
				err = out.Flush()
			}
		case <-beat.C:
			err = out.Comment("alive")
		case <-w.Lost:
			return
		case <-ctx.Done():
			return
		case <-s.ending:
			return
		}
		if err != nil {
			return // the reader has gone
		}
	}
}

// show sends what the feed told, unless the past had it.
func (st *stream) show(n feed.News) error {
	switch n := n.(type) {
	case feed.Recorded:
		if n.Seq <= st.newest {
			return nil
		}
		st.newest = n.Seq
		if _, gone := n.Event.(messages.Forgotten); !gone && !st.heard.Record(n.Record) {
			return nil
		}
		return st.record(st.Members(st.id), n.Record)
	case feed.Noted:
		if len(st.told) > 0 {
			if id := identity(n.Note); st.told[id] > 0 {
				st.told[id]--
				return nil
			}
		}
		if n.At > st.until {
			st.told = nil // notes come in order: none of the past follows this one
		}
		return st.note(st.Members(st.id), n.Note)
	case feed.AccountTyped:
		m := member(st.Members(st.id), speaksThrough(n.Account, n.Familiar))
		return st.out.Event("typing", "", typingEvent{author{m.Person, m.Name, true}, m.Familiar, n.On})
	case feed.Reacted:
		m := member(st.Members(st.id), speaksThrough(n.Account, n.Familiar))
		return st.out.Event("reaction", "", reactionEvent{author{m.Person, m.Name, true}, m.Familiar, n.Line, n.Emoji})
	case feed.PersonTyped:
		return st.out.Event("typing", "", typingEvent{Author: author(n.Author), On: n.On})
	case feed.Doing:
		return st.out.Event("doing", "", newDoingEvent(st.Members(st.id), n.Seats, messages.InstantOf(time.Now())))
	case feed.ModelsChanged:
		return st.models()
	case feed.SilenceChanged:
		return st.tellSilent(st.out, &st.silent)
	}
	return nil
}

// models says which familiars of the channel can't think, if that is not what
// the stream has said before: at its beginning, nothing is that all can.
func (st *stream) models() error {
	e := newModelsEvent(st.Members(st.id), st.Ailing())
	if slices.Equal(e.Ailing, st.ailing) {
		return nil
	}
	st.ailing = e.Ailing
	return st.out.Event("models", "", e)
}

// tellSilent says which processes are silent, if that is not what a stream has told
// before: at its beginning, nothing is that none is.
func (s *Server) tellSilent(out *wire.EventWriter, told *[]SilentProcess) error {
	if s.Silences == nil {
		return nil
	}
	now := append([]SilentProcess{}, s.Silences()...)
	if slices.Equal(now, *told) {
		return nil
	}
	*told = now
	return out.Event("silent", "", silentEvent{now})
}

func (st *stream) record(members []Member, r journal.Record) error {
	st.cursor.PassRecord(r.Seq)
	id := st.cursor.String()
	switch e := r.Event.(type) {
	case messages.Edited:
		return st.out.Event("edit", id, newLineEvent(st.place, members, r, e.Line))
	case messages.Deleted:
		return st.out.Event("delete", id, deleteEvent{e.ID})
	case messages.Forgotten:
		return st.out.Event("forgotten", id, forgottenEvent{e.Person, e.Before, e.All})
	default:
		return st.out.Event("line", id, newLineEvent(st.place, members, r, past.LineOf(e)))
	}
}

func (st *stream) note(members []Member, n *messages.Note) error {
	st.cursor.PassNote(n.At)
	return st.out.Event("decision", st.cursor.String(), st.newDecisionEvent(members, n))
}

// identity is what makes two notes the same: all but the trace, and their reasons as
// they are kept, since the one may have been read and the other not.
func identity(n *messages.Note) messages.Note {
	same := *n
	same.Meta, same.Reason = messages.Meta{}, because.Kept(n.Rung, n.Reason)
	return same
}
