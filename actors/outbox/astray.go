package outbox

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/messages"
)

// LostOrder is the reason of a post whose order a power cut took.
const LostOrder = "a power cut took what ordered it: it may have been posted, and what it answered may be answered again"

// RecordAstray journals for a partition's channels which posts the outbox has, or had,
// of a time that the log may have lost: before anybody listens, so that each
// channel knows by its numbers which of them it never ordered.
func (o *Outbox) RecordAstray(ctx context.Context, partition int) error {
	var lost []journal.Astray
	err := o.options.Retry.Read(ctx, "posts of a time that is lost", func() error {
		lost = nil
		for post, err := range o.Journal.Astray(ctx, partition) {
			if err != nil {
				return fmt.Errorf("posts of a time that is lost: %w", err)
			}
			lost = append(lost, post)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, post := range lost {
		o.astray.Store(post, nil)
		e := messages.DeliveryFailed{Post: post.Post, Reason: LostOrder, Unknown: true, Lost: true}
		err := o.options.Retry.Write(ctx, "tell of a post that may be lost", func() error {
			_, err := o.Append(ctx, journal.EpochOf(o.Journal, post.Channel), post.Channel, e)
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
func (o *Outbox) keepAstray(ctx context.Context, p messages.Post) {
	if _, is := o.astray.Load(journal.Astray{Channel: p.Channel, Post: p.ID}); !is {
		return
	}
	letter, err := journal.LetterAbout(ctx, o.Journal, &p)
	if errors.Is(err, journal.ErrConflict) { // there is none yet
		letter, err = journal.Letter{At: p.Meta.At, Channel: p.Channel, Reason: LostOrder, Unknown: true}, nil
	}
	if err == nil {
		letter.Post = &p
		err = o.Bury(ctx, letter)
	}
	if err != nil {
		o.options.Log.Warn("text of a post that is lost is not kept", "channel", string(p.Channel), "post", string(p.ID), "err", err)
	}
}
