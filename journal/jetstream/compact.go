package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
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
	next = from
	var under []store.Sent
	var wrong error
	err = x.store.ReadFrom(ctx, x.store.Names.Snapshots(p.number), "", from, compactStep, func(m *jetstream.RawStreamMsg) bool {
		next, n = m.Sequence+1, n+1
		if x.stale(p, m) {
			return true
		}
		var c store.Sent
		if c, wrong = x.copyAgain(ctx, p, m); wrong != nil {
			return false
		}
		under = append(under, c)
		return true
	})
	err = errors.Join(err, wrong)
	for _, c := range under {
		if _, failed := c.Wait(ctx); failed != nil && !errors.Is(failed, journal.ErrConflict) {
			err = errors.Join(err, failed)
		}
	}
	if err != nil {
		return from, 0, fmt.Errorf("copy snapshots from %d: %w", from, err)
	}
	return next, n, nil
}

// stale reports whether this process has written a newer snapshot of that
// channel: the server need not be asked.
func (x *snapshotStore) stale(p *snapshotPart, m *jetstream.RawStreamMsg) bool {
	channel, err := layout.ChannelIn(m.Subject, layout.PartitionTokens)
	return err == nil && p.mine.newest(channel) > m.Sequence
}

// copyAgain writes m again if it is still the newest of its subject.
func (x *snapshotStore) copyAgain(ctx context.Context, p *snapshotPart, m *jetstream.RawStreamMsg) (store.Sent, error) {
	st, err := layout.ReadStamp(m.Header)
	if err != nil {
		return store.Sent{}, err
	}
	if st.Origin == 0 {
		st.Origin = m.Sequence
	}
	st.Covered, st.Seen = x.log.Covered(p.number)+1, p.see(st.Seq)
	return x.store.Send(ctx, nats.Msg{Subject: m.Subject, Data: m.Data, Header: st.Over(m.Sequence)})
}
