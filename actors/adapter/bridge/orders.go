package bridge

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"familiar/actors/adapter"
)

// waitingMost is how many orders wait for a bridge at once.
const waitingMost = 1_000

// errLost says that an order was handed out and came to nothing that is known of.
var errLost = errors.New("the bridge took the order and didn't answer it: whether it was carried out isn't known")

// errUntaken says that an order was never handed out.
var errUntaken = errors.New("the bridge doesn't ask for orders")

// orders are what an account wants done. An order is handed out once: what becomes of
// one that was and has no answer, nobody knows.
type orders struct {
	mu      sync.Mutex // the account's callers and its bridge's requests share it
	last    int        // number of the newest
	waiting []*task    // not handed out, oldest first
	out     map[string]*task
	more    chan struct{} // closed, and replaced, when one comes
}

// A task is an order with who waits for it.
type task struct {
	order
	done chan result // holds one
}

// A result is what came of a task: an answer, or err says that there is none.
type result struct {
	answer answer
	err    error
}

// comes returns what a result comes to for who waits.
func (r result) comes() (answer, error) {
	if r.err != nil {
		return answer{}, r.err
	}
	return r.answer, r.answer.err()
}

func (o *orders) open() { o.out, o.more = make(map[string]*task), make(chan struct{}) }

// do has an order carried out and returns the answer. One that nobody takes for so long
// was not carried out, and the error says so; ctx bounds how long one that was taken may
// last.
func (o *orders) do(ctx context.Context, wanted order, untaken time.Duration) (answer, error) {
	t := &task{order: wanted, done: make(chan result, 1)}
	if !o.add(t) {
		return answer{}, adapter.RetryAfter(0, errors.New("too many orders wait for the bridge"))
	}
	late := time.NewTimer(untaken)
	defer late.Stop()
	for {
		select {
		case r := <-t.done:
			return r.comes()
		case <-late.C:
			if o.withdraw(t, false) {
				return answer{}, adapter.RetryAfter(0, errUntaken)
			}
		case <-ctx.Done():
			if o.withdraw(t, false) {
				return answer{}, adapter.RetryAfter(0, errUntaken)
			}
			if o.withdraw(t, true) {
				return answer{}, errLost
			}
			return (<-t.done).comes() // just now
		}
	}
}

func (o *orders) add(t *task) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.waiting) >= waitingMost {
		return false
	}
	o.last++
	t.ID = strconv.Itoa(o.last)
	o.waiting = append(o.waiting, t)
	close(o.more)
	o.more = make(chan struct{})
	return true
}

// withdraw takes an order back, one that was handed out or one that wasn't; false: it is
// not among those.
func (o *orders) withdraw(t *task, out bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if out {
		_, is := o.out[t.ID]
		delete(o.out, t.ID)
		return is
	}
	at := slices.Index(o.waiting, t)
	if at < 0 {
		return false
	}
	o.waiting = slices.Delete(o.waiting, at, at+1)
	return true
}

// take hands out what waits, once something does; nothing when ctx ends before.
func (o *orders) take(ctx context.Context) []order {
	for {
		o.mu.Lock()
		if ctx.Err() == nil && len(o.waiting) > 0 {
			n := min(len(o.waiting), ordersMost)
			taken := make([]order, n)
			for i, t := range o.waiting[:n] {
				taken[i], o.out[t.ID] = t.order, t
			}
			o.waiting = slices.Delete(o.waiting, 0, n)
			o.mu.Unlock()
			return taken
		}
		more := o.more
		o.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return nil
		}
	}
}

// get returns an order that was handed out and is open.
func (o *orders) get(id string) (order, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t, is := o.out[id]
	if !is {
		return order{}, false
	}
	return t.order, true
}

// settle gives an order its answer; false: it is no longer open.
func (o *orders) settle(id string, got answer) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	t, is := o.out[id]
	delete(o.out, id)
	if is {
		t.done <- result{answer: got}
	}
	return is
}

// lose gives up every order that was handed out: whoever has them is gone.
func (o *orders) lose() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, t := range o.out {
		t.done <- result{err: errLost}
	}
	clear(o.out)
}
