package feishu

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"familiar/internal/sleep"
	"familiar/messages"
)

// An arrival is something that happened, on its way to be taken: a line, the
// deletion of one, or a reaction to one.
type arrival struct {
	key     string // the same for every copy the network sends
	at      messages.Instant
	channel messages.ChannelID

	line    *messages.Line // nil: deleted says which is gone
	people  []known        // whom the line names or is by
	deleted messages.LineID
	reacted *messages.Reacted // nil: it is no reaction
	edited  bool              // line was heard before, by another process or in another form

	updated messages.Instant // when line came to say what it says; 0: not known

	arrived time.Time
	done    chan struct{} // closed when err says what became of it
	err     error
}

// order puts what arrives back into the order it was said in: the SDK gives
// each event a goroutine of its own, and they overtake each other. Whatever
// has waited for the window goes on, after all that was said before it in its
// channel. One that comes later still is handed over when it comes. Lines of
// the same millisecond have no order.
type order struct {
	window time.Duration
	hand   func(context.Context, *arrival) error // called for one of a channel at a time

	mu      sync.Mutex // the SDK's goroutines put, the lanes take
	lanes   map[messages.ChannelID][]*arrival
	running sync.WaitGroup
}

func newOrder(window time.Duration, hand func(context.Context, *arrival) error) *order {
	return &order{window: window, hand: hand, lanes: make(map[messages.ChannelID][]*arrival)}
}

// enqueue adds a to its channel's lane. A lane is a goroutine for as long as
// something waits in it, so that a channel that can't be taken stops no other.
func (o *order) enqueue(ctx context.Context, a *arrival) {
	o.mu.Lock()
	defer o.mu.Unlock()
	a.arrived = time.Now()
	lane, running := o.lanes[a.channel]
	i, _ := slices.BinarySearchFunc(lane, a.at, func(b *arrival, at messages.Instant) int {
		return cmp.Or(cmp.Compare(b.at, at), -1) // after those of the same time
	})
	o.lanes[a.channel] = slices.Insert(lane, i, a)
	if !running {
		o.running.Go(func() { o.run(ctx, a.channel) })
	}
}

// run hands a lane over until it is empty. When ctx ends the rest is not
// taken.
func (o *order) run(ctx context.Context, channel messages.ChannelID) {
	for {
		a, wait := o.next(channel, ctx.Err() != nil)
		switch {
		case a != nil:
			a.err = ctx.Err()
			if a.err == nil {
				a.err = o.hand(ctx, a)
			}
			close(a.done)
		case wait == 0:
			return
		default:
			sleep.For(ctx, wait)
		}
	}
}

// next takes the first of a lane if one in it has waited long enough, or all
// is over; else it says how long until then. Neither: the lane is empty, and
// gone.
func (o *order) next(channel messages.ChannelID, over bool) (*arrival, time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	lane := o.lanes[channel]
	if len(lane) == 0 {
		delete(o.lanes, channel)
		return nil, 0
	}
	first := slices.MinFunc(lane, func(a, b *arrival) int { return a.arrived.Compare(b.arrived) })
	if wait := time.Until(first.arrived.Add(o.window)); wait > 0 && !over {
		return nil, wait
	}
	a := lane[0]
	o.lanes[channel] = slices.Delete(lane, 0, 1)
	return a, 0
}
