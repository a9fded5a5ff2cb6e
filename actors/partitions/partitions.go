// Package partitions reads the journal, a partition at a time, and hands each
// record to the channel it is of. It knows how far every partition has been
// handed over and how far it need not be read again.
//
//	partitions.go   what it works with, and what a start waits for
//	read.go         journal -> channels
//	reading.go      what was in the journal at the start is handed over first
//	checkpoints.go  what need not be read again
//	skip.go         records that no channel can take
package partitions

import (
	"context"
	"log/slog"
	"sync/atomic"

	"familiar/actors/activity"
	"familiar/actors/retry"
	"familiar/journal"
	"familiar/messages"
)

// Channels takes what is read. Its methods don't wait for the channels.
type Channels interface {
	Hand(journal.Record) error                       // a record to its channel
	Live(id messages.ChannelID, passed func()) error // all that was there at the start is handed over
	Save(id messages.ChannelID)                      // the channel holds a checkpoint back
	Has(id messages.ChannelID) bool                  // the channel is in memory
	Left(r journal.Record, err error)                // is left for the next start
}

// Options is what a [Reader] works with. All but Watch and Lost are needed.
type Options struct {
	Journal  journal.Journal
	Channels Channels
	Activity *activity.Activity
	Watch    func(journal.Record)           // sees each record before its channel; must not block; nil: nobody
	Lost     func(partition int, err error) // the journal says that another process has it
	Retry    retry.Retrier
	Log      *slog.Logger
}

// A Reader hands the records of this process's partitions to their channels. Make it
// with [New], then call [Reader.Expect], [Reader.Read] and [Reader.End] for each
// partition as long as it is this process's, and [Reader.MoveCheckpoints] beside them.
type Reader struct {
	Options
	readings []atomic.Pointer[reading] // by partition
}

// New returns a Reader of a journal. What uses the journal beside it has to go
// through [Reader.Noticed].
func New(o Options) *Reader {
	r := &Reader{Options: o, readings: make([]atomic.Pointer[reading], o.Journal.Partitions())}
	for p := range r.readings {
		r.readings[p].Store(newReading(len(r.readings)))
	}
	return r
}

// Noticed returns a journal that tells the checkpoints which records are
// covered by the snapshots j has.
func (r *Reader) Noticed(j journal.Journal) journal.Journal { return noticed{j, r} }

// CatchUp tells a channel which of its records were there at the start, and
// whether all have been handed over.
func (r *Reader) CatchUp(id messages.ChannelID) (until uint64, live bool) {
	at := r.readingOf(id)
	live = !at.hold(id)
	return at.until.Load(), live
}

// SteppedAll reports whether every channel of the partition has stepped what
// was in the journal at the start: until then a long backlog is no crowd.
func (r *Reader) SteppedAll(id messages.ChannelID) bool {
	at := r.readingOf(id)
	return at.live.Load() && at.behind.Load() == 0
}

// Expect says that a partition will be this process's: [Reader.AwaitAll] waits for it.
func (r *Reader) Expect(partition int) { r.reading(partition).wanted.Store(true) }

// Expects reports whether the channel's partition is this process's, or soon will be.
func (r *Reader) Expects(id messages.ChannelID) bool { return r.readingOf(id).wanted.Load() }

// Reads reports whether the channel's partition is this process's.
func (r *Reader) Reads(id messages.ChannelID) bool { return r.readingOf(id).begun.Load() }

// AwaitChannel waits until the channel's partition is live; false: ctx has ended, or
// the partition is not this process's any more.
func (r *Reader) AwaitChannel(ctx context.Context, id messages.ChannelID) bool {
	return r.readingOf(id).await(ctx)
}

// Await waits until a partition is live; false: ctx has ended, or the partition is not
// this process's any more.
func (r *Reader) Await(ctx context.Context, partition int) bool {
	return r.reading(partition).await(ctx)
}

// AwaitAll waits until every partition that is expected is live; false: ctx has ended.
func (r *Reader) AwaitAll(ctx context.Context) bool {
	for p := range r.readings {
		if at := r.reading(p); at.wanted.Load() {
			at.await(ctx)
		}
	}
	return ctx.Err() == nil
}

// Live returns how many partitions are live, of all that are expected.
func (r *Reader) Live() (live, all int) {
	for p := range r.readings {
		if at := r.reading(p); at.wanted.Load() {
			if all++; at.live.Load() {
				live++
			}
		}
	}
	return live, all
}

// Lag returns how many records of a partition a start would read again; of one that is
// another process's it doesn't know.
func (r *Reader) Lag(partition int) uint64 {
	at := r.reading(partition)
	if !at.begun.Load() {
		return 0
	}
	newest := max(r.Activity.LastWritten(partition), at.until.Load())
	return newest - min(at.set.Load(), newest)
}

// Behind returns how many records of a partition are still to be read before it is live;
// 0: it is, or it isn't this process's.
func (r *Reader) Behind(partition int) uint64 {
	at := r.reading(partition)
	if !at.begun.Load() || at.live.Load() {
		return 0
	}
	until := at.until.Load()
	return until - min(max(r.Activity.LastRead(partition), at.set.Load()), until)
}

func (r *Reader) reading(partition int) *reading { return r.readings[partition].Load() }

func (r *Reader) readingOf(id messages.ChannelID) *reading {
	return r.reading(r.Journal.Partition(id))
}

// begun returns the readings of this process's partitions.
func (r *Reader) begun() map[int]*reading {
	all := make(map[int]*reading, len(r.readings))
	for p := range r.readings {
		if at := r.reading(p); at.begun.Load() {
			all[p] = at
		}
	}
	return all
}
