package importer

import (
	"fmt"
	"slices"
	"strings"

	"familiar/lab/corpus"
	"familiar/messages"
)

// elementEvent has the fields of a Matrix event that say something here.
type elementEvent struct {
	Type   string
	Sender string
	ID     string `json:"event_id"`
	Room   string `json:"room_id"`
	At     int64  `json:"origin_server_ts"` // ms
	State  string `json:"state_key"`

	Content elementContent
}

type elementContent struct {
	Kind    string `json:"msgtype"`
	Body    string
	HTML    string                 `json:"formatted_body"`
	Display string                 `json:"displayname"` // of a member
	New     *struct{ Body string } `json:"m.new_content"`
	Called  struct {
		People []string `json:"user_ids"`
		Room   bool
	} `json:"m.mentions"`
	Relates struct {
		Kind     string `json:"rel_type"`
		ID       string `json:"event_id"`
		Fallback bool   `json:"is_falling_back"`
		To       struct {
			ID string `json:"event_id"`
		} `json:"m.in_reply_to"`
	} `json:"m.relates_to"`
}

// An elementRoom is a room while it is read, twice: an edit is an event of its
// own that comes later, so the first reading only looks for those.
type elementRoom struct {
	*reading
	*stream
	edits *edits
	look  bool // the first reading
	title string
	names map[string]string // of senders, as they called themselves last
}

func readElement(r *reading, files []*file) error {
	for _, f := range files {
		room := &elementRoom{reading: r, edits: newEdits(), names: make(map[string]string)}
		for _, room.look = range []bool{true, false} {
			var err error
			if room.stream, err = r.json(f, nil); err != nil {
				return err
			}
			if err := room.read(func() error { return room.object(room.key) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *elementRoom) key(key string) error {
	switch key {
	case "room_name":
		var called loose
		err := m.value(&called)
		m.title = name(string(called))
		return err
	case "messages":
		return m.array(m.event)
	}
	return m.skip()
}

func (m *elementRoom) event() error {
	var e elementEvent
	if err := m.value(&e); err != nil {
		return err
	}
	isEdit := e.Content.Relates.Kind == "m.replace"
	switch {
	case e.Type == "m.room.member" && e.Content.Display != "":
		if _, known := m.names[e.State]; known || len(m.names) < mostPeople {
			m.names[e.State] = name(e.Content.Display)
		}
		return nil
	case e.Type != "m.room.message" || e.Content.Kind == "":
		return nil // a deleted message has no content
	case isEdit && m.look && e.Content.New != nil:
		return m.edits.set(edited(e.Content.Relates.ID, e.Sender), e.Content.New.Body)
	case isEdit || m.look:
		return nil
	}
	return m.line(&e)
}

// edited is an edit of an event by that sender; the export is of one room.
func edited(id, sender string) editOf {
	return editOf{lineOf{id: messages.LineID(id)}, messages.PersonID(sender)}
}

func (m *elementRoom) line(e *elementEvent) error {
	c := messages.Channel{Network: "matrix", Chat: e.Room}
	called := m.title
	to := e.Content.Relates.To.ID
	if e.Content.Relates.Kind == "m.thread" {
		c.Thread, called = e.Content.Relates.ID, title(m.title, e.Content.Relates.ID)
		if e.Content.Relates.Fallback {
			to = ""
		}
	}
	place, err := m.reading.place(c, called, "second")
	if err != nil {
		return err
	}
	if e.At < 0 || e.At > int64(latest) {
		return fmt.Errorf("event %.50q: origin_server_ts %d: want milliseconds", e.ID, e.At)
	}
	text, changed := m.edits.texts[edited(e.ID, e.Sender)]
	if !changed {
		text = e.Content.said(to != "")
	}
	entry := corpus.Entry{Place: place, Edited: changed, Record: corpus.Record{
		Annotated: true,
		Line: &messages.Line{
			ID: messages.LineID(e.ID), At: messages.Instant(e.At), Text: text,
			Author:   messages.Author{ID: messages.PersonID(e.Sender), Name: m.named(e.Sender), Bot: e.Content.Kind == "m.notice"},
			Mentions: m.called(e, to != ""), Everyone: e.Content.Called.Room,
		},
	}}
	if to != "" {
		entry.Line.ReplyTo.ID, entry.Answers = messages.LineID(to), []messages.LineID{messages.LineID(to)}
	}
	return m.handOverEntry(entry)
}

// named returns what somebody called themselves, or the local part of their id.
func (m *elementRoom) named(sender string) string {
	if called := m.names[sender]; called != "" {
		return called
	}
	local, _, _ := strings.Cut(strings.TrimPrefix(sender, "@"), ":")
	return local
}

// called returns whom an event mentions. A reply also lists whom it answers,
// which is no mention unless they are named.
func (m *elementRoom) called(e *elementEvent, reply bool) (ids []messages.PersonID) {
	for _, id := range e.Content.Called.People {
		names := []string{id, m.named(id)}
		if !reply || strings.Contains(e.Content.HTML, id) || slices.ContainsFunc(names, func(n string) bool { return n != "" && strings.Contains(e.Content.Body, n) }) {
			ids = append(ids, messages.PersonID(id))
		}
	}
	return ids
}

// said returns the text without the quotation that older clients put before a
// reply.
func (c *elementContent) said(reply bool) string {
	text := c.Body
	if !reply || !strings.HasPrefix(text, "> <") {
		return text
	}
	for strings.HasPrefix(text, "> ") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return strings.TrimPrefix(text, "\n")
}
