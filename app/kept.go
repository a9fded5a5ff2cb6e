package app

import (
	"context"
	"sync"
	"time"

	"familiar/actors/channel"
	"familiar/journal"
	"familiar/messages"
)

// askedWithin is how long a live channel may take to say whether it still
// wants a kept post.
const askedWithin = time.Minute

// A fresh journal knows which posts this process has made.
type fresh struct {
	journal.Journal
	posts *sync.Map // of messages.PostID, until they are handed over
}

func (j fresh) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	j.posts.Store(p.ID, nil) // first: it may be handed over before this returns
	err := j.Journal.Enqueue(ctx, epoch, p)
	if err != nil { // there is one of an earlier process's, or nobody knows
		j.posts.Delete(p.ID)
	}
	return err
}

// wanted passes posts on to put. One that an earlier process made may have
// been settled without leaving the outbox, so its channel is asked first: what
// it doesn't wait for any more is never sent. A channel that doesn't answer
// keeps its later posts, too, so that none overtakes another.
func (a *App) wanted(ctx context.Context, put func(messages.Post)) func(messages.Post) {
	left := make(map[messages.ChannelID]bool)
	return func(p messages.Post) {
		if _, ours := a.fresh.LoadAndDelete(p.ID); ours && !left[p.Channel] {
			put(p)
			return
		}
		switch open, known := a.still(ctx, p, left); {
		case !known:
			left[p.Channel] = true
			a.Log.Warn("post is left for the next start", "channel", string(p.Channel), "post", string(p.ID))
		case open:
			put(p)
		default:
			a.keepAstray(ctx, p)
			if err := a.Journal.Remove(ctx, p.Channel, p.ID); err != nil {
				a.Log.Warn("post stays in the outbox", "channel", string(p.Channel), "post", string(p.ID), "err", err)
			}
		}
	}
}

// still asks a post's channel whether its fate is open, once it is live.
func (a *App) still(ctx context.Context, p messages.Post, left map[messages.ChannelID]bool) (open, known bool) {
	if left[p.Channel] {
		return false, false
	}
	select {
	case <-a.readings[a.Journal.Partition(p.Channel)].ready:
	case <-ctx.Done():
		return false, false
	}
	reply := make(chan bool, 1)
	a.send(channel.Key(p.Channel), channel.Still{Post: p.ID, Reply: reply})
	select {
	case open = <-reply:
		return open, true
	case <-time.After(askedWithin):
		return false, false
	case <-ctx.Done():
		return false, false
	}
}
