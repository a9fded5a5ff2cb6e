package app

import (
	"context"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/channel"
	"familiar/messages"
)

// erasing is how many orders to erase may wait; more are not taken: their
// channels order them again.
const erasing = 10_000

// eraseTries is how often the journal is asked before the order's deadline is
// left to tell.
const eraseTries = 3

// erasePause is the pause after the first try; it grows tenfold.
const erasePause = 100 * time.Millisecond

// Erase implements [channel.Orders]: one after another, so that many deletions
// at once leave the journal to the lines.
func (a *App) Erase(o messages.Erase) {
	a.quiet.add(1)
	select {
	case a.erasures <- o:
	default:
		a.quiet.add(-1)
		a.Log.Warn("too much is to be erased, it will be ordered again", "channel", string(o.Channel))
	}
}

// eraser carries out what was ordered, until ctx ends.
func (a *App) eraser(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case o := <-a.erasures:
			a.erase(ctx, o)
			a.quiet.add(-1)
		}
	}
}

// erase takes the text out of the journal and tells the channel. An order
// whose deadline has passed was given again.
func (a *App) erase(ctx context.Context, o messages.Erase) {
	if o.Deadline != 0 && o.Deadline < messages.InstantOf(time.Now()) {
		return
	}
	pause := erasePause
	for try := 1; ; try++ {
		err := a.Journal.Erase(ctx, o)
		if err == nil {
			a.send(channel.Key(o.Channel), messages.Erased{N: o.N})
			return
		}
		if ctx.Err() != nil {
			return
		}
		a.Log.Warn("text not erased", "channel", string(o.Channel), "try", try, "err", err)
		if try == eraseTries || !adapter.Wait(ctx, pause) {
			return
		}
		pause *= 10
	}
}
