package app

import (
	"context"
	"slices"
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

// Erase implements [channel.Orders]: one channel after another, so that many
// deletions at once leave the journal to the lines.
func (a *App) Erase(o messages.Erase) {
	a.quiet.add(1)
	select {
	case a.erasures <- o:
	default:
		a.quiet.add(-1)
		a.Log.Warn("too much is to be erased, it will be ordered again", "channel", string(o.Channel))
	}
}

// together bounds how many orders of one channel are carried out at once: all of
// them cost reading the channel's log one time.
const together = 256

// eraser carries out what was ordered, until ctx ends.
func (a *App) eraser(ctx context.Context) {
	waiting := map[messages.ChannelID][]messages.Erase{}
	for {
		select {
		case <-ctx.Done():
			return
		case o := <-a.erasures:
			waiting[o.Channel] = append(waiting[o.Channel], o)
		}
		for taking := true; taking; {
			select {
			case o := <-a.erasures:
				waiting[o.Channel] = append(waiting[o.Channel], o)
			default:
				taking = false
			}
		}
		for id, orders := range waiting {
			for some := range slices.Chunk(orders, together) {
				a.erase(ctx, some)
			}
			a.quiet.add(-len(orders))
			delete(waiting, id)
		}
	}
}

// erase takes texts of one channel out of the journal and tells the channel. An
// order whose deadline has passed was given again.
func (a *App) erase(ctx context.Context, orders []messages.Erase) {
	now := messages.InstantOf(time.Now())
	orders = slices.DeleteFunc(slices.Clone(orders), func(o messages.Erase) bool { return o.Deadline != 0 && o.Deadline < now })
	if len(orders) == 0 {
		return
	}
	pause := erasePause
	for try := 1; ; try++ {
		err := a.eraseNow(ctx, orders)
		if err == nil || ctx.Err() != nil {
			return
		}
		a.Log.Warn("text not erased", "channel", string(orders[0].Channel), "orders", len(orders), "try", try, "err", err)
		if try == eraseTries {
			break
		}
		if !adapter.Wait(ctx, pause) {
			return
		}
		pause *= 10
	}
	if len(orders) > 1 { // one that can't be carried out yet keeps no other from being done
		for _, o := range orders {
			_ = a.eraseNow(ctx, []messages.Erase{o}) // it was told of, and is ordered again
		}
	}
}

// eraseNow carries orders of one channel out and tells it.
func (a *App) eraseNow(ctx context.Context, orders []messages.Erase) error {
	if err := a.Journal.Erase(ctx, orders...); err != nil {
		return err
	}
	for _, o := range orders {
		a.send(channel.Key(o.Channel), messages.Erased{N: o.N})
	}
	return nil
}
