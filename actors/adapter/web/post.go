package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"familiar/actors/adapter"
	"familiar/messages"
)

// postPrefix begins the line id of a post; the rest is the post's id.
const postPrefix = "post:"

// Post implements adapter.Adapter: the post becomes a line that every account
// in the channel hears. Its id is "post:" and the post's, so posting again
// hands it only to those who don't have it. Hence any error but
// [adapter.ErrGone] is an [adapter.RetryError], though some may have heard it.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	line := messages.Line{
		ID:      messages.LineID(postPrefix + p.ID),
		Channel: p.Channel,
		Author:  a.as(p.As),
		Text:    p.Text,
		Nonce:   string(p.ID),
		Meta:    messages.Meta{TraceID: p.Meta.TraceID}, // so that a reader of the post finds its turn
	}
	if p.ReplyTo != "" {
		line.ReplyTo = messages.Reply{ID: p.ReplyTo, Author: p.Quoting.Author.ID}
	}
	line.Mentions = mentions(p.Text, func() []messages.Author { return a.network.known(p.Channel) })
	if err := a.post(ctx, line); err != nil {
		return adapter.Posted{}, fmt.Errorf("web: post to %s: %w", p.Channel, err)
	}
	return adapter.Posted{Line: line.ID}, nil
}

// ShowsNames implements adapter.Namer.
func (a *Account) ShowsNames() bool { return true }

// as is the account under that name; "": its own.
func (a *Account) as(name string) messages.Author {
	me := a.me
	me.Name = cmp.Or(name, me.Name)
	return me
}

func (a *Account) post(ctx context.Context, line messages.Line) error {
	if err := checkChannel(line.Channel); err != nil {
		return fmt.Errorf("%w: %w", adapter.ErrGone, err)
	}
	if !slices.ContainsFunc(a.network.present(line.Channel), func(in *Account) bool { return in.id == a.id }) {
		return fmt.Errorf("%w: account %s is not in the channel", adapter.ErrGone, a.id)
	}
	_, err := a.network.say(ctx, line, true)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNobody) || errors.Is(err, adapter.ErrRefused):
		return fmt.Errorf("%w: %w", adapter.ErrGone, err)
	}
	return adapter.RetryAfter(0, err)
}

// Find implements adapter.Reconciler. It never finds p and so gives leave to
// post it: safe, because the line's id is made of p.ID, and a line that is
// handed over again under the same id is the same line.
func (a *Account) Find(context.Context, messages.Post) (adapter.Posted, bool, error) {
	return adapter.Posted{}, false, nil
}

// known returns who can be mentioned in a channel: the accounts in it, then who
// wrote there lately, newest first.
func (n *Network) known(channel messages.ChannelID) []messages.Author {
	var known []messages.Author
	for _, a := range n.present(channel) {
		known = append(known, a.me)
	}
	return append(known, n.stripe(channel).authors(channel)...)
}
