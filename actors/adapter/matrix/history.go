package matrix

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"familiar/actors/adapter/matrix/rest"
	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

// History implements adapter.Historian. Of a room all is its newest lines; of a thread
// its first ones, from the line that began it, are fetched besides.
func (a *Account) History(ctx context.Context, channel messages.ChannelID, head, tail int) ([]*messages.Line, error) {
	const what = "read history"
	at, err := a.placeIn(channel, what)
	if err != nil {
		return nil, err
	}
	me, err := a.who(ctx)
	if err != nil {
		return nil, err
	}
	known, err := a.look(ctx, at.room)
	if err != nil {
		return nil, a.outcome(what, err)
	}
	r := recollection{listener: &listener{Account: a, me: me}, at: at, known: known, edits: map[edited]edit{}}
	if at.thread == "" {
		head, tail = 0, head+tail
	}
	lines, err := r.read(ctx, head, tail)
	if err != nil {
		return nil, a.outcome(what, err)
	}
	return lines, nil
}

// A recollection is what was said in one place before.
type recollection struct {
	*listener
	at    place
	known *room
	edits map[edited]edit // the newest of each message

	attached bool // the homeserver sends edits with what they change
}

// An edited is a message, and who changed it: only its author counts.
type edited struct{ message, by string }

// An edit is what a message says since.
type edit struct {
	id   string
	at   int64 // ms since 1970
	says *wire.Message
}

func (r *recollection) read(ctx context.Context, head, tail int) ([]*messages.Line, error) {
	var first []wire.Event
	if head > 0 {
		var root json.RawMessage
		err := r.api.Call(ctx, get("rooms", r.at.room, "event", r.at.thread), &root)
		if err != nil && !rest.IsMissing(err) {
			return nil, err
		}
		if e, wrong := wire.DecodeEvent(root); err == nil && wrong == nil {
			first = r.keep(first, &e)
		}
		more, err := r.events(ctx, "f", head-len(first))
		if err != nil {
			return nil, err
		}
		first = append(first, more...)
	}
	last, err := r.events(ctx, "b", tail)
	if err != nil {
		return nil, err
	}
	slices.Reverse(last)
	if err := r.lookForEdits(ctx, append(first, last...)); err != nil {
		return nil, err
	}
	var lines []*messages.Line
	seen := map[string]bool{}
	for _, e := range append(first, last...) {
		if !seen[e.ID] {
			seen[e.ID] = true
			lines = append(lines, r.recalled(&e))
		}
	}
	return lines, nil
}

// lookForEdits reads the room back to the first of a thread's messages, where none of them
// came with an edit: a homeserver that doesn't send these along leaves them out of threads.
func (r *recollection) lookForEdits(ctx context.Context, said []wire.Event) error {
	if r.at.thread == "" || r.attached || len(said) == 0 {
		return nil
	}
	oldest := slices.MinFunc(said, func(a, b wire.Event) int { return cmp.Compare(a.At, b.At) }).At
	room := r.at
	room.thread = ""
	return r.pages(ctx, room, "b", func(e *wire.Event) (more bool) {
		r.keep(nil, e)
		return e.At >= oldest
	})
}

// events fetches so many messages of the place, from its beginning ("f") or its end ("b").
func (r *recollection) events(ctx context.Context, direction string, most int) (found []wire.Event, err error) {
	if most <= 0 {
		return nil, nil
	}
	err = r.pages(ctx, r.at, direction, func(e *wire.Event) (more bool) {
		found = r.keep(found, e)
		return len(found) < most
	})
	return found[:min(len(found), most)], err
}

// pages reads the events of a place until one is the last that is wanted, within bounds.
func (r *recollection) pages(ctx context.Context, at place, direction string, take func(*wire.Event) (more bool)) error {
	request := rest.Request{Method: http.MethodGet, Path: []string{"v3", "rooms", at.room, "messages"}}
	if at.thread != "" {
		request.Path = []string{"v1", "rooms", at.room, "relations", at.thread, wire.RelationThread}
	}
	from := ""
	for range pagesMost {
		request.Query = url.Values{"dir": {direction}, "limit": {strconv.Itoa(pageMost)}}
		if from != "" {
			request.Query.Set("from", from)
		}
		var page wire.Page
		if err := r.api.Call(ctx, request, &page); err != nil {
			return err
		}
		more := true
		for _, raw := range page.Events {
			if e, err := wire.DecodeEvent(raw); err == nil {
				more = take(&e) && more // all of a page counts: edits stand behind what they change
			}
		}
		was := from
		if from = page.End; at.thread != "" {
			from = page.Next
		}
		if !more || from == "" || from == was {
			break
		}
	}
	return nil
}

// keep adds a message that stands in the place, and notes what an edit says.
func (r *recollection) keep(found []wire.Event, e *wire.Event) []wire.Event {
	if e.Type != wire.TypeMessage || e.StateKey != nil || e.IsRedacted() {
		return found
	}
	m, err := wire.DecodeMessage(e.Content)
	if err != nil {
		return found
	}
	if of := m.Replaces(); of != "" {
		r.change(edited{of, e.Sender}, edit{e.ID, e.At, m.New})
		return found
	}
	if by, wrong := wire.DecodeEvent(e.Unsigned.Relations.Edit); wrong == nil {
		if now, wrong := wire.DecodeMessage(by.Content); wrong == nil && now.Replaces() == e.ID {
			r.change(edited{e.ID, by.Sender}, edit{by.ID, by.At, now.New})
			r.attached = true
		}
	}
	if m.Thread() != r.at.thread && e.ID != r.at.thread {
		return found
	}
	r.past.lines.Put(e.ID, stand{place{r.at.room, m.Thread()}, e.Sender})
	return append(found, *e)
}

// change notes an edit, unless a newer one is known.
func (r *recollection) change(of edited, now edit) {
	if was, known := r.edits[of]; !known || was.at <= now.at {
		r.edits[of] = now
	}
}

// recalled returns a message as the line it is now.
func (r *recollection) recalled(e *wire.Event) *messages.Line {
	m, _ := wire.DecodeMessage(e.Content) // keep has read it
	says := &m
	if now, changed := r.edits[edited{e.ID, e.Sender}]; changed {
		says = now.says
		r.past.edits.Put(now.id, e.ID)
	}
	line := r.line(r.at, r.known, e, says)
	line.Nonce = ""
	if e.Sender == string(r.me.ID) {
		line.Nonce = m.Post
	}
	line.Backfilled = true
	if answers := m.Answers(); answers != "" {
		of, _ := r.past.lines.Get(answers)
		line.ReplyTo = messages.Reply{ID: messages.LineID(answers), Author: messages.PersonID(of.author)}
	}
	return line
}
