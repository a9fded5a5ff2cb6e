package discord

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

// maxText is how many characters a message may have.
const maxText = 2000

// maxPinged is how many people Discord lets a message name to be pinged.
const maxPinged = 100

// A draft is a message as it is posted. Discord keeps one of a nonce for some
// minutes: the same draft again is answered with the first message.
type draft struct {
	face
	Content      string     `json:"content"`
	Nonce        string     `json:"nonce,omitempty"`
	EnforceNonce bool       `json:"enforce_nonce,omitempty"`
	Allowed      allowed    `json:"allowed_mentions"`
	Reference    *quotation `json:"message_reference,omitempty"`
	Files        []enclosed `json:"attachments,omitempty"` // of what is sent beside it, in order
}

// allowed closes what a message may ping: nobody but Users, whatever stands
// in the text.
type allowed struct {
	Parse       []string            `json:"parse"`
	Users       []messages.PersonID `json:"users"`
	RepliedUser bool                `json:"replied_user"`
}

type quotation struct {
	MessageID string `json:"message_id"`
	Must      bool   `json:"fail_if_not_exists"`
}

// Post implements adapter.Adapter. A reply pings who is answered only if
// p.Mentions has them. Where a thread can't be begun, for want of the right
// or because the channel has none, the post is a reply in the channel.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	c, err := parse(p.Channel)
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("discord: post: %w: %w", adapter.ErrGone, err)
	}
	posted, err := a.post(ctx, c, adapter.Answerable(p))
	if err != nil {
		return adapter.Posted{}, fmt.Errorf("discord: post to %s: %w", p.Channel, err)
	}
	return posted, nil
}

func (a *Account) post(ctx context.Context, c messages.Channel, p messages.Post) (adapter.Posted, error) {
	where, err := a.stand(ctx, c, p)
	if err != nil {
		return adapter.Posted{}, err
	}
	made, done, err := a.postShown(ctx, c, where, p)
	if err != nil {
		return adapter.Posted{}, err
	}
	if !done {
		if made, err = a.postPlain(ctx, c, where, p); err != nil {
			return adapter.Posted{}, err
		}
	}
	if made.ID == "" {
		return adapter.Posted{}, errors.New("the answer has no id")
	}
	return a.posted(c, where, p, made.ID), nil
}

// postPlain posts p as the account itself.
func (a *Account) postPlain(ctx context.Context, c, where messages.Channel, p messages.Post) (made wire.Message, err error) {
	p.Text = a.signed(p.As, p.Text)
	d := a.draft(p)
	if p.ReplyTo != "" && where == c {
		d.Reference = &quotation{MessageID: string(p.ReplyTo)}
	}
	address := discordgo.EndpointChannelMessages(raw(where))
	err = a.send(ctx, address, address, d, p.File, &made)
	return made, err
}

// draft makes p ready to be sent, but for what it answers.
func (a *Account) draft(p messages.Post) draft {
	text, users := mark(written(p), p.Mentions, maxText)
	users = users[:min(len(users), maxPinged)]
	return draft{
		Files: listed(p.File), Content: text, Nonce: a.sent.nonce(p.ID), EnforceNonce: true,
		Allowed: allowed{
			Parse: []string{}, Users: users,
			RepliedUser: slices.Contains(users, p.Quoting.Author.ID),
		},
	}
}

// posted returns message id as what p has become.
func (a *Account) posted(c, where messages.Channel, p messages.Post, id string) adapter.Posted {
	line := messages.LineID(id)
	a.sent.lines.Put(line, p.ID)
	if where == c {
		return adapter.Posted{Line: line}
	}
	return adapter.Posted{Line: line, Thread: where.ID()}
}

// parse returns what a channel of ours is on Discord.
func parse(id messages.ChannelID) (messages.Channel, error) {
	c, err := messages.ParseChannel(id)
	if err != nil {
		return c, err
	}
	if c.Network != network || wire.Born(raw(c)).IsZero() {
		return c, fmt.Errorf("channel %s is not a Discord channel", id)
	}
	return c, nil
}

// raw returns Discord's id of a channel or thread.
func raw(c messages.Channel) string {
	if c.Thread != "" {
		return c.Thread
	}
	return c.Chat
}
