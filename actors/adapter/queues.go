package adapter

import (
	"context"
	"sync"

	"familiar/messages"
)

// Queues do the work of one channel in order, one at a time; the channels don't wait for
// each other. A channel without work costs nothing. Make them with [NewQueues].
type Queues struct {
	ctx     context.Context // ends the work
	running sync.WaitGroup
	room    chan struct{} // one for each work that isn't done; nil: nobody counts

	mu     sync.Mutex // each channel's worker takes from what is added
	queues map[messages.ChannelID][]func(context.Context)
}

// NewQueues returns queues without work. Once so much waits or is being done, Add waits,
// too; 0: whoever adds bounds it. What waits when ctx ends is not done.
func NewQueues(ctx context.Context, most int) *Queues {
	q := &Queues{ctx: ctx, queues: map[messages.ChannelID][]func(context.Context){}}
	if most > 0 {
		q.room = make(chan struct{}, most)
	}
	return q
}

// Add adds work to a channel's. One goroutine adds.
func (q *Queues) Add(channel messages.ChannelID, work func(context.Context)) {
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

func (q *Queues) run(channel messages.ChannelID) {
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
func (q *Queues) Wait() { q.running.Wait() }
