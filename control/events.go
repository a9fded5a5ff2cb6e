package control

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"familiar/journal"
	"familiar/messages"
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
func (s *Server) events(w http.ResponseWriter, r *http.Request, k key) error {
	at, err := s.place(r, k, r.URL.Query().Get("thread"))
	if err != nil {
		return err
	}
	resume, tail, err := begin(r)
	if err != nil {
		return err
	}
	watcher := s.Feed.watch(at.id)
	defer s.Feed.removeWatcher(at.id, watcher)
	var past past
	if err := s.reading(r.Context(), k, func(ctx context.Context) (err error) {
		past, err = s.readPast(ctx, at.id, resume, tail)
		return err
	}); err != nil {
		return err
	}
	out, err := openSSE(w, s.eventTime)
	if err != nil {
		return nil // the reader has gone
	}
	st := &stream{Server: s, place: at, out: out, cursor: past.from, heard: past.heard, newest: past.newest, told: map[messages.Note]int{}}
	if err := st.sendPast(past); err != nil {
		return nil // the same
	}
	s.follow(r.Context(), st.out, watcher, st.show)
	return nil
}

// stream returns a call that lasts one of the slots for streams. A HEAD is
// refused: it would wait for the end of what has none.
func (s *Server) stream(c call) call {
	held := s.holding(s.streams, c)
	return func(w http.ResponseWriter, r *http.Request, k key) error {
		if r.Method != http.MethodGet {
			return fault{http.StatusMethodNotAllowed, "a stream is read-only: use GET"}
		}
		return held(w, r, k)
	}
}

// begin reads where a stream begins: after an event, or at a number of lines.
func begin(r *http.Request) (resume *cursor, tail int, err error) {
	query := r.URL.Query()
	id := r.Header.Get("Last-Event-ID")
	if id == "" {
		id = query.Get("last_event_id")
	}
	if id != "" {
		c, err := parseCursor(id)
		return &c, someTail, err
	}
	if !query.Has("tail") {
		return nil, someTail, nil
	}
	tail, err = strconv.Atoi(query.Get("tail"))
	if err != nil || tail < 0 || tail > maxTail {
		return nil, 0, bad("tail: want a number of lines, 0 to 1000")
	}
	return nil, tail, nil
}

// A stream is one reader's events. It lives in the request's goroutine.
type stream struct {
	*Server
	place
	out    *sse
	cursor cursor
	heard  *once
	newest uint64                // records up to here were looked at
	told   map[messages.Note]int // notes of the past, which the feed may tell again
	ailing []ailingEvent         // as it was told last
}

// sendPast sends records and notes by time, each in its own order.
func (st *stream) sendPast(p past) error {
	members, notes := st.Members(st.id), p.notes
	for _, r := range p.records {
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
	for _, n := range p.notes {
		st.told[identity(n)]++
	}
	if err := st.out.event("ready", "", struct{}{}); err != nil {
		return err
	}
	if err := st.models(); err != nil {
		return err
	}
	return st.out.flush()
}

// follow has what is new shown and sent until the stream has to end.
func (s *Server) follow(ctx context.Context, out *sse, w *watcher, show func(news) error) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case n := <-w.news:
			if err = show(n); err == nil && len(w.news) == 0 {
				err = out.flush()
			}
		case <-beat.C:
			err = out.comment("alive")
		case <-w.lost:
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
func (st *stream) show(n news) error {
	switch n := n.(type) {
	case recorded:
		if n.Seq <= st.newest {
			return nil
		}
		st.newest = n.Seq
		if !st.heard.record(n.Record) {
			return nil
		}
		return st.record(st.Members(st.id), n.Record)
	case noted:
		if id := identity(n.Note); st.told[id] > 0 {
			st.told[id]--
			return nil
		}
		if n.At > st.cursor.at {
			st.told = nil // notes come in order: none of the past follows this one
		}
		return st.note(st.Members(st.id), n.Note)
	case accountTyped:
		m := member(st.Members(st.id), speaksThrough(n.Account, n.Familiar))
		return st.out.event("typing", "", typingEvent{author{m.Person, m.Name, true}, m.Familiar, n.On})
	case reacted:
		m := member(st.Members(st.id), speaksThrough(n.Account, n.Familiar))
		return st.out.event("reaction", "", reactionEvent{author{m.Person, m.Name, true}, m.Familiar, n.Line, n.Emoji})
	case typed:
		return st.out.event("typing", "", typingEvent{Author: n.author, On: n.on})
	case doing:
		return st.out.event("doing", "", newDoingEvent(st.Members(st.id), n.seats, messages.InstantOf(time.Now())))
	case modelsChanged:
		return st.models()
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
	return st.out.event("models", "", e)
}

func (st *stream) record(members []Member, r journal.Record) error {
	st.cursor.passRecord(r.Seq)
	id := st.cursor.String()
	switch e := r.Event.(type) {
	case messages.Edited:
		return st.out.event("edit", id, newLineEvent(st.place, members, r, e.Line))
	case messages.Deleted:
		return st.out.event("delete", id, deleteEvent{e.ID})
	default:
		return st.out.event("line", id, newLineEvent(st.place, members, r, lineOf(e)))
	}
}

func (st *stream) note(members []Member, n *messages.Note) error {
	st.cursor.passNote(n.At)
	return st.out.event("decision", st.cursor.String(), newDecisionEvent(members, n))
}

// identity is what makes two notes the same: all but the trace.
func identity(n *messages.Note) messages.Note {
	same := *n
	same.Meta = messages.Meta{}
	return same
}
