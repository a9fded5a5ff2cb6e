package jetstream

import (
	"context"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// A readSnapshots is what was found of a partition's snapshots as it was opened.
type readSnapshots struct {
	Seen       uint64 // the highest sequence that the checkpoint or a snapshot has
	Epoch      uint64 // the highest that has written one of those looked at
	Checkpoint uint64 // what they bear out of it

	looked int          // at how many
	last   layout.Stamp // of these
}

// newestSaves is how many of a partition's snapshots say what those before them have:
// more than are ever on their way at once, so that a former owner's late ones, which
// know less, don't hide what the owner's say.
const newestSaves = 1024

// Read looks at a partition's snapshots, of which its checkpoint counts on those
// up to revision `borne`, and keeps the deadlines of the newest for CorrectDues. If
// none is missing, it looks at those of the last minutes only: what is before them
// was on the disk. Where deadlines are read later, the newest of these do, however
// many were saved. What channels will soon ask for it keeps, see ReadAhead.
func (x *snapshotStore) Read(ctx context.Context, partition int, checkpoint, borne uint64) (found readSnapshots, err error) {
	p := x.parts[partition]
	found = readSnapshots{Seen: checkpoint, Checkpoint: checkpoint}
	defer func() { p.see(found.Seen) }()
	snaps := x.store.Names.Snapshots(p.number)
	state, err := x.store.State(ctx, snaps)
	if err == nil && state.Msgs == 0 && x.store.Server != nil {
		p.places.none()
	}
	if err != nil || state.Msgs == 0 && borne <= state.LastSeq {
		return found, err
	}
	x.log.Bear(partition, state.LastSeq)
	places := x.beginPlaces(p, state)
	lost := borne > state.LastSeq
	if state.Msgs > newestSaves && !lost && (x.log.Fenced() || x.asClosed()) {
		said, err := x.readStamps(ctx, p, store.Reading{Stream: snaps, After: state.LastSeq - newestSaves, HeadersOnly: true}, state, places, &found)
		if err != nil || said {
			return found, err
		}
		places = nil // they are read
	}
	read := store.Reading{Stream: snaps, Since: state.LastTime.Add(-store.OnDisk), HeadersOnly: true}
	if lost {
		read = store.Reading{Stream: snaps, Filters: []string{x.store.Names.Snapshot(p.number, ">")}, Newest: true, HeadersOnly: true}
	}
	if x.worthAhead(state, x.log.Behind(partition, checkpoint)) && p.ahead.begin(state.NumSubjects, mostAhead/len(x.parts)) {
		defer p.ahead.end()
		read.HeadersOnly = false
	}
	if state.Msgs > 0 {
		_, err = x.readStamps(ctx, p, read, state, places, &found)
	}
	if err == nil && lost {
		found.Checkpoint = x.takeBack(p, checkpoint, borne, state, found.last)
	}
	return found, err
}

// readStamps adds what snapshots say to what was found, and reports whether each has
// what those before it have. It finds their places on the way, if these are asked for.
func (x *snapshotStore) readStamps(ctx context.Context, p *snapshotPart, read store.Reading, state jetstream.StreamState, places *placing, found *readSnapshots) (said bool, err error) {
	p.newest, said = map[string]layout.Stamp{}, true
	err = x.read(ctx, p, read, state, places, func(subject string, s stored) error {
		st := s.stamp
		found.looked++
		found.Seen, found.Epoch = max(found.Seen, st.Seq, max(st.Seen, 1)-1), max(found.Epoch, st.Epoch)
		found.last = st
		if _, known := p.newest[subject]; known || st.Due != 0 || p.indexed[subject] { // else it never had a deadline
			p.newest[subject] = st
		}
		if !read.HeadersOnly {
			p.ahead.put(subject, s)
		}
		said = said && st.Seen > 0
		return nil
	})
	return said, err
}

// takeBack returns the checkpoint as it was when the newest snapshot was
// saved: those that were to cover what comes after it are gone.
func (x *snapshotStore) takeBack(p *snapshotPart, checkpoint, borne uint64, state jetstream.StreamState, last layout.Stamp) uint64 {
	to := min(max(last.Covered, 1)-1, checkpoint)
	x.store.Log.Warn("journal lost its newest snapshots in a power cut, the records they covered are read again", "partition", p.number,
		"after", state.LastSeq, "up_to", borne, "since", state.LastTime.UTC(), "checkpoint", checkpoint, "reads_from", to)
	return to
}

// ReadLately finds what the snapshots say of channels of which the index said
// something lately: a power cut may have taken the snapshots that go with it.
func (x *snapshotStore) ReadLately(ctx context.Context, channels []messages.ChannelID) error {
	if x.asClosed() {
		return nil
	}
	for _, channel := range channels {
		p, subject, err := x.place(channel)
		if err != nil {
			return err
		}
		if _, known := p.newest[subject]; known {
			continue
		}
		_, st, err := x.newestAt(ctx, p, subject)
		if err != nil {
			return err
		}
		if p.newest == nil {
			p.newest = map[string]layout.Stamp{}
		}
		p.newest[subject] = st
	}
	return nil
}

// CorrectDues has the newest snapshots' own deadlines in place of what the
// index says of them: it may have lost some too. The index learns of those that it
// doesn't have, since a start that finds the store as it was closed goes by it.
func (x *snapshotStore) CorrectDues(ctx context.Context) error {
	for _, p := range x.parts {
		if err := x.correctDues(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (x *snapshotStore) correctDues(ctx context.Context, p *snapshotPart) error {
	for subject, st := range p.newest {
		channel, err := layout.ChannelIn(subject, layout.PartitionTokens)
		var name string
		if err == nil {
			name, err = layout.ChannelTokens(channel)
		}
		if err != nil {
			return err
		}
		bounded, cancel := x.store.Bounded(ctx)
		err = x.dueBefore(bounded, p, name, journal.Snapshot{Channel: channel, Seq: st.Seq, Due: st.Due})
		cancel()
		if err != nil {
			return err
		}
		p.due.set(channel, due{at: st.Due, seq: st.Seq, stored: p.due.get(channel).stored})
	}
	p.newest, p.indexed = nil, nil
	return nil
}

// asClosed reports whether nothing of the store can be missing: see [embedded.Server.AsClosed].
func (x *snapshotStore) asClosed() bool { return x.store.Server != nil && x.store.Server.AsClosed() }
