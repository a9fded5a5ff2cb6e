package adapter

import (
	"context"
	"sync"
)

// Queues do the work of one channel in order, one at a time; the channels don't wait for
// each other. A channel without work costs nothing. C is what an adapter knows a channel
// by. Make them with [NewQueues].
type Queues[C comparable] struct {
	ctx     context.Context // ends the work
	running sync.WaitGroup
	room    chan struct{} // one for each work that isn't done; nil: nobody counts

	mu     sync.Mutex // each channel's worker takes from what is added
	queues map[C][]func(context.Context)
}

// NewQueues returns queues without work. Once so much waits or is being done, Add waits,
// too; 0: whoever adds bounds it. What waits when ctx ends is not done.
func NewQueues[C comparable](ctx context.Context, most int) *Queues[C] {
	q := &Queues[C]{ctx: ctx, queues: map[C][]func(context.Context){}}
	if most > 0 {
		q.room = make(chan struct{}, most)
	}
	return q
}

// Add adds work to a channel's. Several goroutines may add.
func (q *Queues[C]) Add(channel C, work func(context.Context)) {
	if q.room != nil {
		select {
		case q.room <- struct{}{}:
		case <-q.ctx.Done():
			return
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	queue, busy := q.queues[channel]
	q.queues[channel] = append(queue, work)
	if !busy {
		q.running.Go(func() { q.run(channel) }) // ends with the channel's last work
	}
}

func (q *Queues[C]) run(channel C) {
	for {
		q.mu.Lock()
		queue := q.queues[channel]
		if len(queue) == 0 || q.ctx.Err() != nil {
			delete(q.queues, channel)
			q.mu.Unlock()
			return
		}
		q.queues[channel] = queue[1:]
		q.mu.Unlock()
		queue[0](q.ctx)
		if q.room != nil {
			<-q.room
		}
	}
}

// Wait waits until nobody works any more; Add is not called again.
func (q *Queues[C]) Wait() { q.running.Wait() }
