package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync/atomic"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A snapshotLog is what the snapshots have to know of the log.
type snapshotLog interface {
	// Fence refuses a writer whose epoch is not the newest of a channel's
	// partition, or no longer the store's.
	Fence(epoch uint64, channel messages.ChannelID) error
	// Covered returns the checkpoint of a partition.
	Covered(partition int) uint64
	// Behind returns how many sequences of a partition come after one.
	Behind(partition int, after uint64) uint64
	// Bear notes that a snapshot of a partition is acknowledged.
	Bear(partition int, revision uint64)
	// Owned reports whether a partition is this process's.
	Owned(partition int) bool
	// Fenced reports whether the order of the log says what counts.
	Fenced() bool
}

// A noteWriter writes what the ledger holds of a channel, before its snapshot:
// once that covers the events, nobody makes their notes again.
type noteWriter interface {
	WriteHeld(ctx context.Context, channel messages.ChannelID)
}

// A snapshotStore keeps the newest state of each channel.
type snapshotStore struct {
	store *store.Store
	texts *sealed.Texts
	clock func() time.Time
	log   snapshotLog
	notes noteWriter
	parts []*snapshotPart

	saving *sealed.Underway
}

// A snapshotPart is what is kept in memory of a partition's snapshots; they are in
// the server.
type snapshotPart struct {
	number int
	due    dues
	mine   mine
	reads  *store.Together
	ahead  ahead
	places statePlaces
	seen   atomic.Uint64 // the highest Seq of those there were before this process's, and of its own

	// Only while it opens, by subject.
	newest  map[string]layout.Stamp // of the newest snapshots, as far as they matter for deadlines
	indexed map[string]bool         // whose deadline the index says something of
}

// see notes that a snapshot has a sequence, and returns the Seen of its stamp.
func (p *snapshotPart) see(seq uint64) uint64 {
	store.Raise(&p.seen, seq)
	return p.seen.Load() + 1
}

// newSnapshots returns the snapshots of so many partitions, of which nothing is
// known before Read.
func newSnapshots(partitions int, s *store.Store, texts *sealed.Texts, clock func() time.Time, log snapshotLog, notes noteWriter) *snapshotStore {
	x := &snapshotStore{store: s, texts: texts, clock: clock, log: log, notes: notes, saving: sealed.NewUnderway(seal.State)}
	for k := range partitions {
		x.parts = append(x.parts, &snapshotPart{number: k, reads: s.Together(s.Names.Snapshots(k))})
	}
	return x
}

// Start begins to compact, until the store ends.
func (x *snapshotStore) Start() { x.store.Go(x.keepCompact) }

func (x *snapshotStore) of(channel messages.ChannelID) *snapshotPart {
	return x.parts[journal.PartitionOf(channel, len(x.parts))]
}

// Load implements journal.Snapshots. A revision is a sequence of the stream.
func (x *snapshotStore) Load(ctx context.Context, channel messages.ChannelID) (journal.Snapshot, error) {
	if err := x.store.Check(ctx, "load"); err != nil {
		return journal.Snapshot{}, err
	}
	s, err := x.load(ctx, channel)
	if err != nil {
		return journal.Snapshot{}, fmt.Errorf("journal: load %s: %w", channel, x.store.Ended(err))
	}
	return s, nil
}

