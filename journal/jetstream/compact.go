package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Snapshots are only ever appended, which costs a fifth of overwriting. So
// most of a stream is stale after a while: then the oldest are written again
// at its end, each on condition that it is still its channel's newest. A
// refusal proves it stale, and so does a later one of [mine]. What has been gone
// through is purged later, when the copies are on the disk also for a power cut.
// Saves go on meanwhile, and a crash leaves at worst some snapshots twice.
const (
	compactFrom  = 2.5      // records a channel
	compactTo    = 1.25     // and when to stop
	compactCount = 10_000   // with fewer records than this,
	compactBytes = 16 << 20 // and fewer bytes than this, it is left alone
	compactStep  = 256      // records copied at a time
	purgeStep    = 4096     // records purged at a time
	compactEach  = 10 * time.Second
)

// passed says what of a partition's snapshots has been gone through.
type passed struct {
	from, before uint64
	at           time.Time
}

// keepCompact returns one partition its turn at a time: the server keeps every
// block it has read in memory for ten seconds, and all partitions are stale at
// about the same moment.
func (x *snapshotStore) keepCompact() {
	tick := time.NewTicker(compactEach)
	defer tick.Stop()
	waiting := make([]passed, len(x.parts)) // for their purge; before is 0: none
	for turn := 0; ; {
		select {
		case <-x.store.Closing().Done():
			return
		case <-tick.C:
			turn = x.compactOne(x.store.Closing(), waiting, turn)
		}
	}
}

// compactOne looks at partitions from turn on until it has compacted one of
// them, and says whose turn is next.
func (x *snapshotStore) compactOne(ctx context.Context, waiting []passed, turn int) int {
	for range x.parts {
		p := x.parts[turn]
		turn = (turn + 1) % len(x.parts)
		if !x.log.Owned(p.number) { // its owner does
			waiting[p.number] = passed{}
			continue
		}
		was := waiting[p.number]
		now, err := x.compactIfStale(ctx, p, was)
		if err != nil && ctx.Err() == nil {
			x.store.Log.Warn("snapshots not compacted", "partition", p.number, "err", err)
		}
		waiting[p.number] = now
		if was.before == 0 && now.before != 0 {
			break
		}
	}
	return turn
}

// compactIfStale does what there is to do and says what waits for its purge.
func (x *snapshotStore) compactIfStale(ctx context.Context, p *snapshotPart, waiting passed) (passed, error) {
	if waiting.before != 0 {
		if time.Since(waiting.at) < store.OnDisk {
			return waiting, nil
		}
		return passed{}, x.purgePassed(ctx, p, waiting)
	}
	state, err := x.store.StateWithin(ctx, x.store.Names.Snapshots(p.number))
	if err != nil {
		return passed{}, err
	}
	if float64(state.Msgs) <= compactFrom*float64(state.NumSubjects) || state.Msgs <= compactCount && state.Bytes <= compactBytes {
		return passed{}, nil
	}
	return x.compact(ctx, p, state)
}

// compact goes through what the stream had at `before`, until little of what
// is behind it is stale.
func (x *snapshotStore) compact(ctx context.Context, p *snapshotPart, before jetstream.StreamState) (passed, error) {
	if before.Msgs == 0 {
		return passed{}, nil // it has no first record to begin with
	}
	stream := x.store.Names.Snapshots(p.number)
	done := passed{from: before.FirstSeq, before: before.FirstSeq}
	for gone := 0; done.before <= before.LastSeq; {
		next, n, err := x.copyForward(ctx, p, done.before)
		if err != nil {
			return passed{}, err
		}
		if n == 0 {
			break
		}
		done.before, gone = next, gone+n
		state, err := x.store.StateWithin(ctx, stream)
		if err != nil {
			return passed{}, err
		}
		if float64(state.Msgs)-float64(gone) <= compactTo*float64(state.NumSubjects) {
			break
		}
	}
	done.at = time.Now()
	return done, nil
}

