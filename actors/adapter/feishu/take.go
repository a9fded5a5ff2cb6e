package feishu

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

const (
	underWayMax = 4_000  // events that wait; the network is to keep the rest, and their order with it
	takenKept   = 20_000 // events remembered as taken, at least: the network delivers at least once

	firstRetry = 100 * time.Millisecond // before an event that was not taken is handed over again
	lastRetry  = 5 * time.Second        // the longest; it doubles up to here
)

var (
	errBusy = errors.New("too many events are waiting")
	errLate = errors.New("not taken in time")
)

// A listening is one run of Listen.
type listening struct {
	account *Account
	me      self
	hear    adapter.Hear
	ctx     context.Context //nolint:containedctx // of the run: what is under way outlives the SDK's call
	order   *order

	catching sync.WaitGroup

	mu       sync.Mutex // the SDK calls receive from many goroutines
	underWay map[string]*arrival
}

func newListening(ctx context.Context, a *Account, me self, hear adapter.Hear) *listening {
	l := &listening{account: a, me: me, hear: hear, ctx: ctx, underWay: make(map[string]*arrival)}
	l.order = newOrder(a.config.Window, l.hand)
	return l
}

// wait waits until nothing is handed over any more.
func (l *listening) wait() {
	l.catching.Wait()
	l.order.running.Wait()
}

// receive takes an event as the SDK gives it. With an error the network is
// told that it was not taken, and sends it again after a while.
func (l *listening) receive(ctx context.Context, body []byte) error {
	e, err := decodeEvent(body, l.account.id, l.me)
	switch {
	case err != nil:
		l.account.log.Warn("event refused", "err", err)
		return nil
	case e == nil:
		return nil
	case e.reacted != nil: // behind what happens where its line stands, if that is known
		if line, ok := l.account.lines.find(e.reacted.Line); ok {
			e.channel = line.channel
		}
	case e.line == nil:
		if e.channel, err = l.place(ctx, e); err != nil {
			return err
		}
	}
	return l.awaitTaken(ctx, e, l.account.config.Answer)
}

// awaitTaken waits until e is taken, at most for patience (0: as long as it
// takes). A copy of what is under way waits with it. What is under way goes on
// when patience ends: lines after it must not pass it.
func (l *listening) awaitTaken(ctx context.Context, e *arrival, patience time.Duration) error {
	first, err := l.admit(e)
	if first == nil {
		return err
	}
	if patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	select {
	case <-first.done:
		return first.err
	case <-ctx.Done():
		return fmt.Errorf("feishu: %s: %w", e.channel, errLate)
	}
}

// admit puts e in its order, unless it has been there. It gives the copy to
// wait for; nil: there is nothing to wait for.
func (l *listening) admit(e *arrival) (*arrival, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.account.taken.Has(e.key) {
		return nil, nil
	}
	if first, waits := l.underWay[e.key]; waits {
		return first, nil
	}
	if len(l.underWay) >= underWayMax {
		return nil, fmt.Errorf("feishu: %s: %w", e.channel, errBusy)
	}
	e.done = make(chan struct{})
	l.underWay[e.key] = e
	if e.line != nil {
		l.account.lines.see(e.line)
	}
	l.order.enqueue(l.ctx, e)
	return e, nil
}

// hand gives e to the journal until it is taken or refused, or ctx ends.
func (l *listening) hand(ctx context.Context, e *arrival) error {
	channel := l.where(ctx, e)
	event := l.event(ctx, channel, e)
	if event != nil {
		again := adapter.Backoff{First: firstRetry, Most: lastRetry}
		if err := again.Until(ctx, func() error { return l.hear(ctx, channel, event) }); err != nil && !errors.Is(err, adapter.ErrRefused) {
			return err
		}
	}
	if e.line != nil && event != nil {
		l.account.lines.took(e.line, e.updated)
	}
	l.account.taken.Put(e.key, struct{}{})
	l.mu.Lock()
	delete(l.underWay, e.key)
	l.mu.Unlock()
	return nil
}

// event returns what e is to the journal of that channel; nil: nothing new.
func (l *listening) event(ctx context.Context, channel messages.ChannelID, e *arrival) messages.Event {
	switch {
	case channel == "":
		return nil
	case e.reacted != nil:
		return l.reaction(ctx, channel, e)
	}
	if e.line == nil {
		return messages.Deleted{ID: e.deleted}
	}
	known, changed := l.account.lines.change(e.line, e.updated)
	if known && !changed {
		return nil
	}
	l.account.complete(ctx, e, l.me)
	if known || e.edited {
		return messages.Edited{Line: e.line}
	}
	return messages.Heard{Line: e.line}
}
