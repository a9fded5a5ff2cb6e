package onebot

import (
	"context"
	"sync"

	"familiar/messages"
)

// lanes do the work of one channel in order, one at a time; the channels don't wait for
// each other. Once too much waits, add does, too.
type lanes struct {
	ctx     context.Context // ends the work
	running sync.WaitGroup
	room    chan struct{} // one for each work that waits

	mu     sync.Mutex // each lane takes from what the listener adds
	queues map[messages.ChannelID][]func(context.Context)
}

func newLanes(ctx context.Context) *lanes {
	return &lanes{ctx: ctx, room: make(chan struct{}, waitingMost), queues: map[messages.ChannelID][]func(context.Context){}}
}

func (l *lanes) add(channel messages.ChannelID, work func(context.Context)) {
	select {
	case l.room <- struct{}{}:
	case <-l.ctx.Done():
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	queue, busy := l.queues[channel]
	l.queues[channel] = append(queue, work)
	if !busy {
		l.running.Go(func() { l.run(channel) }) // ends with the channel's last work
	}
}

func (l *lanes) run(channel messages.ChannelID) {
	for {
		l.mu.Lock()
		queue := l.queues[channel]
		if len(queue) == 0 || l.ctx.Err() != nil {
			delete(l.queues, channel)
			l.mu.Unlock()
			return
		}
		l.queues[channel] = queue[1:]
		l.mu.Unlock()
		queue[0](l.ctx)
		<-l.room
	}
}

// wait waits until nobody works any more; add is not called again.
func (l *lanes) wait() { l.running.Wait() }
