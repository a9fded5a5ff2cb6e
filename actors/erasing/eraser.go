// Package erasing takes out of the journal what has to go: texts that channels
// order to be erased, what is too old, and what is known of a person.
//
//	eraser.go   one channel's orders after another's
//	janitor.go  what is older than the journal keeps
//	expirer.go  what is older than its place keeps, where that is less long
//	forget.go   one person, everywhere
//	about.go    what is kept about one person, told to them
package erasing

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"familiar/actors/activity"
	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/messages"
)

// ordersMost is how many orders to erase may wait; more are not taken: their
// channels order them again.
const ordersMost = 10_000

// eraseTries is how often the journal is asked in a row.
const eraseTries = 3

// erasePause is the pause after the first try; it grows tenfold.
const erasePause = 100 * time.Millisecond

// eraseAgain is how long orders rest that failed so often, until their deadlines: what a
// channel orders next waits for them, and the other processes may be heard again by then.
const eraseAgain = 5 * time.Second

// Options is what an [Eraser] works with. All are needed.
type Options struct {
	Journal  journal.Journal
	Activity *activity.Activity
	Erased   func(id messages.ChannelID, e messages.Erased) // tells the channel
	Log      *slog.Logger
}

// An Eraser carries out what channels order to be erased. Make it with [New].
type Eraser struct {
	Options
	orders chan messages.Erase
}

// New returns an Eraser; [Eraser.Run] has it work.
func New(o Options) *Eraser { return &Eraser{o, make(chan messages.Erase, ordersMost)} }

// Erase takes an order. They are carried out one channel after another, so that many
// deletions at once leave the journal to the lines.
func (e *Eraser) Erase(o messages.Erase) {
	e.Activity.Add(1)
	select {
	case e.orders <- o:
	default:
		e.Activity.Add(-1)
		e.Log.Warn("too much to erase at once, it will be ordered again", "channel", string(o.Channel))
	}
}

// together bounds how many orders of one channel are carried out at once: all of
// them cost reading the channel's log one time.
const together = 256

// Run carries out what was ordered, until ctx ends.
func (e *Eraser) Run(ctx context.Context) {
	waiting := map[messages.ChannelID][]messages.Erase{}
	var failed []messages.Erase // none of them is under way: the next start has them ordered again
	var again <-chan time.Time  // nil: none has failed
	for {
		tries := eraseTries
		select {
		case <-ctx.Done():
			return
		case o := <-e.orders:
			waiting[o.Channel] = append(waiting[o.Channel], o)
		case <-again:
			tries = 1
			e.Activity.Add(len(failed))
			for _, o := range failed {
				waiting[o.Channel] = append(waiting[o.Channel], o)
			}
			failed, again = nil, nil
		}
		for taking := true; taking; {
			select {
			case o := <-e.orders:
				waiting[o.Channel] = append(waiting[o.Channel], o)
			default:
				taking = false
			}
		}
		for id, orders := range waiting {
			for some := range slices.Chunk(orders, together) {
				failed = append(failed, e.erase(ctx, some, tries)...)
			}
			e.Activity.Add(-len(orders))
			delete(waiting, id)
		}
		if len(failed) > 0 && again == nil {
			again = time.After(eraseAgain)
		}
	}
}

// erase takes texts of one channel out of the journal, tells the channel, and returns
// what failed. An order whose deadline has passed was given again.
func (e *Eraser) erase(ctx context.Context, orders []messages.Erase, tries int) (failed []messages.Erase) {
	now := messages.InstantOf(time.Now())
	orders = slices.DeleteFunc(slices.Clone(orders), func(o messages.Erase) bool { return o.Deadline != 0 && o.Deadline < now })
	if len(orders) == 0 {
		return nil
	}
	pause := erasePause
	for try := 1; ; try++ {
		err := e.eraseNow(ctx, orders)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if tries == eraseTries { // later ones are the same, and there may be many channels
			e.Log.Warn("text not erased", "channel", string(orders[0].Channel), "orders", len(orders), "try", try, "err", err)
		}
		if try == tries {
			break
		}
		if !sleep.For(ctx, pause) {
			return nil
		}
		pause *= 10
	}
	for _, o := range orders { // one that can't be carried out yet keeps no other from being done
		if len(orders) == 1 || e.eraseNow(ctx, []messages.Erase{o}) != nil {
			failed = append(failed, o)
		}
	}
	return slices.DeleteFunc(failed, func(o messages.Erase) bool { return o.Deadline == 0 })
}

// eraseNow carries orders of one channel out and tells it.
func (e *Eraser) eraseNow(ctx context.Context, orders []messages.Erase) error {
	if err := e.Journal.Erase(ctx, orders...); err != nil {
		return err
	}
	for _, o := range orders {
		e.Erased(o.Channel, messages.Erased{N: o.N})
	}
	return nil
}