func (x *snapshotStore) load(ctx context.Context, channel messages.ChannelID) (journal.Snapshot, error) {
	p, subject, err := x.place(channel)
	if err != nil {
		return journal.Snapshot{Channel: channel}, err
	}
	newest, ok := p.ahead.take(subject)
	if !ok {
		newest, ok = p.places.read(subject)
	}
	switch {
	case ok:
		p.found(channel, subject, newest.revision)
	case p.places.absent(subject, false):
		return journal.Snapshot{Channel: channel}, nil
	default:
		m, st, err := x.newestAt(ctx, p, subject)
		if err != nil || m == nil {
			return journal.Snapshot{Channel: channel}, err
		}
		newest = stored{m.Sequence, st, m.Data}
	}
	st := newest.stamp
	body, err := sealed.OpenBody(x.texts.Keys, channel, newest.data, st.Form)
	switch {
	case errors.Is(err, sealed.ErrBody), errors.Is(err, seal.ErrDamaged), errors.Is(err, seal.ErrForgotten):
		body = newest.data // which is not a state: loading it fails, and the caller does without
	case err != nil:
		return journal.Snapshot{}, err
	}
	return journal.Snapshot{Channel: channel, Revision: newest.revision, Seq: st.Seq, Due: st.Due, Epoch: st.Epoch, Body: body}, nil
}

// place returns a channel's part, and the subject of its snapshots.
func (x *snapshotStore) place(channel messages.ChannelID) (p *snapshotPart, subject string, err error) {
	p = x.of(channel)
	subject, err = x.store.Names.SnapshotOf(p.number, channel)
	return p, subject, err
}

// newestSnapshot returns a channel's newest as it is stored; nil: it has none.
func (x *snapshotStore) newestSnapshot(ctx context.Context, channel messages.ChannelID) (*jetstream.RawStreamMsg, layout.Stamp, error) {
	p, subject, err := x.place(channel)
	if err != nil {
		return nil, layout.Stamp{}, err
	}
	return x.newestAt(ctx, p, subject)
}

// newestAt is newestSnapshot where the subject is known.
func (x *snapshotStore) newestAt(ctx context.Context, p *snapshotPart, subject string) (*jetstream.RawStreamMsg, layout.Stamp, error) {
	bounded, cancel := x.store.Bounded(ctx)
	defer cancel()
	newest, err := p.reads.Surely(bounded, subject)
	if err != nil || newest == nil {
		return nil, layout.Stamp{}, err
	}
	st, err := layout.ReadStamp(newest.Header)
	return newest, st, err
}

// Save implements journal.Snapshots. A save whose answer is lost fails and
// may be kept all the same: then the next one over the same revision is
// refused.
func (x *snapshotStore) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if err := x.store.Check(ctx, "save"); err != nil {
		return 0, err
	}
	revision, err := x.save(ctx, epoch, s)
	if err != nil {
		return 0, fmt.Errorf("journal: save %s: %w", s.Channel, x.store.Ended(err))
	}
	return revision, nil
}

func (x *snapshotStore) save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	name, err := layout.ChannelTokens(s.Channel)
	if err != nil {
		return 0, err
	}
	p := x.of(s.Channel)
	if err := x.log.Fence(epoch, s.Channel); err != nil {
		return 0, err
	}
	bounded, cancel := x.store.Bounded(ctx)
	defer cancel()
	x.notes.WriteHeld(bounded, s.Channel)
	if err := x.dueBefore(bounded, p, name, s); err != nil {
		return 0, err
	}
	st := layout.Stamp{Seq: s.Seq, Due: s.Due, Saved: messages.InstantOf(x.clock()), Epoch: epoch, Covered: x.log.Covered(p.number) + 1}
	room := sealed.Buffers.Get().(*[]byte)
	defer sealed.Buffers.Put(room)
	defer x.saving.Begin()()
	body, form, err := x.texts.SealBody((*room)[:0], s.Channel, seal.State, s.Body)
	if err != nil {
		return 0, err
	}
	if st.Form = form; cap(body) <= sealed.MostKept {
		*room = body
	}
	snapshot := nats.Msg{Subject: x.store.Names.Snapshot(p.number, name), Data: body}
	revision, err := x.overwrite(bounded, p, s.Channel, s.Revision, snapshot, st)
	for errors.Is(err, journal.ErrConflict) {
		// The compaction may have copied the very snapshot that s replaces.
		newest, now, lost := x.newestSnapshot(bounded, s.Channel)
		if lost != nil || newest == nil || !now.CopyOf(s.Revision, newest.Sequence) {
			return 0, errors.Join(err, lost)
		}
		revision, err = x.overwrite(bounded, p, s.Channel, newest.Sequence, snapshot, st)
	}
	if err != nil {
		if at, bad := seal.PositionOf(body); bad == nil && form >= sealed.SealedForm && !errors.Is(err, journal.ErrConflict) {
			x.saving.Lost(s.Channel, at)
		}
		return 0, err
	}
	x.dueAfter(p, name, s)
	return revision, nil
}

