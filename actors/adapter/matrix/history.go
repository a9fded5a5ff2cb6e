package matrix

import (
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
}

// An edited is a message, and who changed it: only its author counts.
type edited struct{ message, by string }

// An edit is what a message says since.
type edit struct {
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

// events fetches so many messages of the place, from its beginning ("f") or its end ("b").
func (r *recollection) events(ctx context.Context, direction string, most int) (found []wire.Event, err error) {
	request := rest.Request{Method: http.MethodGet, Path: []string{"v3", "rooms", r.at.room, "messages"}}
	if r.at.thread != "" {
		request.Path = []string{"v1", "rooms", r.at.room, "relations", r.at.thread, wire.RelationThread}
	}
	from := ""
	for range pagesMost {
		if len(found) >= most {
			break
		}
		request.Query = url.Values{"dir": {direction}, "limit": {strconv.Itoa(pageMost)}}
		if from != "" {
			request.Query.Set("from", from)
		}
		var page wire.Page
		if err := r.api.Call(ctx, request, &page); err != nil {
			return nil, err
		}
		for _, raw := range page.Events {
			if e, err := wire.DecodeEvent(raw); err == nil {
				found = r.keep(found, &e)
			}
		}
		was := from
		if from = page.End; r.at.thread != "" {
			from = page.Next
		}
		if from == "" || from == was {
			break
		}
	}
	return found[:min(len(found), max(most, 0))], nil
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
		r.change(edited{of, e.Sender}, edit{e.At, m.New})
		return found
	}
	if by, wrong := wire.DecodeEvent(e.Unsigned.Relations.Edit); wrong == nil {
		if now, wrong := wire.DecodeMessage(by.Content); wrong == nil && now.Replaces() == e.ID {
			r.change(edited{e.ID, by.Sender}, edit{by.At, now.New})
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
