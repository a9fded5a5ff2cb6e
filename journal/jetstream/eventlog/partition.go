// Package eventlog is the log of all channels' events, a stream for each
// partition. It orders the appends, hands records over from the checkpoint on,
// from memory where this process alone has written, and keeps a partition within
// its share of the disk.
package eventlog

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/index"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// A Held fails once this process may not write as a partition's owner: another one
// has it, or may have it.
type Held func() error

// Config is what a log is made of besides its streams.
type Config struct {
	Partitions int
	Share      int64            // bytes that one partition may take on disk
	Clock      func() time.Time // of an append
	Generation func() int       // the configuration's, at an append
	Reserve    int64            // bytes of the disk that stay free; only for the embedded server
	ReadOnly   bool             // the store can only be read
	Fenced     bool             // by the order of the log: see [journal.Owners.Counts]; else one process at a time can reach the store
	CountStale bool             // tests only: without the fence
	Older      func() bool      // a program may have the store that can't read compact lines
}

// A Log is the events of all channels, split into partitions by channel.
type Log struct {
	config     Config
	store      *store.Store
	texts      *sealed.Texts
	partitions []*partition
	disk       room
}

// New returns a log that knows nothing of its partitions before Read. Where it is no
// fence, all of them are this process's from the start.
func New(c Config, s *store.Store, texts *sealed.Texts, epoch uint64) *Log {
	l := &Log{config: c, store: s, texts: texts}
	for k := range c.Partitions {
		p := &partition{number: k, owned: s.Names.Owned(k), index: index.New(authorsTogether, mostIndexed/c.Partitions)}
		if !c.Fenced { // else it is claimed
			p.take(journal.Owned{Epoch: epoch}, nil)
		}
		if s.Server != nil {
			p.tail = newTail()
		}
		l.partitions = append(l.partitions, p)
	}
	return l
}

// Start begins to trim what has grown too large, until the store ends.
func (l *Log) Start() { l.store.Go(l.keepTrimmed) }

// A partition is what is kept in memory of some channels' log; the records are in
// the server.
type partition struct {
	number int

	mu      sync.Mutex // orders the appends, so that At grows; held for no answer
	lastAt  messages.Instant
	fence   journal.Fence
	epoch   uint64 // of this process as its owner; 0: it isn't
	process uint64 // drawn for that, where the log is a fence; 0: it isn't
	held    Held   // asked before each write as its owner; nil: it is this process's for as long as it lasts

	owned  string // subject of the records that say whose it is
	owners journal.Owners
	stale  atomic.Uint64 // records of former owners that were left out since Open

	last          atomic.Uint64 // the newest sequence heard of
	checkpoint    atomic.Uint64
	saved         atomic.Uint64 // the newest revision of a snapshot that was acknowledged
	checkpointing sync.Mutex    // one writes it at a time, so that it never goes back
	written       uint64        // revision of the checkpoint's record; checkpointing is held
	first         atomic.Uint64 // the oldest sequence that the server had when it was asked last
	trimming      sync.Mutex
	sent          atomic.Int64  // bytes appended since Open
	stood         atomic.Int64  // bytes the server had when it was asked last, less those sent until then
	unreadable    atomic.Uint64 // records left out since Open

	index *index.Index // of who wrote in a channel

	tail *tail // nil: others write too, behind an outside server

	ended time.Time // when the server took the newest record there was at Open; zero: there was none
}

// Partitions implements journal.Log.
func (l *Log) Partitions() int { return len(l.partitions) }

// Partition implements journal.Log: FNV-1a of the channel's id, modulo the
// number of partitions.
func (l *Log) Partition(channel messages.ChannelID) int {
	return journal.PartitionOf(channel, len(l.partitions))
}

func (l *Log) of(channel messages.ChannelID) *partition {
	return l.partitions[l.Partition(channel)]
}

func (l *Log) partition(n int) (*partition, error) {
	if n < 0 || n >= len(l.partitions) {
		return nil, fmt.Errorf("journal: partition %d of %d: %w", n, len(l.partitions), journal.ErrNotFound)
	}
	return l.partitions[n], nil
}

