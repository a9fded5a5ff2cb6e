package outbox

import (
	"context"
	"sync"

	"familiar/messages"
)

// mostAside is how many posts of an account wait for their channels; no more are read
// from the outbox until one of them is settled.
const mostAside = 1000

// A delivery hands an account's posts over, each channel's in order. What its channel is
// asked about waits aside with the channel's later posts, and those of other channels
// go on: one may be on its way from a process to another for a while.
type delivery struct {
	of     *Outbox
	ctx    context.Context // of the delivering
	aside  chan struct{}   // holds one for each post that waits
	asking sync.WaitGroup

	mu      sync.Mutex          // channels are asked side by side, each by a goroutine
	put     func(messages.Post) // called by one at a time
	waiting map[messages.ChannelID][]messages.Post
	left    map[messages.ChannelID]bool // nobody knows about a post of these
}

func (o *Outbox) newDelivery(ctx context.Context, put func(messages.Post)) *delivery {
	return &delivery{
		of: o, ctx: ctx, put: put, aside: make(chan struct{}, mostAside),
		waiting: map[messages.ChannelID][]messages.Post{}, left: map[messages.ChannelID]bool{},
	}
}

// take hands a post over, or has it wait.
func (d *delivery) take(p messages.Post) {
	_, ours := d.of.fresh.LoadAndDelete(p.ID)
	p.Earlier = p.Earlier && !ours
	select {
	case d.aside <- struct{}{}:
	case <-d.ctx.Done():
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	queue, waits := d.waiting[p.Channel]
	switch {
	case waits:
		d.waiting[p.Channel] = append(queue, p)
		return
	case d.left[p.Channel]:
		d.leave(p)
	case p.Earlier:
		d.waiting[p.Channel] = []messages.Post{p}
		d.asking.Go(func() { d.settle(p.Channel) })
		return
	default:
		d.put(p)
	}
	<-d.aside
}

// settle hands over what waits of a channel, or removes it, until nothing does.
func (d *delivery) settle(id messages.ChannelID) {
	for p, more := d.next(id); more; p, more = d.next(id) {
		open, err := true, error(nil)
		if p.Earlier {
			open, err = d.of.options.Still(d.ctx, id, p.ID)
		}
		switch {
		case err != nil:
			d.abandon(id, p)
		case open:
			d.mu.Lock()
			d.put(p)
			d.mu.Unlock()
		default:
			d.of.drop(d.ctx, p)
		}
		<-d.aside
	}
}

// next takes the first post that waits of a channel; false: none does any more.
func (d *delivery) next(id messages.ChannelID) (p messages.Post, more bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	queue := d.waiting[id]
	if len(queue) == 0 {
		delete(d.waiting, id)
		return p, false
	}
	d.waiting[id] = queue[1:]
	return queue[0], true
}

// abandon leaves a post and what the channel has later in the outbox.
func (d *delivery) abandon(id messages.ChannelID, p messages.Post) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left[id] = true
	for _, p := range append([]messages.Post{p}, d.waiting[id]...) {
		d.leave(p)
	}
	for range d.waiting[id] {
		<-d.aside
	}
	d.waiting[id] = nil
}

func (d *delivery) leave(p messages.Post) {
	d.of.options.Log.Warn("post is left for the next start", "channel", string(p.Channel), "post", string(p.ID))
}
