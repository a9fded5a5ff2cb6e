package slack

import (
	"context"
	"errors"
	"fmt"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/slack/mrkdwn"
)

// postEvent is the metadata's type that marks our posts; its payload's "id" is
// the post's.
const postEvent = "familiar_post"

// Post implements adapter.Adapter. Nothing in the text is a link to people,
// groups or everyone but the names of p.Mentions; links show no preview. Slack
// has no replies outside threads: there a line that p.Quoting gives is quoted.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Posted{}, err
	}
	p = adapter.Answerable(p)
	at, err := placeOf(p)
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("slack: account %s: post: %w: %w", a.id, adapter.ErrGone, err)
	}
	p.Text = a.signed(p.As, p.Text, me)
	options := []slack.MsgOption{
		slack.MsgOptionText(mrkdwn.Write(p), false), // it is escaped already
		slack.MsgOptionMetadata(slack.SlackMetadata{EventType: postEvent, EventPayload: map[string]any{"id": string(p.ID)}}),
		slack.MsgOptionParse(false),
		slack.MsgOptionLinkNames(false),
		slack.MsgOptionDisableLinkUnfurl(),
		slack.MsgOptionDisableMediaUnfurl(),
	}
	options = append(options, a.face(p, me)...)
	if at.thread != "" {
		options = append(options, slack.MsgOptionTS(at.thread))
	}
	end := a.posts.begin(at.chat, p.ID)
	_, ts, err := a.api.PostMessageContext(ctx, at.chat, options...)
	end(ts)
	switch {
	case err != nil:
		return adapter.Posted{}, a.failed("post to "+string(p.Channel), err)
	case ts == "": // slack-go takes {"ok":false} without a reason for success
		return adapter.Posted{}, a.failed("post to "+string(p.Channel), errors.New("the answer has no ts"))
	}
	return at.posted(p, me, ts), nil
}

// A place is where a post goes.
type place struct{ chat, thread string }

// placeOf returns where a post is to stand. p is [adapter.Answerable].
func placeOf(p messages.Post) (place, error) {
	in, err := messages.ParseChannel(p.Channel)
	if err != nil {
		return place{}, err
	}
	if in.Network != network {
		return place{}, fmt.Errorf("channel %s is not on slack", p.Channel)
	}
	at := place{in.Chat, in.Thread}
	switch {
	case at.thread != "": // it stands in one already
	case p.Within != "":
		within, err := messages.ParseChannel(p.Within)
		if err != nil || within.Chat != in.Chat {
			return place{}, fmt.Errorf("thread %s is not one of %s", p.Within, p.Channel)
		}
		at.thread = within.Thread
	case p.Thread:
		at.thread = string(p.ReplyTo)
	}
	if at.thread != "" && !isTS(at.thread) {
		return place{}, fmt.Errorf("%q is not a thread's ts", at.thread)
	}
	return at, nil
}

// posted returns a post that Slack has under that ts.
func (at place) posted(p messages.Post, me self, ts string) adapter.Posted {
	made := adapter.Posted{Line: messages.LineID(ts)}
	if thread := me.channel(at.chat, at.thread); at.thread != "" && thread != p.Channel {
		made.Thread = thread
	}
	return made
}