// purgePassed takes out what has been gone through, in steps: the stream takes
// no save during one.
func (x *snapshotStore) purgePassed(ctx context.Context, p *snapshotPart, done passed) error {
	if err := x.store.Purging(x.store.Names.Snapshots(p.number), done.before); err != nil { // once for all steps
		return err
	}
	for before := done.from; before < done.before; {
		before = min(before+purgeStep, done.before)
		bounded, cancel := x.store.Bounded(ctx)
		err := x.store.Purge(bounded, x.store.Names.Snapshots(p.number), before)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// copyForward copies what is live of the next step, n records, and says where
// the one after it begins.
func (x *snapshotStore) copyForward(ctx context.Context, p *snapshotPart, from uint64) (next uint64, n int, err error) {
	ctx, cancel := x.store.Bounded(ctx)
	defer cancel()
	f := forward{snapshots: x, part: p, next: from}
	err = errors.Join(f.read(ctx), f.wait(ctx))
	if err != nil {
		return from, 0, fmt.Errorf("copy snapshots from %d: %w", from, err)
	}
	return f.next, f.n, nil
}

// A forward is one step of a compaction.
type forward struct {
	snapshots *snapshotStore
	part      *snapshotPart
	next      uint64 // sequence of the first snapshot that isn't gone through
	n         int    // how many were
	under     []store.Sent
}

// read goes through the step, in the embedded server's files as far as these have it: most
// of it is stale, and of each record that it is asked for the server makes several copies.
func (f *forward) read(ctx context.Context) error {
	s := f.snapshots.store
	stream := s.Names.Snapshots(f.part.number)
	_, err := s.Files(ctx, blocks.Part{Stream: stream, After: f.next - 1, Until: f.next - 1 + compactStep}, func(r blocks.Record) error {
		return f.take(ctx, string(r.Subject), r.Seq, r.Data, func() (layout.Stamp, error) { return layout.StampIn(r.Header) })
	})
	if err != nil || f.n > 0 {
		return err
	}
	var wrong error
	err = s.ReadFrom(ctx, stream, "", f.next, compactStep, func(m *jetstream.RawStreamMsg) bool {
		wrong = f.take(ctx, m.Subject, m.Sequence, m.Data, func() (layout.Stamp, error) { return layout.ReadStamp(m.Header) })
		return wrong == nil
	})
	return errors.Join(err, wrong)
}

// take copies one snapshot, if it is live. What it is given is only lent.
func (f *forward) take(ctx context.Context, subject string, revision uint64, data []byte, stamp func() (layout.Stamp, error)) error {
	if !f.snapshots.stale(f.part, subject, revision) {
		st, err := stamp()
		if err != nil {
			return err
		}
		c, err := f.snapshots.copyAgain(ctx, f.part, subject, stored{revision, st, data})
		if err != nil {
			return err
		}
		f.under = append(f.under, c)
	}
	f.next, f.n = revision+1, f.n+1
	return nil
}

// wait waits until all copies are acknowledged, or refused.
func (f *forward) wait(ctx context.Context) (err error) {
	for _, c := range f.under {
		if _, failed := c.Wait(ctx); failed != nil && !errors.Is(failed, journal.ErrConflict) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// stale reports whether this process has written a newer snapshot of that
// subject: the server need not be asked.
func (x *snapshotStore) stale(p *snapshotPart, subject string, revision uint64) bool {
	channel, err := layout.ChannelIn(subject, layout.PartitionTokens)
	return err == nil && p.mine.newest(channel) > revision
}

// copyAgain writes a snapshot again if it is still the newest of its subject.
func (x *snapshotStore) copyAgain(ctx context.Context, p *snapshotPart, subject string, s stored) (store.Sent, error) {
	st := s.stamp
	if st.Origin == 0 {
		st.Origin = s.revision
	}
	st.Covered, st.Seen = x.log.Covered(p.number)+1, p.see(st.Seq)
	return x.store.Send(ctx, nats.Msg{Subject: subject, Data: s.data, Header: st.Over(s.revision)})
}
