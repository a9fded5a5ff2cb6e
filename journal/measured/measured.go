// Package measured tells telemetry how a journal does.
package measured

import (
	"context"
	"errors"
	"sync"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/telemetry"
)

// A Journal tells how long it takes, what waits in its outbox and what is given
// up. Make it with [New].
type Journal struct {
	journal.Journal
	to     *telemetry.Telemetry
	outbox *waiting
}

// New returns a journal that measures j.
func New(j journal.Journal, to *telemetry.Telemetry) *Journal {
	return &Journal{j, to, newWaiting()}
}

// Outbox returns, for each account that has any, how many posts wait and since
// when the first does.
func (j *Journal) Outbox() (count map[messages.AccountID]int, oldest map[messages.AccountID]messages.Instant) {
	return j.outbox.look()
}

// Stale returns how many records of former owners j has come by since it was opened;
// 0 where there is none.
func (j *Journal) Stale() uint64 {
	if counts, is := j.Journal.(interface{ Stale() uint64 }); is {
		return counts.Stale()
	}
	return 0
}

// Append implements [journal.Log].
func (j *Journal) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	asked := time.Now()
	r, err := j.Journal.Append(ctx, epoch, id, events...)
	if err == nil {
		j.to.Appended(asked)
	}
	return r, err
}

// Enqueue implements [journal.Outbox].
func (j *Journal) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	added := j.outbox.add(&p) // first: it may be posted and removed before this returns
	err := j.Journal.Enqueue(ctx, epoch, p)
	if isThere := errors.Is(err, journal.ErrExists) && !errors.Is(err, journal.ErrSettled); err != nil && added && !isThere {
		j.outbox.remove(p.ID)
	}
	return err
}

// Deliver implements [journal.Outbox].
func (j *Journal) Deliver(ctx context.Context, account messages.AccountID, deliver func(messages.Post)) error {
	return j.Journal.Deliver(ctx, account, func(p messages.Post) {
		j.outbox.add(&p) // an earlier process may have enqueued it
		deliver(p)
	})
}

// Remove implements [journal.Outbox].
func (j *Journal) Remove(ctx context.Context, id messages.ChannelID, post messages.PostID) error {
	err := j.Journal.Remove(ctx, id, post)
	if err == nil {
		j.outbox.remove(post)
	}
	return err
}

// Bury implements [journal.Dead].
func (j *Journal) Bury(ctx context.Context, l journal.Letter) error {
	err := j.Journal.Bury(ctx, l)
	switch {
	case err != nil, l.Revision != 0: // one in place of another is not one more
	case l.Seq != 0:
		j.to.Buried("skipped")
	case l.Unknown:
		j.to.Buried("unknown")
	default:
		j.to.Buried("failed")
	}
	return err
}

// waiting are the posts in the outbox, as far as this process has seen any.
// Channels add and remove, each in its goroutine, and a reader of metrics looks.
type waiting struct {
	mu    sync.Mutex
	posts map[messages.PostID]waits
}

// A waits is one of them.
type waits struct {
	account messages.AccountID
	since   messages.Instant
}

func newWaiting() *waiting {
	return &waiting{posts: make(map[messages.PostID]waits)}
}

// add counts a post, unless it is counted already.
func (w *waiting) add(p *messages.Post) (added bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.posts[p.ID]; known {
		return false
	}
	w.posts[p.ID] = waits{p.Account, p.Meta.At}
	return true
}

func (w *waiting) remove(id messages.PostID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.posts, id)
}

// look gives, for each account that has any, how many wait and since when the
// first does.
func (w *waiting) look() (count map[messages.AccountID]int, oldest map[messages.AccountID]messages.Instant) {
	count, oldest = make(map[messages.AccountID]int), make(map[messages.AccountID]messages.Instant)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.posts {
		count[p.account]++
		if first, known := oldest[p.account]; !known || p.since < first {
			oldest[p.account] = p.since
		}
	}
	return count, oldest
}
