package jetstream

import (
	"context"
	"fmt"
	"strconv"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// A power cut leaves each stream at another moment: they have their own files,
// and the system writes these down when it likes. What Open mends of that:
//
//	log behind snapshots or checkpoint   new records would get sequences that are taken for seen: it is moved on
//	snapshots behind the checkpoint      records that no snapshot covers would not be read again: the checkpoint goes back
//	deadlines behind or before snapshots the snapshots' own count
//	epoch behind what was written by it  another is taken
//	outbox before the log                see findAstray
//
// What it can't know of is in docs/durability.md.

// moveOn mends what the partition's streams don't have in common. borne is the
// newest snapshot that the checkpoint counts on; 0: nobody said.
func (j *Journal) moveOn(ctx context.Context, p *partition, state jetstream.StreamState, borne uint64) error {
	seen, err := j.seen(ctx, p, borne)
	if err != nil || seen <= p.last.Load() {
		return err
	}
	j.store.Log.Warn("journal lost its newest records in a power cut", "partition", p.number,
		"after", p.last.Load(), "up_to", seen, "since", p.ended.UTC())
	if state.Msgs == 0 {
		p.saw(seen)
		return j.store.Purge(ctx, j.store.Names.Lines(p.number), seen+1)
	}
	filler := j.store.Names.Line(p.number, "lost")
	for p.last.Load() < seen {
		seq, err := j.store.Publish(ctx, filler, nil, nil)
		if err != nil {
			return fmt.Errorf("move on past %d: %w", seen, err)
		}
		p.saw(seq)
	}
	var purged struct{}
	return j.store.API(ctx, "STREAM.PURGE."+j.store.Names.Lines(p.number), jetstream.StreamPurgeRequest{Subject: filler}, &purged)
}

// seen returns the highest sequence that the checkpoint or a snapshot has, takes
// the checkpoint back to what the snapshots bear out, and keeps the deadlines of
// the newest snapshots for correctDues. If none is missing, it looks at those of
// the last minutes only: what is before them was on the disk.
func (j *Journal) seen(ctx context.Context, p *partition, borne uint64) (uint64, error) {
	highest := p.covered()
	snaps := j.store.Names.Snapshots(p.number)
	state, err := j.store.State(ctx, snaps)
	if err != nil || state.Msgs == 0 && borne <= state.LastSeq {
		return highest, err
	}
	p.bears(state.LastSeq)
	names := j.naming()
	p.newest = map[messages.ChannelID]layout.Stamp{}
	read := store.Reading{Stream: snaps, Since: state.LastTime.Add(-store.OnDisk), HeadersOnly: true}
	if borne > state.LastSeq {
		read = store.Reading{Stream: snaps, Filters: []string{j.store.Names.Snapshot(p.number, ">")}, Newest: true, HeadersOnly: true}
	}
	var last layout.Stamp
	if state.Msgs > 0 {
		err = j.store.Scan(ctx, read, func(m store.Message) error {
			st, err := layout.ReadStamp(m.Header)
			if err != nil {
				return fmt.Errorf("snapshot %d: %w", m.Seq, err)
			}
			channel, err := names.of(m.Subject)
			if err != nil {
				return err
			}
			highest, j.owner.outlived = max(highest, st.Seq), max(j.owner.outlived, st.Epoch)
			p.newest[channel], last = st, st
			return nil
		})
	}
	if err == nil && borne > state.LastSeq {
		j.takeBack(p, borne, state, last)
	}
	return highest, err
}

// takeBack sets the checkpoint to where it was when the newest snapshot was
// saved: those that were to cover what comes after it are gone.
func (j *Journal) takeBack(p *partition, borne uint64, state jetstream.StreamState, last layout.Stamp) {
	to := max(last.Covered, 1) - 1
	j.store.Log.Warn("journal lost its newest snapshots in a power cut, what they covered is read again", "partition", p.number,
		"after", state.LastSeq, "up_to", borne, "since", state.LastTime.UTC(), "checkpoint", p.covered(), "reads_from", min(to, p.covered()))
	p.checkpoint.Store(min(to, p.covered()))
}

// readCheckpoint reads it, and the newest snapshot that it counts on; 0: it is
// an older program's, and doesn't say.
func (j *Journal) readCheckpoint(ctx context.Context, p *partition) (borne uint64, err error) {
	m, err := j.store.Newest(ctx, j.store.Names.Stream("meta"), j.store.Names.Subject("meta", layout.CheckpointWord(p.number)))
	if err != nil || m == nil {
		return 0, err
	}
	checkpoint, err := strconv.ParseUint(string(m.Data), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("meta record %s: %w", layout.CheckpointWord(p.number), err)
	}
	p.checkpoint.Store(checkpoint)
	if said := m.Header.Get(layout.HeaderBorne); said != "" {
		if borne, err = strconv.ParseUint(said, 10, 64); err != nil {
			return 0, fmt.Errorf("meta record %s: %w", layout.CheckpointWord(p.number), err)
		}
	}
	return borne, nil
}

// bears notes that a snapshot with that revision was acknowledged.
func (p *partition) bears(revision uint64) {
	for saved := p.saved.Load(); revision > saved; saved = p.saved.Load() {
		if p.saved.CompareAndSwap(saved, revision) {
			return
		}
	}
}

// readLately finds what the snapshots say of channels of which the index said
// something lately: a power cut may have taken the snapshots that go with it.
func (j *Journal) readLately(ctx context.Context, channels []messages.ChannelID) error {
	for _, channel := range channels {
		p := j.of(channel)
		if _, known := p.newest[channel]; known {
			continue
		}
		_, st, err := j.newestSnapshot(ctx, channel)
		if err != nil {
			return err
		}
		if p.newest == nil {
			p.newest = map[messages.ChannelID]layout.Stamp{}
		}
		p.newest[channel] = st
	}
	return nil
}

// correctDues has the newest snapshots' own deadlines in place of what the
// index says of them: it may have lost some too.
func (p *partition) correctDues() {
	for channel, st := range p.newest {
		p.due.set(channel, due{at: st.Due, seq: st.Seq, stored: p.due.get(channel).stored})
	}
	p.newest = nil
}
