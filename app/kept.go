package app

import (
	"context"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

// askedWithin is how long a channel may take to say whether it still wants a
// kept post: it reads what was in the journal at the start first.
const askedWithin = time.Minute

// wanted passes posts on to put. One that an earlier process made may have
// been settled without leaving the outbox, so its channel is asked first: what
// it doesn't wait for any more is never sent.
func (a *App) wanted(ctx context.Context, put func(messages.Post)) func(messages.Post) {
	return func(p messages.Post) {
		if p.Meta.At >= a.began {
			put(p)
			return
		}
		switch open, known := a.still(ctx, p); {
		case !known:
			a.Log.Warn("post of an earlier run is left for the next start", "channel", string(p.Channel), "post", string(p.ID))
		case open:
			put(p)
		default:
			if err := a.Journal.Remove(ctx, p.Channel, p.ID); err != nil {
				a.Log.Warn("post stays in the outbox", "channel", string(p.Channel), "post", string(p.ID), "err", err)
			}
		}
	}
}

// still asks a post's channel whether its fate is open.
func (a *App) still(ctx context.Context, p messages.Post) (open, known bool) {
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
