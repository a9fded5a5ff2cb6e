package discord

import (
	"context"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// lanes hand events over: those of one channel in order, one at a time; the
// channels don't wait for each other. A channel with nothing to hand over
// costs nothing.
type lanes struct {
	ctx     context.Context // Listen's
	account *Account
	hear    adapter.Hear
	room    chan struct{} // as many as may wait
	running sync.WaitGroup

	mu    sync.Mutex          // the shards share it
	queue map[string][]func() // by channel; there is one while somebody works on it
}

func newLanes(ctx context.Context, a *Account, hear adapter.Hear) *lanes {
	return &lanes{ctx: ctx, account: a, hear: hear, room: make(chan struct{}, a.config.Waiting), queue: make(map[string][]func())}
}

// enqueue adds work of a channel. While too much waits it blocks, and so the
// shard doesn't read on.
func (l *lanes) enqueue(channel string, work func()) {
	select {
	case l.room <- struct{}{}:
	case <-l.ctx.Done():
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	waiting, busy := l.queue[channel]
	l.queue[channel] = append(waiting, work)
	if !busy {
		l.running.Go(func() { l.run(channel) }) // ends with the channel's last work
	}
}

func (l *lanes) run(channel string) {
	for {
		l.mu.Lock()
		waiting := l.queue[channel]
		if len(waiting) == 0 {
			delete(l.queue, channel)
			l.mu.Unlock()
			return
		}
		l.queue[channel] = waiting[1:]
		l.mu.Unlock()
		if l.ctx.Err() == nil {
			waiting[0]()
		}
		<-l.room
	}
}

// wait waits until nobody works any more; put is not called again.
func (l *lanes) wait() { l.running.Wait() }

// hearUntilTaken hands an event over until it is taken or refused, and reports
// whether that was before Listen's end.
func (l *lanes) hearUntilTaken(channel messages.ChannelID, e messages.Event) bool {
	return l.hear.UntilTaken(l.ctx, channel, e, adapter.Backoff{First: firstPause, Most: l.account.config.MaxPause}, l.account.log) == nil
}

// firstPause is before an event is handed over a second time.
const firstPause = 100 * time.Millisecond
