package feishu

import (
	"context"
	"fmt"
	"net/http"

	"familiar/messages"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"familiar/actors/adapter/feishu/rest"
)

// complete finds what a message doesn't say itself: what its author is
// called, and who wrote the line it answers. It takes at most Config.Lookup;
// what isn't known by then stays empty.
func (a *Account) complete(ctx context.Context, e *arrival, me self) {
	ctx, cancel := context.WithTimeout(ctx, a.config.Lookup)
	defer cancel()
	for _, k := range e.people {
		a.people.learn(k)
	}
	if e.line.Author.ID == me.author.ID {
		ours, _ := a.lines.find(e.line.ID)
		e.line.Nonce = ours.nonce
	} else {
		e.line.Author.Name = a.nameOf(ctx, chatOf(e.channel), e.line.Author.ID)
	}
	if to := &e.line.ReplyTo; to.ID != "" {
		to.Author = a.authorOf(ctx, e.channel, to.ID, !to.ThreadRoot)
	}
}

// authorOf returns who wrote a line of a channel, as remembered or, if ask is
// set, as the network says; "" when nobody knows.
func (a *Account) authorOf(ctx context.Context, in messages.ChannelID, id messages.LineID, ask bool) messages.PersonID {
	if line, ok := a.lines.find(id); ok {
		return line.author
	}
	if !ask {
		return ""
	}
	one, err := a.message(ctx, id)
	if err != nil {
		a.log.Debug("message not found", "line", string(id), "err", err)
		return ""
	}
	me, err := a.meet(ctx)
	if err != nil {
		return ""
	}
	author := me.sentBy(a.received(ctx, one).Sender)
	a.lines.see(&messages.Line{ID: id, Channel: in, Author: author})
	return author.ID
}

// place returns the channel a deleted line stood in: the network names its
// chat, but not its thread. With an error it is to be asked again: deleted in
// another channel, the line would stay.
func (l *listening) place(ctx context.Context, e *arrival) (messages.ChannelID, error) {
	if line, ok := l.account.lines.find(e.deleted); ok {
		return line.channel, nil
	}
	ctx, cancel := context.WithTimeout(ctx, l.account.config.Lookup)
	defer cancel()
	one, err := l.account.message(ctx, e.deleted)
	switch {
	case rest.Unclear(err):
		return "", fmt.Errorf("feishu: where %s stood: %w", e.deleted, err)
	case err != nil || one.Thread == "" || one.Root == "":
		return e.channel, nil
	}
	return threadOf(e.channel, one.Thread), nil
}

// message asks for one message.
func (a *Account) message(ctx context.Context, id messages.LineID) (item, error) {
	var answer struct {
		Items []item `json:"items"`
	}
	err := a.rest.Call(ctx, rest.Request{
		Method: http.MethodGet, Path: "/open-apis/im/v1/messages/:message_id",
		Params: larkcore.PathParams{"message_id": string(id)},
	}, &answer)
	if err != nil || len(answer.Items) == 0 {
		return item{}, err
	}
	return answer.Items[0], nil
}

// chatOf returns the network's id of the chat a channel is in.
func chatOf(channel messages.ChannelID) string {
	c, err := messages.ParseChannel(channel)
	if err != nil {
		return ""
	}
	return c.Chat
}

// threadOf returns the channel of a thread of the chat that channel is in.
func threadOf(channel messages.ChannelID, thread string) messages.ChannelID {
	c, err := messages.ParseChannel(channel)
	if err != nil {
		return channel
	}
	c.Thread = thread
	return c.ID()
}