// Fence is for a write that is no append: it refuses an epoch that is not the
// newest of a channel's partition, and any once another process may have it.
func (l *Log) Fence(epoch uint64, channel messages.ChannelID) error {
	return l.of(channel).fenced(epoch)
}

// Owns implements journal.Log.
func (l *Log) Owns(channel messages.ChannelID) error {
	p := l.of(channel)
	mine, _ := p.mine()
	if mine.Epoch == 0 && !l.texts.Visitor {
		return p.notOurs()
	}
	return p.fenced(mine.Epoch)
}

func (p *partition) notOurs() error {
	return fmt.Errorf("partition %d is not this process's: %w", p.number, journal.ErrConflict)
}

// mine returns this process as the partition's owner, zero if it isn't, and what is
// asked before a write as such.
func (p *partition) mine() (journal.Owned, Held) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return journal.Owned{Epoch: p.epoch, Process: p.process}, p.held
}

// take makes this process the owner, as one who had that epoch.
func (p *partition) take(mine journal.Owned, held Held) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fence, p.epoch, p.process, p.held = journal.NewFence(mine.Epoch), mine.Epoch, mine.Process, held
}

// GiveUp ends this process's owning of a partition: nothing more is written with the
// epoch it had.
func (l *Log) GiveUp(partition int) {
	p := l.partitions[partition]
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.config.Fenced && p.epoch != 0 {
		p.fence = journal.NewFence(p.epoch + 1)
		p.epoch, p.process, p.held = 0, 0, nil
	}
}

// fenced refuses a write with that epoch unless it is the newest, and this process's
// to write with; 0 is nobody's.
func (p *partition) fenced(epoch uint64) error {
	switch epoch {
	case 0:
		return nil
	case journal.NoEpoch:
		return p.notOurs()
	}
	if _, held := p.mine(); held != nil { // not under the lock: it may ask a lock of its own
		if err := held(); err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fence.Pass(epoch)
}

// saw notes that there is a record with that sequence.
func (p *partition) saw(seq uint64) { store.Raise(&p.last, seq) }

// covered is the checkpoint.
func (p *partition) covered() uint64 { return p.checkpoint.Load() }

// Covered returns the checkpoint of a partition.
func (l *Log) Covered(partition int) uint64 { return l.partitions[partition].covered() }

// Behind returns how many sequences of a partition come after one, as far as was heard.
func (l *Log) Behind(partition int, after uint64) uint64 {
	last := l.partitions[partition].last.Load()
	return last - min(after, last)
}

// Bear notes that a snapshot of a partition was acknowledged with that revision.
func (l *Log) Bear(partition int, revision uint64) {
	store.Raise(&l.partitions[partition].saved, revision)
}

// Unreadable returns how many records of a partition were left out since Open.
func (l *Log) Unreadable(partition int) uint64 { return l.partitions[partition].unreadable.Load() }

// Stale returns how many records of a partition's former owners were left out
// since Open.
func (l *Log) Stale(partition int) uint64 { return l.partitions[partition].stale.Load() }

// Epoch returns this process's as a partition's owner, [journal.NoEpoch] if it isn't;
// 0: a visitor's.
func (l *Log) Epoch(partition int) uint64 {
	mine, _ := l.partitions[partition].mine()
	if mine.Epoch == 0 && !l.texts.Visitor {
		return journal.NoEpoch
	}
	return mine.Epoch
}

// Owned reports whether a partition is this process's.
func (l *Log) Owned(partition int) bool {
	mine, _ := l.partitions[partition].mine()
	return mine.Epoch != 0
}

// Fenced reports whether the order of the log says what counts.
func (l *Log) Fenced() bool { return l.config.Fenced }

// AnswerLost says that a record may be in a partition's log whose answer nobody
// heard: who reads asks the server for it.
func (l *Log) AnswerLost(partition int) {
	if t := l.partitions[partition].tail; t != nil {
		t.lose()
	}
}
