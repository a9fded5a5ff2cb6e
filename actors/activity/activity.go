// Package activity counts what is under way: records that are written and not
// yet read, records that are read and not yet stepped, channels that are busy.
// A process that ends waits until there is nothing of it, see [Activity.Wait].
package activity

import (
	"context"
	"sync"
	"sync/atomic"

	"familiar/journal"
	"familiar/messages"
)

// An Activity knows whether anything is under way: a record not yet read, one
// not yet stepped, a channel with a line to answer or an order open. Many actors
// count, and the one goroutine that ends the process waits; the lock is only
// taken while it does. Make it with [New].
type Activity struct {
	appended []atomic.Uint64 // newest sequence written, by partition
	read     []atomic.Uint64 // newest handed to its channel
	reading  []atomic.Bool   // the partition is read by this process
	under    atomic.Int64    // records handed over and not stepped, and busy channels

	waiting atomic.Bool
	mu      sync.Mutex
	changed sync.Cond
}

// New returns an Activity of a journal with so many partitions.
func New(partitions int) *Activity {
	a := &Activity{appended: make([]atomic.Uint64, partitions), read: make([]atomic.Uint64, partitions), reading: make([]atomic.Bool, partitions)}
	a.changed.L = &a.mu
	return a
}

// Add counts d more under way.
func (a *Activity) Add(d int) {
	a.under.Add(int64(d))
	a.signal()
}

// Begin says that a partition is read from now on, behind a sequence: before, what is
// written to it is another process's to read.
func (a *Activity) Begin(partition int, after uint64) {
	a.read[partition].Store(after)
	a.reading[partition].Store(true)
}

// End says that a partition is read no more.
func (a *Activity) End(partition int) {
	a.reading[partition].Store(false)
	a.signal()
}

// HandedOver says that a partition was read up to seq; its record counts as
// under way until somebody adds -1.
func (a *Activity) HandedOver(partition int, seq uint64) {
	a.under.Add(1)
	a.read[partition].Store(seq)
	a.signal()
}

// Count returns how many records and busy channels are under way.
func (a *Activity) Count() int64 { return a.under.Load() }

// LastRead returns the newest record of a partition that was handed over.
func (a *Activity) LastRead(partition int) uint64 { return a.read[partition].Load() }

// LastWritten returns the newest record of a partition that this process has
// written or read.
func (a *Activity) LastWritten(partition int) uint64 {
	return max(a.appended[partition].Load(), a.read[partition].Load())
}

func (a *Activity) signal() {
	if a.waiting.Load() {
		a.mu.Lock()
		a.changed.Broadcast()
		a.mu.Unlock()
	}
}

// none looks at one number after the other, and a step may write to a partition
// that was looked at already: only while nothing is written do they tell of one
// moment.
func (a *Activity) none() bool {
	before := a.written()
	for p := range a.appended {
		if a.reading[p].Load() && a.read[p].Load() < a.appended[p].Load() {
			return false
		}
	}
	return a.under.Load() <= 0 && a.written() == before
}

// written returns a number that grows with each record.
func (a *Activity) written() (sum uint64) {
	for p := range a.appended {
		sum += a.appended[p].Load()
	}
	return sum
}

// Wait returns once nothing is under way, or ctx ends; false then.
func (a *Activity) Wait(ctx context.Context) bool {
	a.waiting.Store(true)
	defer a.waiting.Store(false)
	defer context.AfterFunc(ctx, a.signal)()
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.none() {
		if ctx.Err() != nil {
			return false
		}
		a.changed.Wait()
	}
	return true
}

// Journal returns a journal that counts what is appended to j.
func (a *Activity) Journal(j journal.Journal) journal.Journal { return counted{j, a} }

type counted struct {
	journal.Journal
	activity *Activity
}

func (j counted) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	r, err := j.Journal.Append(ctx, epoch, id, events...)
	if err != nil {
		return r, err
	}
	newest := &j.activity.appended[j.Partition(id)]
	for old := newest.Load(); old < r.Seq && !newest.CompareAndSwap(old, r.Seq); old = newest.Load() {
	}
	return r, nil
}
