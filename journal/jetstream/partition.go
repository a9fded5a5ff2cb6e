package jetstream

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// A partition is what the journal keeps in memory of some channels' log and
// snapshots; the records are in the server.
type partition struct {
	number int

	mu     sync.Mutex // orders the appends, so that At grows; held for no answer
	lastAt messages.Instant
	epoch  uint64 // the newest that has written

	last          atomic.Uint64 // the newest sequence heard of
	checkpoint    atomic.Uint64
	saved         atomic.Uint64 // the newest revision of a snapshot that was acknowledged
	checkpointing sync.Mutex    // one writes it at a time, so that it never goes back
	trimming      sync.Mutex
	sent          atomic.Int64  // bytes appended since Open
	stood         atomic.Int64  // bytes the server had when it was asked last, less those sent until then
	unreadable    atomic.Uint64 // records left out since Open

	tail *tail // nil: others write too, behind an outside server

	due    dues
	mine   mine
	newest map[messages.ChannelID]layout.Stamp // of the newest snapshots, only while it opens
	ended  time.Time                           // when the server took the newest record there was at Open; zero: there was none
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
		return nil, fmt.Errorf("journal: partition %d of %d: %w", n, len(j.partitions), journal.ErrNotFound)
	}
	return j.partitions[n], nil
}

// fence refuses a writer whose epoch is not the newest and remembers the
// epoch of one that may write; 0 is nobody's. The partition's lock is held.
func (p *partition) fence(epoch uint64) error {
	if epoch != 0 && epoch < p.epoch {
		return fmt.Errorf("epoch %d after %d: %w", epoch, p.epoch, journal.ErrConflict)
	}
	p.epoch = max(p.epoch, epoch)
	return nil
}

// fence is the partition's, for a write that is no append, and fails too once
// another process has the store.
func (j *Journal) fence(epoch uint64, channel messages.ChannelID) error {
	return j.of(channel).fenced(j, epoch)
}

func (p *partition) fenced(j *Journal, epoch uint64) error {
	if err := j.owner.owned(epoch); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fence(epoch)
}

// saw notes that there is a record with that sequence.
func (p *partition) saw(seq uint64) {
	for last := p.last.Load(); seq > last; last = p.last.Load() {
		if p.last.CompareAndSwap(last, seq) {
			return
		}
	}
}

// covered is the checkpoint.
func (p *partition) covered() uint64 { return p.checkpoint.Load() }

// readPartitions fills what is kept in memory.
func (j *Journal) readPartitions(ctx context.Context) error {
	for k := range j.config.Partitions {
		p := &partition{number: k, epoch: j.owner.epoch}
		if j.store.Server != nil {
			p.tail = newTail()
		}
		if err := j.readPartition(ctx, p); err != nil {
			return fmt.Errorf("partition %d: %w", k, err)
		}
		j.partitions = append(j.partitions, p)
	}
	lately, err := j.readDues(ctx)
	if err == nil && j.owner.epoch != 0 {
		err = j.readLately(ctx, lately)
	}
	if err != nil {
		return err
	}
	for _, p := range j.partitions {
		p.correctDues()
	}
	if j.owner.epoch == 0 {
		return nil
	}
	if err := j.owner.passEpoch(ctx); err != nil {
		return err
	}
	for _, p := range j.partitions {
		p.epoch = j.owner.epoch
	}
	return j.findAstray(ctx)
}

func (j *Journal) readPartition(ctx context.Context, p *partition) error {
	borne, err := j.readCheckpoint(ctx, p)
	if err != nil {
		return err
	}
	state, err := j.weigh(ctx, p)
	if err != nil {
		return err
	}
	p.last.Store(state.LastSeq)
	if err := j.readLastAt(ctx, p, state); err != nil {
		return err
	}
	if j.owner.epoch == 0 { // a visitor mends nothing
		return nil
	}
	if p.ended, err = j.endOf(ctx, p, state); err != nil {
		return err
	}
	return j.moveOn(ctx, p, state, borne)
}

// readLastAt finds the instant that no later record may be before.
func (j *Journal) readLastAt(ctx context.Context, p *partition, state jetstream.StreamState) error {
	if state.Msgs == 0 {
		return nil
	}
	newest, err := j.store.At(ctx, j.store.Names.Lines(p.number), state.LastSeq)
	if err != nil {
		return err
	}
	if newest == nil { // erased: those before it are older
		p.lastAt = messages.InstantOf(state.LastTime)
		return nil
	}
	if e, _, err := cutEntry(newest.Data); err == nil {
		p.lastAt = e.at
		j.owner.outlived = max(j.owner.outlived, e.epoch)
	}
	return nil
}
