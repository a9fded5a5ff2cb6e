package outbox

import (
	"context"
	"sync"
	"time"

	"familiar/internal/sleep"
	"familiar/messages"
)

const (
	askedAtOnce = 64     // channels that are asked at the same time, for one account
	mostWaiting = 10_000 // posts of an account that wait for their channels; the next one waits for room

	// The pauses between two questions about one post; they double.
	askAgain     = 250 * time.Millisecond
	askAgainMost = 10 * time.Second
)

// A delivery hands an account's posts over.
type delivery struct {
	of  *Outbox
	put func(messages.Post)

	asking sync.WaitGroup
	slots  chan struct{} // of askedAtOnce
	room   chan struct{} // of mostWaiting

	mu      sync.Mutex
	waiting map[messages.ChannelID][]messages.Post // of each channel that is asked, in their order
}

// take hands a post over, or has it wait.
func (d *delivery) take(ctx context.Context, p messages.Post) {
	select {
	case d.room <- struct{}{}:
	case <-ctx.Done():
		return
	}
	if d.waits(ctx, p) {
		return
	}
	<-d.room
	p.Earlier = false
	d.put(p)
}

// waits has a post wait, unless it can be handed over at once.
func (d *delivery) waits(ctx context.Context, p messages.Post) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	behind, asked := d.waiting[p.Channel]
	if !asked && d.of.isFresh(p) {
		return false
	}
	d.waiting[p.Channel] = append(behind, p)
	if !asked {
		d.asking.Go(func() { d.ask(ctx, p.Channel) })
	}
	return true
}

// ask hands over what waits of a channel until nothing does, or ctx ends.
func (d *delivery) ask(ctx context.Context, channel messages.ChannelID) {
	for p, more := d.next(channel); more; p, more = d.next(channel) {
		if !d.settle(ctx, p) {
			return
		}
		<-d.room
	}
}

// next takes the first post that waits of a channel; with the last one gone the channel
// is asked no more.
func (d *delivery) next(channel messages.ChannelID) (p messages.Post, more bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	behind := d.waiting[channel]
	if len(behind) == 0 {
		delete(d.waiting, channel)
		return messages.Post{}, false
	}
	d.waiting[channel] = behind[1:]
	return behind[0], true
}

// settle hands a post over if its channel waits for it, and has it go otherwise; false:
// ctx ended before anybody knew.
func (d *delivery) settle(ctx context.Context, p messages.Post) bool {
	if d.of.isFresh(p) {
		p.Earlier = false
		d.put(p)
		return true
	}
	open, known := d.still(ctx, p)
	switch {
	case !known:
		return false
	case open:
		p.Earlier = true
		d.put(p)
	default:
		d.of.settled(ctx, p)
	}
	return true
}

// still asks a post's channel whether its fate is open, until somebody knows.
func (d *delivery) still(ctx context.Context, p messages.Post) (open, known bool) {
	for try := 1; ; try++ {
		open, err := d.once(ctx, p)
		if err == nil {
			return open, true
		}
		pause := sleep.Doubled(askAgain, askAgainMost, try)
		if pause == askAgainMost {
			d.of.options.Log.Warn("post waits for its channel, which doesn't say whether it was settled", "channel", string(p.Channel), "post", string(p.ID), "try", try, "err", err, "retry_in", pause)
		}
		if !sleep.For(ctx, pause) {
			return false, false
		}
	}
}

// once asks in its turn.
func (d *delivery) once(ctx context.Context, p messages.Post) (open bool, err error) {
	select {
	case d.slots <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	defer func() { <-d.slots }()
	return d.of.options.Still(ctx, p.Channel, p.ID)
}
