package simulation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// partitions is how many readers there are.
const partitions = 2

// errDisk is what a journal that does not answer says: the write may have been
// made or not.
var errDisk = errors.New("disk does not answer")

// A disk is the journal. A call may kill the process or fail, before what it
// writes is there or after: what was acknowledged is kept, of the rest nobody
// knows. It is used by one goroutine.
type disk struct {
	w     *world
	epoch uint64

	last       uint64 // newest sequence, of all partitions
	log        [partitions][]journal.Record
	erased     map[uint64]bool
	checkpoint [partitions]uint64

	rooms  []kept
	outbox [][]*entry // by channel, oldest first
	ids    map[messages.PostID]mark
	late   []journal.Letter // without Buried: written when a checkpoint moves, or lost in a crash

	writes  int             // made so far
	newest  [partitions]int // the write of the newest record
	changes []change        // that a power cut may take

	fence
}

// A mark is what the outbox knows of a post, now or before it was removed.
type mark struct {
	settled bool
	write   int // of disk.writes, the newest about it
}

// A kept is what the disk has of one channel, beside its log.
type kept struct {
	history     []journal.Record // the log as it was before anything was erased, for the check
	at          messages.Instant // of its newest record
	answered    map[uint64]bool  // turns whose answer is in the log
	snapshot    journal.Snapshot
	durable     journal.Snapshot // the newest that a crash spares; without Saved it is older
	notes       []*messages.Note
	deadLetters []journal.Letter
	saves       int    // of disk.writes, that of the snapshot
	covered     uint64 // the checkpoint as the snapshot was made
}

// An entry is one post in the outbox.
type entry struct{ post messages.Post }

func newDisk(w *world) *disk {
	d := &disk{w: w, erased: map[uint64]bool{}, ids: map[messages.PostID]mark{}}
	d.writers, d.tooLate = map[uint64]uint64{}, map[uint64]bool{}
	d.rooms = make([]kept, len(w.rooms))
	d.outbox = make([][]*entry, len(w.rooms))
	for i := range d.rooms {
		d.rooms[i].answered = map[uint64]bool{}
	}
	return d
}

// write makes a durable change in a world where calls fail.
func (d *disk) write(what string, change func()) error {
	w := d.w
	w.die(w.weather.crash)
	fails := w.bad(w.weather.failure)
	if fails {
		w.Failures++
		w.tracef("%s fails", what)
		if w.one(2) {
			return fmt.Errorf("%s: %w", what, errDisk)
		}
	}
	change()
	w.die(w.weather.crash)
	if fails {
		return fmt.Errorf("%s: %w", what, errDisk)
	}
	return nil
}

// fenced reports whether a newer process has taken over.
func (d *disk) fenced(epoch uint64) bool { return epoch != 0 && epoch < d.epoch }

// crash loses what was only in memory.
func (d *disk) crash() {
	d.late = nil
	for i := range d.rooms {
		d.rooms[i].snapshot = d.rooms[i].durable
	}
}

func (d *disk) of(channel messages.ChannelID) (*kept, int) {
	i := d.w.index[channel]
	return &d.rooms[i], i
}

// Append implements [journal.Log].
func (d *disk) Append(_ context.Context, epoch uint64, channel messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if d.fenced(epoch) {
		return journal.Record{}, journal.ErrConflict
	}
	d.freeze(epoch, channel, events)
	var r journal.Record
	err := d.write("append", func() {
		for _, e := range events {
			r = d.append(channel, e)
			d.wrote(epoch, r)
		}
	})
	r.Event = nil
	return r, err
}

