package app

import (
	"context"
	"sync"
	"sync/atomic"

	"familiar/journal"
	"familiar/messages"
)

// A quiet knows whether anything is under way: a record not yet read, one not
// yet stepped, a channel with a line to answer or an order open. Many actors
// count, and the one goroutine that ends the process waits; the lock is only
// taken while it does.
type quiet struct {
	appended []atomic.Uint64 // newest sequence written, by partition
	read     []atomic.Uint64 // newest handed to its channel
	under    atomic.Int64    // records handed over and not stepped, and busy channels

	waiting atomic.Bool
	mu      sync.Mutex
	changed sync.Cond
}

func newQuiet(partitions int) *quiet {
	q := &quiet{appended: make([]atomic.Uint64, partitions), read: make([]atomic.Uint64, partitions)}
	q.changed.L = &q.mu
	return q
}

// add counts d more under way.
func (q *quiet) add(d int) {
	q.under.Add(int64(d))
	q.tell()
}

// handed says that a partition was read up to seq; its record counts as under
// way until somebody adds -1.
func (q *quiet) handed(partition int, seq uint64) {
	q.under.Add(1)
	q.read[partition].Store(seq)
	q.tell()
}

func (q *quiet) tell() {
	if q.waiting.Load() {
		q.mu.Lock()
		q.changed.Broadcast()
		q.mu.Unlock()
	}
}

// is looks at one number after the other, and a step may write to a partition
// that was looked at already: only while nothing is written do they tell of one
// moment.
func (q *quiet) is() bool {
	before := q.written()
	for p := range q.appended {
		if q.read[p].Load() < q.appended[p].Load() {
			return false
		}
	}
	return q.under.Load() <= 0 && q.written() == before
}

// written gives a number that grows with each record.
func (q *quiet) written() (sum uint64) {
	for p := range q.appended {
		sum += q.appended[p].Load()
	}
	return sum
}

// wait returns once nothing is under way, or ctx ends; false then.
func (q *quiet) wait(ctx context.Context) bool {
	q.waiting.Store(true)
	defer q.waiting.Store(false)
	defer context.AfterFunc(ctx, q.tell)()
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.is() {
		if ctx.Err() != nil {
			return false
		}
		q.changed.Wait()
	}
	return true
}

// A counted journal tells quiet what was appended.
type counted struct {
	journal.Journal
	quiet *quiet
}

func (j counted) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	r, err := j.Journal.Append(ctx, epoch, id, events...)
	if err != nil {
		return r, err
	}
	newest := &j.quiet.appended[j.Partition(id)]
	for old := newest.Load(); old < r.Seq && !newest.CompareAndSwap(old, r.Seq); old = newest.Load() {
	}
	return r, nil
}
