// Package memory is a journal that lives and dies with the process: for
// trying familiars out, for tests and for measuring everything but the disk.
// It keeps every promise of package journal except to survive.
//
// A partition holds its channels' records, snapshots and deadlines under one
// lock; the outbox, the ledger and the letters have one lock each. Nothing is encoded: an
// event is kept as it was given, so the giver must not change it afterwards.
//
// It knows nothing of what the records mean. The app opens it; the host, the
// channels and the adapters' runners use it as a journal.Journal.
package memory

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"

	"familiar/journal"
	"familiar/messages"
)

// A Journal is a journal.Journal in memory.
type Journal struct {
	partitions []*partition
	outbox     *outbox
	ledger     *ledger
	dead       dead

	closed   chan struct{} // closed by Close, wakes who waits
	isClosed atomic.Bool
}

var _ journal.Journal = (*Journal)(nil)

// New makes an empty journal. It panics if c is not valid.
func New(c Config) *Journal {
	if err := c.Validate(); err != nil {
		panic(err)
	}
	c = c.withDefaults()
	j := &Journal{outbox: newOutbox(c), ledger: &ledger{max: c.MaxNotes}, closed: make(chan struct{})}
	for range c.Partitions {
		j.partitions = append(j.partitions, newPartition(c))
	}
	return j
}

// Owns implements journal.Log.
func (j *Journal) Owns(channel messages.ChannelID) error {
	p := j.of(channel)
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fence.Check(j.Epoch(0))
}

// Claim implements journal.Journal: every partition is this process's.
func (j *Journal) Claim(context.Context, int, func() error) error { return nil }

// Release implements journal.Journal.
func (j *Journal) Release(int) {}

// Epoch implements journal.Journal: 1, for nobody opens it again.
func (j *Journal) Epoch(int) uint64 { return 1 }

// Close ends every Consume and Deliver with journal.ErrClosed, and every
// later call fails with it. Closing twice does nothing.
func (j *Journal) Close() error {
	if j.isClosed.CompareAndSwap(false, true) {
		close(j.closed)
	}
	return nil
}

// open tells why a call can't be served: the journal is closed or nobody
// waits for the answer.
func (j *Journal) open(ctx context.Context, call string) error {
	if j.isClosed.Load() {
		return fmt.Errorf("memory journal: %s: %w", call, journal.ErrClosed)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("memory journal: %s: %w", call, err)
	}
	return nil
}

// Partitions implements journal.Log.
func (j *Journal) Partitions() int { return len(j.partitions) }

// Partition implements journal.Log: FNV-1a of the channel's id, modulo the
// number of partitions.
func (j *Journal) Partition(channel messages.ChannelID) int {
	return journal.PartitionOf(channel, len(j.partitions))
}

func (j *Journal) of(channel messages.ChannelID) *partition {
	return j.partitions[j.Partition(channel)]
}

func (j *Journal) partition(n int) (*partition, error) {
	if n < 0 || n >= len(j.partitions) {
		return nil, fmt.Errorf("memory journal: partition %d of %d: %w", n, len(j.partitions), journal.ErrNotFound)
	}
	return j.partitions[n], nil
}

// opened returns a partition that a call can be served from.
func (j *Journal) opened(ctx context.Context, n int, call string) (*partition, error) {
	p, err := j.partition(n)
	if err == nil {
		err = j.open(ctx, call)
	}
	return p, err
}

// each yields what every partition has, which is looked up as it is reached.
func each[T any](ctx context.Context, j *Journal, call string, has func(*partition) []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, p := range j.partitions {
			if err := j.open(ctx, call); err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, one := range has(p) {
				if !yield(one, nil) {
					return
				}
			}
		}
	}
}