func (d *disk) append(channel messages.ChannelID, e messages.Event) journal.Record {
	k, i := d.of(channel)
	d.last++
	before := k.at
	k.at = max(k.at, d.w.now)
	r := journal.Record{Channel: channel, Seq: d.last, At: k.at, Generation: 1, Event: e}
	if d.w.tracing {
		d.w.tracef("room %d: %d %s", i, r.Seq, eventText(e))
	}
	if c, ok := e.(messages.Composed); ok {
		if d.w.without == AnswerKept {
			d.w.process.hand(i, r)
			return r
		}
		k.answered[c.N] = true
	}
	p := d.Partition(channel)
	at, last, newest, answers := before, len(d.log[p]), d.newest[p], e
	d.did(linesStream(p), func() {
		k.at, d.newest[p] = at, newest
		k.history, d.log[p] = k.history[:len(k.history)-1], d.log[p][:last]
		if c, is := answers.(messages.Composed); is {
			delete(k.answered, c.N)
		}
	})
	if failed, is := e.(messages.DeliveryFailed); !is || !failed.Lost {
		d.newest[p] = d.writes
	}
	k.history = append(k.history, r)
	d.log[p] = append(d.log[p], r)
	d.w.outcome(d.w.rooms[i], e)
	return r
}

// Partitions implements [journal.Log].
func (*disk) Partitions() int { return partitions }

// Partition implements [journal.Log].
func (d *disk) Partition(channel messages.ChannelID) int { return d.w.index[channel] % partitions }

// Last implements [journal.Log].
func (d *disk) Last(_ context.Context, partition int) (uint64, error) {
	if log := d.log[partition]; len(log) > 0 {
		return log[len(log)-1].Seq, nil
	}
	return 0, nil
}

// Replay implements [journal.Log].
func (d *disk) Replay(_ context.Context, channel messages.ChannelID, after uint64) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		if d.w.bad(d.w.weather.failure) {
			yield(journal.Record{}, errDisk)
			return
		}
		p := d.Partition(channel)
		for _, r := range d.log[p] {
			if r.Channel == channel && r.Seq > after && !d.erased[r.Seq] && d.counts(p, r.Seq) && !yield(r, nil) {
				return
			}
		}
	}
}

// Rewind implements [journal.Log].
func (d *disk) Rewind(_ context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		if d.w.bad(d.w.weather.failure) {
			yield(journal.Record{}, errDisk)
			return
		}
		p := d.Partition(channel)
		for _, r := range slices.Backward(d.log[p]) {
			if r.Channel == channel && (before == 0 || r.At < before) && !d.erased[r.Seq] && d.counts(p, r.Seq) && !yield(r, nil) {
				return
			}
		}
	}
}

// Checkpoint implements [journal.Log].
func (d *disk) Checkpoint(_ context.Context, partition int) (uint64, error) {
	return d.checkpoint[partition], nil
}

// SetCheckpoint implements [journal.Log].
func (d *disk) SetCheckpoint(_ context.Context, epoch uint64, partition int, seq uint64) error {
	if d.fenced(epoch) {
		return journal.ErrConflict
	}
	return d.write("checkpoint", func() {
		before := d.checkpoint[partition]
		d.did(metaStream, func() { d.checkpoint[partition] = before })
		d.checkpoint[partition] = max(d.checkpoint[partition], seq)
		d.buryLate()
	})
}

// Owns implements [journal.Journal]: nobody asks.
func (d *disk) Owns(messages.ChannelID) error { return nil }

// Claim implements journal.Journal: a process has all partitions.
func (d *disk) Claim(context.Context, int, func() error) error { return nil }

// Release implements journal.Journal.
func (d *disk) Release(int) {}

// Epoch implements [journal.Journal].
func (d *disk) Epoch(int) uint64 { return d.epoch }

// Close implements [journal.Journal].
func (*disk) Close() error { return nil }

// Consume implements [journal.Log]. Nobody calls it: the reader is the
// world's.
func (*disk) Consume(context.Context, int, uint64, func(journal.Record)) error {
	return journal.ErrClosed
}

// Follow implements [journal.Log]. Nobody calls it either.
func (*disk) Follow(context.Context, int, []messages.ChannelID, uint64, func(journal.Record)) error {
	return errors.New("the simulation follows no journal")
}
