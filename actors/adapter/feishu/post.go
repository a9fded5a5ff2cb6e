package feishu

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
)

// Post implements adapter.Adapter. An answer to a line that was withdrawn
// meanwhile is posted without it.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	posted, err := a.post(ctx, p)
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("feishu: post to %s: %w", p.Channel, err)
	}
	return posted, nil
}

func (a *Account) post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	in := p.Channel
	if p.Within != "" {
		in = p.Within
	}
	place, err := parse(in)
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("%w: %w", adapter.ErrGone, err)
	}
	to, err := a.anchor(ctx, p, place)
	if err != nil {
		return adapter.Posted{}, outcome(err)
	}
	made, err := a.send(ctx, p, place, to)
	refusal, refused := errors.AsType[*apiError](err)
	if refused && withdrawnCodes[refusal.code] && to.line != "" {
		if to, err = a.otherAnchor(ctx, place, to.line); err != nil {
			return adapter.Posted{}, outcome(err)
		}
		made, err = a.send(ctx, p, place, to)
	}
	if err != nil {
		return adapter.Posted{}, outcome(err)
	}
	if made.ID == "" {
		return adapter.Posted{}, errors.New("the network took it and gave no id")
	}
	posted := adapter.Posted{Line: messages.LineID(made.ID)}
	stands := messages.Channel{Network: network, Workspace: place.Workspace, Chat: place.Chat, Thread: made.Thread}.ID()
	if stands != p.Channel && made.Thread != "" {
		posted.Thread = stands
	}
	a.posted(ctx, p.ID, posted.Line, stands)
	return posted, nil
}

// posted remembers a line of ours, so that an answer to it is known as one,
// and the line itself, should the network tell of it.
func (a *Account) posted(ctx context.Context, post messages.PostID, id messages.LineID, channel messages.ChannelID) {
	if me, err := a.meet(ctx); err == nil {
		a.lines.posted(&messages.Line{ID: id, Channel: channel, Author: me.author, Nonce: string(post)})
	}
}

// An anchor is the line a post answers on the network; none: it stands for
// itself.
type anchor struct {
	line   messages.LineID
	thread bool // in a thread, which it begins if there is none
}

// anchor chooses it. In a thread there has to be one, since the network posts
// there only by answering.
func (a *Account) anchor(ctx context.Context, p messages.Post, place messages.Channel) (anchor, error) {
	if place.Thread == "" {
		return anchor{p.ReplyTo, p.Thread && p.ReplyTo != ""}, nil
	}
	if line, known := a.lines.find(p.ReplyTo); p.ReplyTo != "" && (!known || line.channel == place.ID()) {
		return anchor{p.ReplyTo, true}, nil
	}
	if last, ok := a.lines.newest(place.ID()); ok {
		return anchor{last.id, true}, nil
	}
	return a.otherAnchor(ctx, place, "")
}

// otherAnchor chooses one for want of a line that is gone.
func (a *Account) otherAnchor(ctx context.Context, place messages.Channel, gone messages.LineID) (anchor, error) {
	if place.Thread == "" {
		return anchor{}, nil
	}
	last, err := a.list(ctx, place, listing{most: 10, newest: true})
	if err != nil {
		return anchor{}, err
	}
	for _, i := range last {
		if !i.Deleted && i.ID != string(gone) {
			return anchor{messages.LineID(i.ID), true}, nil
		}
	}
	return anchor{}, fmt.Errorf("%w: the thread has no line left to answer", adapter.ErrGone)
}

// A made is what the network says of a new message.
type made struct {
	ID     string `json:"message_id"`
	Thread string `json:"thread_id"`
}

func (a *Account) send(ctx context.Context, p messages.Post, place messages.Channel, to anchor) (made, error) {
	var m made
	body := map[string]any{
		"msg_type": "text",
		"content":  textBody(p.Text, p.Mentions, a.people.pingID),
		"uuid":     uuid(p.ID),
	}
	if to.line != "" {
		body["reply_in_thread"] = to.thread
		err := a.rest.call(ctx, request{
			method: http.MethodPost, path: "/open-apis/im/v1/messages/:message_id/reply",
			params: larkcore.PathParams{"message_id": string(to.line)}, body: body,
		}, &m)
		return m, err
	}
	body["receive_id"] = place.Chat
	err := a.rest.call(ctx, request{
		method: http.MethodPost, path: "/open-apis/im/v1/messages",
		query: larkcore.QueryParams{"receive_id_type": {"chat_id"}}, body: body,
	}, &m)
	return m, err
}

// uuid makes the network's idempotency key, of at most 50 characters.
func uuid(id messages.PostID) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:20])
}

// provable is how long after a post was ordered its uuid keeps it from being
// posted twice: the network remembers one for an hour.
const provable = 55 * time.Minute

// Find implements adapter.Reconciler. The network can't be asked for a post,
// but takes none twice with the same uuid within the hour: so long, it gives
// leave to post again.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	if age := time.Since(p.Meta.At.Time()); p.Meta.At == 0 || age > provable {
		return adapter.Posted{}, false, fmt.Errorf("feishu: find %s: %w: the network forgets a post's key within the hour, so it may be there", p.ID, adapter.ErrGone)
	}
	return adapter.Posted{}, false, nil
}
