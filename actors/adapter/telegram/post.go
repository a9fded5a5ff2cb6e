package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/entities"
	"familiar/actors/adapter/telegram/rest"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// Post implements adapter.Adapter. The text goes as characters and entities, not
// as markup, so there is nothing that Telegram could fail to read. Nobody is
// called but the people of p.Mentions; links show no preview. Telegram takes no key
// of ours and can't be asked: which post was begun is marked before.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	text, marks := entities.Write(p.Text, p.Mentions)
	params := map[string]any{"text": text, "link_preview_options": map[string]bool{"is_disabled": true}}
	if len(marks) > 0 {
		params["entities"] = marks
	}
	return a.send(ctx, p, params, func(ctx context.Context, params map[string]any, made *wire.Message) error {
		return a.api.Call(ctx, "sendMessage", params, made)
	})
}

// PostFile implements adapter.FilePoster.
func (a *Account) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	return a.send(ctx, p, map[string]any{}, func(ctx context.Context, params map[string]any, made *wire.Message) error {
		return a.api.Upload(ctx, "sendDocument", "document", rest.File{Name: p.File.Name, Text: p.File.Text}, params, made)
	})
}

// send makes a message where p is to stand, in its turn. A group that has become a
// supergroup says so and takes nothing: the message goes to that.
func (a *Account) send(ctx context.Context, p messages.Post, params map[string]any, call func(context.Context, map[string]any, *wire.Message) error) (adapter.Posted, error) {
	what := "post to " + string(p.Channel)
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Posted{}, adapter.Unposted(err)
	}
	p = adapter.Answerable(p)
	at, err := me.placeOf(p)
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("telegram: account %s: %s: %w: %w", a.id, what, adapter.ErrGone, err)
	}
	if err := a.pace.turn(ctx, at.chat); err != nil {
		return adapter.Posted{}, fmt.Errorf("telegram: account %s: %s: %w", a.id, what, err)
	}
	var made wire.Message
	line, err := a.marks.Post(p, func() (messages.LineID, error) {
		err := call(ctx, at.in(params, p.ReplyTo), &made)
		if moved := rest.MovedTo(err); moved != 0 {
			a.log.Warn("telegram group is a supergroup now", "was", string(p.Channel), "is", moved, "help", "the post goes there; where the configuration names the old channel, write the new one")
			at = place{chat: moved}
			err = call(ctx, at.in(params, ""), &made)
		}
		a.pace.see(at.chat, err)
		if err == nil && made.ID == 0 {
			err = errors.New("the answer has no message")
		}
		return lineID(made.ID), rest.Outcome(err)
	})
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("telegram: account %s: %s: %w", a.id, what, err)
	}
	a.past.posts.Put(stand{at.chat, made.ID}, p.ID)
	a.past.topics.Put(stand{at.chat, made.ID}, cmp.Or(at.topic, at.aside))
	return posted(p, line), nil
}

// posted returns a post that Telegram has as that line.
func posted(p messages.Post, line messages.LineID) adapter.Posted {
	made := adapter.Posted{Line: line}
	if p.Within != p.Channel {
		made.Thread = p.Within
	}
	return made
}

// A place is where a post goes.
type place struct {
	chat  int64
	topic int64 // of a forum; 0: none
	aside int64 // what somebody writes to a channel, which the chat is for; 0: it is for something else
}

// in returns parameters of a call with the place, and the line that is answered. A
// line that is no more keeps no answer back.
func (at place) in(params map[string]any, answers messages.LineID) map[string]any {
	params = maps.Clone(params)
	params["chat_id"] = at.chat
	if at.topic != 0 {
		params["message_thread_id"] = at.topic
	}
	if at.aside != 0 {
		params["direct_messages_topic_id"] = at.aside
	}
	if message, err := strconv.ParseInt(string(answers), 10, 64); err == nil && message > 0 {
		params["reply_parameters"] = map[string]any{"message_id": message, "allow_sending_without_reply": true}
	}
	return params
}

// placeOf returns where a post is to stand.
func (me self) placeOf(p messages.Post) (place, error) {
	in := p.Channel
	if p.Within != "" {
		if p.Within.Room() != p.Channel.Room() {
			return place{}, fmt.Errorf("thread %s is not one of %s", p.Within, p.Channel)
		}
		in = p.Within
	}
	return me.placeIn(in)
}

// placeIn returns the place that a channel's id names, if it is one of ours.
func (me self) placeIn(channel messages.ChannelID) (place, error) {
	in, err := messages.ParseChannel(channel)
	switch {
	case err != nil:
		return place{}, err
	case in.Network != network:
		return place{}, fmt.Errorf("channel %s is not on telegram", channel)
	case in.Workspace != "" && in.Workspace != strconv.FormatInt(me.user.ID, 10):
		return place{}, fmt.Errorf("channel %s is another account's", channel)
	}
	var at place
	chat, beside, isBeside := strings.Cut(in.Chat, aside)
	if at.chat, err = strconv.ParseInt(chat, 10, 64); err != nil || at.chat == 0 {
		return place{}, fmt.Errorf("channel %s: %q is not a chat's id", channel, in.Chat)
	}
	if isBeside {
		if at.aside, err = strconv.ParseInt(beside, 10, 64); err != nil || at.aside <= 0 || in.Thread != "" {
			return place{}, fmt.Errorf("channel %s: %q is nothing that somebody writes to a channel", channel, in.Chat)
		}
	}
	if in.Thread != "" {
		if at.topic, err = strconv.ParseInt(in.Thread, 10, 64); err != nil || at.topic <= 0 {
			return place{}, fmt.Errorf("channel %s: %q is not a topic's id", channel, in.Thread)
		}
	}
	return at, nil
}
