package slack

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
	"familiar/messages"
)

const (
	laneMost  = 1000   // events of one channel that wait; more are left to be delivered again
	lanesMost = 10_000 // events that wait in all
	seenMost  = 8192   // keys of events that were taken
	pauseMost = 5 * time.Second
)

// lanes hands events over in order per channel, each until it is taken, and
// acknowledges them then. What is not taken when the lanes stop waits until
// they start again. A channel that has nothing to hand over costs nothing.
type lanes struct {
	within time.Duration
	pause  time.Duration
	log    *slog.Logger
	taken  *adapter.Recent[string, struct{}]

	mu      sync.Mutex // the reader fills what the lanes empty
	queues  map[messages.ChannelID][]*job
	waiting int
	ctx     context.Context // nil while stopped
	running context.Context // of ctx, ends with stop
	workers sync.WaitGroup
}

func (l *lanes) open(within, pause time.Duration, log *slog.Logger) {
	l.within, l.pause, l.log = within, pause, log
	l.queues = map[messages.ChannelID][]*job{}
	l.taken = adapter.NewRecent[string, struct{}](seenMost)
}

// start begins to hand over. stop ends it, and returns when no event is being
// handed over.
func (l *lanes) start(ctx context.Context) (stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	running, end := context.WithCancel(ctx)
	l.ctx, l.running = ctx, running
	for channel := range l.queues {
		l.work(channel)
	}
	return func() {
		l.mu.Lock()
		l.ctx = nil
		end()
		l.mu.Unlock()
		l.workers.Wait()
	}
}

// run returns what ends when the lanes stop.
func (l *lanes) run() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running
}

// add puts a job behind those of its channel. One that waits already is told
// of the new arrival; one that was taken is acknowledged at once.
func (l *lanes) add(j *job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue, busy := l.queues[j.channel]
	if j.key != "" {
		for _, other := range queue {
			if other.key == j.key {
				other.came = append(other.came, j.came...)
				return
			}
		}
		if l.taken.Has(j.key) {
			go j.acknowledge(l.within) // a write to the network, which may take its time
			return
		}
	}
	if len(queue) >= laneMost || l.waiting >= lanesMost {
		l.log.Warn("slack event dropped", "channel", string(j.channel), "waiting", l.waiting)
		return
	}
	l.queues[j.channel] = append(queue, j)
	l.waiting++
	if !busy && l.ctx != nil {
		l.work(j.channel)
	}
}

// work empties a channel's queue: a goroutine for as long as there is
// something in it, so that no channel waits for another's journal or names.
// The lock is held.
func (l *lanes) work(channel messages.ChannelID) {
	ctx, running := l.ctx, l.running
	l.workers.Go(func() {
		for tries := 0; ; {
			j := l.first(channel, running)
			if j == nil {
				return
			}
			// A gap that was filled meanwhile may have had it already.
			var err error
			if !l.taken.Has(j.key) {
				err = j.take(ctx)
			}
			if err == nil || errors.Is(err, adapter.ErrRefused) {
				l.settle(j)
				tries = 0
				continue
			}
			sleep.For(running, sleep.Doubled(l.pause, pauseMost, tries+1))
			tries++
		}
	})
}

// first returns the job to hand over next; nil when there is none, or the lanes
// have stopped.
func (l *lanes) first(channel messages.ChannelID, running context.Context) *job {
	l.mu.Lock()
	defer l.mu.Unlock()
	if running.Err() != nil {
		return nil
	}
	queue := l.queues[channel]
	if len(queue) == 0 {
		delete(l.queues, channel)
		return nil
	}
	return queue[0]
}

// waits reports whether a channel's event of that key is still to be handed
// over.
func (l *lanes) waits(channel messages.ChannelID, key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.queues[channel], func(j *job) bool { return j.key == key })
}

func (l *lanes) settle(j *job) {
	l.mu.Lock()
	queue := l.queues[j.channel]
	queue[0] = nil
	l.queues[j.channel] = queue[1:]
	l.waiting--
	if j.key != "" {
		l.taken.Put(j.key, struct{}{})
	}
	l.mu.Unlock()
	j.acknowledge(l.within) // nobody adds arrivals any more
}

// A job is one event on its way to the journal.
type job struct {
	channel messages.ChannelID
	key     string // two jobs of one key are one
	take    func(context.Context) error
	came    []arrival // how it came, more than once if Slack grew impatient
}

// An arrival is an envelope that waits for its acknowledgement.
type arrival struct {
	at  time.Time
	ack func() // nil: it came otherwise
}

// acknowledge tells Slack, unless it has given the envelope up by now.
func (j *job) acknowledge(within time.Duration) {
	for _, came := range j.came {
		if came.ack != nil && time.Since(came.at) < within {
			came.ack()
		}
	}
}
