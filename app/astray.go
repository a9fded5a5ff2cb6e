package app

import (
	"context"
	"fmt"

	"familiar/journal"
	"familiar/messages"
)

// lostOrder is the reason of a post whose order a power cut took.
const lostOrder = "a power cut took what ordered it: it may have been posted, and what it answered may be answered again"

// tellAstray journals for their channels which posts the outbox has, or had, of
// a time that the log may have lost: before anybody listens, so that each
// channel knows by its numbers which of them it never ordered.
func (a *App) tellAstray(ctx context.Context) error {
	a.astray = map[journal.Astray]bool{}
	for post, err := range a.Journal.Astray(ctx) {
		if err != nil {
			return fmt.Errorf("posts of a time that is lost: %w", err)
		}
		a.astray[post] = true
		e := messages.DeliveryFailed{Post: post.Post, Reason: lostOrder, Unknown: true, Lost: true}
		err := a.insist(ctx, "tell of a post that may be lost", func() error {
			_, err := a.Journal.Append(ctx, a.epoch, post.Channel, e)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keepAstray keeps the text of a post that its channel doesn't know for the
// operator, in place of the letter without one that the channel has written.
func (a *App) keepAstray(ctx context.Context, p messages.Post) {
	if !a.astray[journal.Astray{Channel: p.Channel, Post: p.ID}] {
		return
	}
	letter := journal.Letter{At: p.Meta.At, Channel: p.Channel, Post: &p, Reason: lostOrder, Unknown: true}
	if err := a.Journal.Bury(ctx, letter); err != nil {
		a.Log.Warn("text of a post that is lost is not kept", "channel", string(p.Channel), "post", string(p.ID), "err", err)
	}
}
