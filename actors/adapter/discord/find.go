package discord

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/rest"

	"familiar/actors/adapter/discord/wire"
)

const (
	foundIn    = 50              // messages looked at at once
	pages      = 5               // and how often
	clockSlack = time.Minute     // by which Discord's clock may not be what its last answer said
	enforced   = 2 * time.Minute // for which Discord surely remembers a nonce
)

var errTooFar = errors.New("too much was said since to tell whether it was posted")

// Find implements adapter.Reconciler. It looks through the newest messages,
// back to when p was made, for one by the account with p's text that is no
// other post and answers no other line. What was made just now may be posted again in any case: Discord
// knows the nonce, but of what a webhook posts.
func (a *Account) Find(ctx context.Context, p messages.Post) (adapter.Posted, bool, error) {
	posted, found, err := a.find(ctx, adapter.Answerable(p))
	if err != nil {
		return adapter.Posted{}, false, fmt.Errorf("discord: look for a post in %s: %w", p.Channel, err)
	}
	return posted, found, nil
}

func (a *Account) find(ctx context.Context, p messages.Post) (adapter.Posted, bool, error) {
	c, err := parse(p.Channel)
	if err != nil {
		return adapter.Posted{}, false, fmt.Errorf("%w: %w", adapter.ErrGone, err)
	}
	if err := a.knownWhole(ctx); err != nil {
		return adapter.Posted{}, false, err
	}
	for _, where := range stands(c, p) {
		id, err := a.seek(ctx, where, p)
		if rest.IsCode(err, rest.CodeUnknownChannel) && where != c {
			continue // the thread was never begun
		}
		if err != nil || id != "" {
			return a.posted(c, where, p, id), id != "", err
		}
	}
	return adapter.Posted{}, false, nil
}

// stands returns where p may stand.
func stands(c messages.Channel, p messages.Post) []messages.Channel {
	if within, err := parse(p.Within); err == nil {
		return []messages.Channel{within}
	}
	if !p.Thread || p.ReplyTo == "" || c.Thread != "" || c.Workspace == "" {
		return []messages.Channel{c}
	}
	thread := c
	thread.Thread = string(p.ReplyTo)
	return []messages.Channel{thread, c}
}

// seek returns the id of p in one channel; "" if it isn't there.
func (a *Account) seek(ctx context.Context, where messages.Channel, p messages.Post) (string, error) {
	made := p.Meta.At.Time()
	which := newest(foundIn)
	for range pages {
		page, err := a.fetch(ctx, raw(where), which)
		if err != nil {
			return "", err
		}
		since := made.Add(a.rest.Ahead() - clockSlack) // by Discord's clock, which it has just told
		for _, m := range slices.Backward(page) {
			if a.isPost(m, p, since) {
				return m.ID, nil
			}
		}
		if len(page) < foundIn || page[0].At().Before(since) {
			return "", nil
		}
		which = before(page[0].ID, foundIn)
	}
	if time.Since(made) < enforced && (!a.config.Faces || p.As == "") {
		return "", nil
	}
	return "", errTooFar
}

// isPost reports whether m is p, and not before since.
func (a *Account) isPost(m *wire.Message, p messages.Post, since time.Time) bool {
	if m.Author.ID != a.self().ID {
		return false
	}
	if known := a.sent.post(m.NonceText(), messages.LineID(m.ID)); known != "" {
		return known == p.ID
	}
	if m.Type == wire.TypeReply && m.Reference.MessageID != "" && m.Reference.MessageID != string(p.ReplyTo) {
		return false // the same words, to somebody else
	}
	if m.Face == "" {
		p.Text = a.signed(p.As, p.Text)
	}
	text, _ := mark(written(p), p.Mentions, maxText)
	return strings.TrimSpace(m.Text()) == strings.TrimSpace(text) && holds(m, p.File) && !m.At().Before(since)
}
