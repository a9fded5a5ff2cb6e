package matrix

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/markup"
	"familiar/actors/adapter/matrix/rest"
	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

// Post implements adapter.Adapter. The message has the post's id in it, by which it
// is found again, and its transaction is made of that id, too: a homeserver that
// remembers it takes the post once.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	what := "post to " + string(p.Channel)
	p = adapter.Answerable(p)
	at, err := a.placeOf(p, what)
	if err != nil {
		return adapter.Posted{}, err
	}
	if err := a.writable(ctx, at.room, what); err != nil {
		return adapter.Posted{}, err
	}
	return a.post(ctx, p, at, what, content(p.Text, p.Mentions))
}

// placeOf returns where a post is to stand.
func (a *Account) placeOf(p messages.Post, what string) (place, error) {
	in := p.Channel
	if p.Within != "" {
		in = p.Within
	}
	at, err := a.placeIn(in, what)
	switch {
	case err != nil:
		return place{}, err
	case in.Room() != p.Channel.Room():
		return place{}, fmt.Errorf("matrix: account %s: %s: %w: thread %s is not one of %s", a.id, what, adapter.ErrGone, in, p.Channel)
	case at.thread == "" && p.Thread && strings.HasPrefix(string(p.ReplyTo), "$"):
		at.thread = string(p.ReplyTo)
	}
	return at, nil
}

// relation returns how a message belongs to its thread and to the line it answers;
// nil: it doesn't. In a thread, clients without threads are shown a reply.
func (p place) relation(answers messages.LineID) map[string]any {
	to, replies := string(answers), strings.HasPrefix(string(answers), "$")
	switch {
	case p.thread != "" && (!replies || to == p.thread):
		return map[string]any{"rel_type": wire.RelationThread, "event_id": p.thread, "is_falling_back": true, "m.in_reply_to": map[string]string{"event_id": p.thread}}
	case p.thread != "":
		return map[string]any{"rel_type": wire.RelationThread, "event_id": p.thread, "is_falling_back": false, "m.in_reply_to": map[string]string{"event_id": to}}
	case replies:
		return map[string]any{"m.in_reply_to": map[string]string{"event_id": to}}
	}
	return nil
}

// content returns a text as a message. Whom it calls is said, so that nobody is by
// a name in the text.
func content(text string, people []messages.Mention) map[string]any {
	body, html, called := markup.Write(text, people)
	of := map[string]any{"msgtype": "m.text", "body": body, "m.mentions": map[string]any{}}
	if len(called) > 0 {
		of["m.mentions"] = map[string]any{"user_ids": called}
	}
	if html != "" {
		of["format"], of["formatted_body"] = "org.matrix.custom.html", html
	}
	return of
}

// writable looks whether something may be posted in a room at all: in an encrypted
// one it would stand there for the homeserver to read.
func (a *Account) writable(ctx context.Context, id, what string) error {
	known, err := a.look(ctx, id)
	switch {
	case err != nil:
		return adapter.Unposted(a.outcome(what, err))
	case known.isEncrypted():
		return fmt.Errorf("matrix: account %s: %s: %w: the room is encrypted, and end-to-end encryption is not held", a.id, what, adapter.ErrGone)
	}
	return nil
}

// send makes an event in a room and returns its id.
func (a *Account) send(ctx context.Context, id, kind, transaction string, content any) (string, error) {
	var made struct {
		Event string `json:"event_id"`
	}
	err := a.api.Call(ctx, put(content, "rooms", id, "send", kind, transaction), &made)
	if err == nil && !strings.HasPrefix(made.Event, "$") {
		err = errors.New("the answer has no event")
	}
	return made.Event, err
}

// posted returns a post that the homeserver has as that event.
func posted(p messages.Post, at place, event string) adapter.Posted {
	made := adapter.Posted{Line: messages.LineID(event)}
	if channel := at.channel(); at.thread != "" && channel != p.Channel {
		made.Thread = channel
	}
	return made
}

const (
	// findMost is how many pages of a hundred events are looked through for a post.
	findMost = 10
	// findBefore is how long before a post was ordered its event may be dated: clocks
	// differ.
	findBefore = 10 * time.Minute
)

// Find implements adapter.Reconciler: it looks through what was said in the room since
// the post was ordered. One that isn't there may be posted now; should it be under
// way still, the homeserver knows its transaction.
func (a *Account) Find(ctx context.Context, p messages.Post) (adapter.Posted, bool, error) {
	what := "find in " + string(p.Channel)
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Posted{}, false, err
	}
	p = adapter.Answerable(p)
	at, err := a.placeOf(p, what)
	if err != nil {
		return adapter.Posted{}, false, err
	}
	oldest := p.Meta.At.Time().Add(a.api.Clock.Ahead() - findBefore).UnixMilli()
	from := ""
	for range findMost {
		var page wire.Page
		query := url.Values{"dir": {"b"}, "limit": {"100"}}
		if from != "" {
			query.Set("from", from)
		}
		request := rest.Request{Method: http.MethodGet, Path: []string{"v3", "rooms", at.room, "messages"}, Query: query}
		if err := a.api.Call(ctx, request, &page); err != nil {
			return adapter.Posted{}, false, a.outcome(what, err)
		}
		old := true
		for _, raw := range page.Events {
			e, err := wire.DecodeEvent(raw)
			if err != nil {
				continue
			}
			old = old && e.At < oldest
			if m, err := wire.DecodeMessage(e.Content); err == nil && e.Sender == string(me.ID) && m.Post == string(p.ID) && m.Replaces() == "" {
				return posted(p, at, e.ID), true, nil
			}
		}
		if from = page.End; from == "" || old {
			return adapter.Posted{}, false, nil
		}
	}
	return adapter.Posted{}, false, fmt.Errorf("matrix: account %s: %s: %w: too much was said since", a.id, what, adapter.ErrGone)
}
