package telegram

import (
	"context"
	"errors"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// pauseMost is the longest pause before an event is handed over again.
const pauseMost = 5 * time.Second

// lanes do the work of one channel in order, one at a time; the channels don't
// wait for each other. A channel without work costs nothing. The window bounds
// what waits.
type lanes struct {
	ctx     context.Context // ends the work
	running sync.WaitGroup

	mu     sync.Mutex // each lane takes from what the polling goroutine adds
	queues map[messages.ChannelID][]func(context.Context)
}

func newLanes(ctx context.Context) *lanes {
	return &lanes{ctx: ctx, queues: map[messages.ChannelID][]func(context.Context){}}
}

func (l *lanes) add(channel messages.ChannelID, work func(context.Context)) {
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
	}
}

// wait waits until nobody works any more; add is not called again.
func (l *lanes) wait() { l.running.Wait() }

// handOver hands an event over until it is taken or refused, and reports whether
// that was before ctx ended.
func (l *listener) handOver(ctx context.Context, channel messages.ChannelID, e messages.Event) bool {
	again := adapter.Backoff{First: l.config.Pause, Most: pauseMost, Failed: func(err error, pause time.Duration) {
		l.log.Warn("event not taken", "channel", string(channel), "err", err, "retry_in", pause)
	}}
	err := again.Until(ctx, func() error { return l.hear(ctx, channel, e) })
	return err == nil || errors.Is(err, adapter.ErrRefused)
}