// overwrite writes a snapshot in place of the one with that revision, which
// the server looks up unless it is known to be the newest.
func (x *snapshotStore) overwrite(ctx context.Context, p *snapshotPart, channel messages.ChannelID, over uint64, m nats.Msg, st layout.Stamp) (uint64, error) {
	var revision uint64
	p.places.over(m.Subject)
	p.ahead.over(m.Subject)
	defer p.ahead.over(m.Subject) // one may have been read while this was under way
	err := x.store.Decided(ctx, func() error {
		under, err := x.store.SendWith(ctx, m, func(m *nats.Msg) error {
			p.mine.mu.Lock()
			defer p.mine.mu.Unlock()
			st.Seen = p.see(st.Seq) // in the order in which they are sent
			m.Header = st.Over(over)
			newest, first := p.mine.takeRevision(channel), p.places.absent(m.Subject, true)
			if x.store.Server != nil && (newest != 0 && newest == over || first && over == 0) {
				m.Header = st.Header()
			}
			return x.store.PublishMsg(m)
		})
		if err == nil {
			revision, err = under.Wait(ctx)
		}
		return err
	})
	if err == nil {
		p.mine.put(channel, revision)
		x.log.Bear(p.number, revision)
	}
	return revision, err
}

// Aged implements journal.Snapshots.
func (x *snapshotStore) Aged(ctx context.Context, partition int, t messages.Instant) iter.Seq2[messages.ChannelID, error] {
	return func(yield func(messages.ChannelID, error) bool) {
		err := x.saved(ctx, "aged", x.parts[partition:partition+1], func(s journal.Saved) bool { return s.At >= t || yield(s.Channel, nil) })
		if err != nil {
			yield("", err)
		}
	}
}

// Recent implements journal.Snapshots.
func (x *snapshotStore) Recent(ctx context.Context, t messages.Instant) iter.Seq2[journal.Saved, error] {
	return func(yield func(journal.Saved, error) bool) {
		err := x.saved(ctx, "recent", x.parts, func(s journal.Saved) bool { return s.At < t || yield(s, nil) })
		if err != nil {
			yield(journal.Saved{}, err)
		}
	}
}

// saved returns the newest snapshot's time of every channel of these partitions,
// until it is told that this is enough.
func (x *snapshotStore) saved(ctx context.Context, what string, of []*snapshotPart, more func(journal.Saved) bool) error {
	for _, p := range of {
		err := x.store.Check(ctx, what)
		if err == nil {
			err = x.savedIn(ctx, p, more)
		}
		if errors.Is(err, store.ErrEnough) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("journal: %s: %w", what, x.store.Ended(err))
		}
	}
	return nil
}

func (x *snapshotStore) savedIn(ctx context.Context, p *snapshotPart, more func(journal.Saved) bool) error {
	read := store.Reading{Stream: x.store.Names.Snapshots(p.number), Filters: []string{x.store.Names.Snapshot(p.number, ">")}, Newest: true, HeadersOnly: true}
	return x.store.Scan(ctx, read, func(m store.Message) error {
		st, err := layout.ReadStamp(m.Header)
		if err != nil {
			return err
		}
		channel, err := layout.ChannelIn(m.Subject, layout.PartitionTokens)
		if err == nil && !more(journal.Saved{Channel: channel, At: st.Saved}) {
			err = store.ErrEnough
		}
		return err
	})
}
