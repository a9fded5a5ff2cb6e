// Package waking knows the deadlines of all channels and wakes those whose
// deadline has come.
//
//	waker.go      who is woken when
//	queue.go      in which order
//	turnstile.go  how many deadlines are journaled in a second
package waking

import (
	"container/heap"
	"context"
	"fmt"
	"iter"
	"math"
	"sync"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// At the start, channels with a deadline this near are woken at once: they may
// have open orders, which they give again.
const wakeAhead = 15 * time.Minute

// At most wakeBurst channels are woken every wakePause: 2,000 in a second; and
// at most wakeBurst are on their way at the same time, so that a process that is
// busy with lines wakes as many as it can spare the time for.
const (
	wakeBurst = 20
	wakePause = 10 * time.Millisecond
)

// wakeAgain is when a channel is woken again whose deadline came and whose
// snapshot still has it.
const wakeAgain = time.Minute

// lookEvery is the longest the waker's timer runs before the clock is read again: no timer
// counts how long the machine has slept, or sees that its clock was put forward.
const lookEvery = time.Minute

// A Waker knows the deadlines of all channels, in memory or not, as their
// snapshots tell, and wakes them when one has come. A channel in memory has
// its own alarm; waking it does no harm.
type Waker struct {
	clock func() messages.Instant
	wake  func(id messages.ChannelID, woken func())

	mu      sync.Mutex // channels save in goroutines of their own
	queue   wakeQueue
	of      map[messages.ChannelID]*wakeup
	earlier chan struct{} // has room for one: the queue has a new first
	waking  int           // channels on their way into memory
}

// A wakeup is a channel and when to wake it.
type wakeup struct {
	id    messages.ChannelID
	at    messages.Instant // when to wake it
	due   messages.Instant // its deadline; at is earlier for some at the start, later for some woken before
	index int

	waking bool // it was woken and has not said so yet
}

// New returns a Waker. clock gives the time by which channels set their deadlines; wake
// has woken called once the channel is awake, or never will be.
func New(clock func() messages.Instant, wake func(id messages.ChannelID, woken func())) *Waker {
	return &Waker{clock: clock, wake: wake, of: make(map[messages.ChannelID]*wakeup), earlier: make(chan struct{}, 1)}
}

// Set takes a snapshot's deadline in place of the channel's former one; 0:
// there is none.
func (w *Waker) Set(id messages.ChannelID, due messages.Instant) {
	w.mu.Lock()
	defer w.mu.Unlock()
	u := w.of[id]
	switch {
	case due == 0 && u == nil:
		return
	case due == 0:
		heap.Remove(&w.queue, u.index)
		delete(w.of, id)
		return
	case u == nil:
		u = &wakeup{id: id, at: due, due: due}
		w.add(u)
	case u.due != due:
		u.at, u.due = due, due
		heap.Fix(&w.queue, u.index)
	}
	if u.index == 0 {
		w.signal()
	}
}

func (w *Waker) add(u *wakeup) {
	w.of[u.id] = u
	heap.Push(&w.queue, u)
}

// signal has run look at the queue again: its first is another.
func (w *Waker) signal() {
	select {
	case w.earlier <- struct{}{}:
	default: // it will
	}
}

// Recall takes the deadlines that the journal has of these channels; one that has
// saved since this process knows it knows better.
func (w *Waker) Recall(ctx context.Context, j journal.Snapshots, of func(messages.ChannelID) bool) error {
	err := w.recall(func(yield func(journal.Snapshot, error) bool) {
		for s, err := range j.Due(ctx, forever) {
			if (err != nil || of(s.Channel)) && !yield(s, err) {
				return
			}
		}
	}, w.clock())
	w.signal()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Forget lets go of the deadlines of channels that another process wakes.
func (w *Waker) Forget(of func(messages.ChannelID) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, u := range w.of {
		if of(id) {
			heap.Remove(&w.queue, u.index)
			delete(w.of, id)
		}
	}
}

func (w *Waker) recall(due iter.Seq2[journal.Snapshot, error], now messages.Instant) error {
	for s, err := range due {
		if err != nil {
			return fmt.Errorf("deadlines: %w", err)
		}
		u := &wakeup{id: s.Channel, at: s.Due, due: s.Due}
		if s.Due <= now.Add(wakeAhead) {
			u.at = min(now, s.Due)
		}
		w.mu.Lock()
		if w.of[u.id] == nil {
			w.add(u)
		}
		w.mu.Unlock()
	}
	return nil
}

// forever is after every deadline.
const forever = messages.Instant(math.MaxInt64)

// Run wakes until ctx ends.
func (w *Waker) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.earlier:
		case <-timer.C:
			for _, u := range w.due(w.clock()) {
				w.wake(u.id, func() { w.woken(u) })
			}
		}
		timer.Reset(w.pause(w.clock()))
	}
}

// pause returns how long nobody is to be woken, a minute at most.
func (w *Waker) pause(now messages.Instant) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) == 0 || w.waking >= wakeBurst {
		return lookEvery
	}
	return max(wakePause, min(w.queue[0].at.Sub(now), lookEvery))
}

// due returns whom to wake now, at most a burst of them.
func (w *Waker) due(now messages.Instant) (all []*wakeup) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.waking < wakeBurst && len(all) < wakeBurst && len(w.queue) > 0 && w.queue[0].at <= now {
		u := w.queue[0]
		if !u.waking { // else something holds it up, and once is enough
			u.waking = true
			w.waking++
			all = append(all, u)
		}
		if u.at = u.due; u.due <= now {
			u.at = now.Add(wakeAgain)
		}
		heap.Fix(&w.queue, 0)
	}
	return all
}

// woken makes room for another: u is awake.
func (w *Waker) woken(u *wakeup) {
	w.mu.Lock()
	defer w.mu.Unlock()
	u.waking = false
	if w.waking--; w.waking == wakeBurst-1 {
		w.signal()
	}
}

// Journal returns a journal that tells the waker the deadline of each snapshot
// that j has saved.
func (w *Waker) Journal(j journal.Journal) journal.Journal { return noticed{j, w} }

type noticed struct {
	journal.Journal
	waker *Waker
}

func (j noticed) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (revision uint64, err error) {
	revision, err = j.Journal.Save(ctx, epoch, s)
	if err == nil {
		j.waker.Set(s.Channel, s.Due)
	}
	return revision, err
}
