package feishu

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/rest"
	"familiar/messages"
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
	said, err := a.content(ctx, p)
	if err != nil {
		return adapter.Posted{}, adapter.Unposted(rest.Outcome(err))
	}
	to, err := a.anchor(ctx, p, place)
	if err != nil {
		return adapter.Posted{}, rest.Outcome(err)
	}
	made, err := a.send(ctx, p, said, place, to)
	if rest.IsWithdrawn(err) && to.line != "" {
		if to, err = a.otherAnchor(ctx, place, to.line); err != nil {
			return adapter.Posted{}, rest.Outcome(err)
		}
		made, err = a.send(ctx, p, said, place, to)
	}
	if err != nil {
		return adapter.Posted{}, rest.Outcome(err)
	}
	if made.ID == "" {
		return adapter.Posted{}, errors.New("the network took it but returned no id")
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

// A made is what the network says of a new message.
type made struct {
	ID     string `json:"message_id"`
	Thread string `json:"thread_id"`
}

func (a *Account) send(ctx context.Context, p messages.Post, said written, place messages.Channel, to anchor) (made, error) {
	var m made
	body := map[string]any{
		"msg_type": said.kind,
		"content":  said.content,
		"uuid":     uuid(p.ID),
	}
	if to.line != "" {
		body["reply_in_thread"] = to.thread
		err := a.rest.Call(ctx, rest.Request{
			Method: http.MethodPost, Path: "/open-apis/im/v1/messages/:message_id/reply",
			Params: larkcore.PathParams{"message_id": string(to.line)}, Body: body,
		}, &m)
		return m, err
	}
	body["receive_id"] = place.Chat
	err := a.rest.Call(ctx, rest.Request{
		Method: http.MethodPost, Path: "/open-apis/im/v1/messages",
		Query: larkcore.QueryParams{"receive_id_type": {"chat_id"}}, Body: body,
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
		return adapter.Posted{}, false, fmt.Errorf("feishu: find %s: %w: the network forgets a post's key within an hour, so it may have been posted", p.ID, adapter.ErrGone)
	}
	return adapter.Posted{}, false, nil
}
