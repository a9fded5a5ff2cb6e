package jetstream

import (
	"context"
	"hash/maphash"
	"math"
	"slices"
	"sort"
	"sync"

	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/layout"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// For one cold state the server reads a block of 4 MiB, lists its subjects and keeps these
// for two minutes: of a million channels that sleep, each that wakes is likely the first
// in its block. So where the files have the newest snapshots is remembered as the store is
// opened, and of a channel that wakes for the first time just its own is read.

// statePlaces are where a partition's newest snapshots stood when it was opened, those that
// were not written over since. They take 16 bytes a channel. The zero ones are none.
type statePlaces struct {
	stream, folder string
	seed           maphash.Seed
	base           uint64 // sequence that those of the places count from

	mu  sync.Mutex
	all []place // by mark
}

// A place is one snapshot's.
type place struct {
	mark uint32 // of its subject; of two subjects with the same one the newer snapshot is here
	seq  uint32 // from base
	blocks.Place
}

// gone is the block of a place that was written over: blocks count from one.
const gone = 0

// readPlaces finds the places of all newest snapshots, unless some were taken out. It is
// called before this process writes any, and nobody else does.
func (x *snapshotStore) readPlaces(ctx context.Context, p *snapshotPart, state jetstream.StreamState) error {
	if x.store.Server == nil || p.places.all != nil || state.Msgs == 0 || state.NumDeleted > 0 || state.LastSeq-state.FirstSeq >= math.MaxUint32 {
		return nil
	}
	stream, seed := x.store.Names.Snapshots(p.number), maphash.MakeSeed()
	found := make([]place, 0, state.Msgs)
	part := blocks.Part{Stream: stream, After: state.FirstSeq - 1, Until: state.LastSeq}
	last, err := x.store.Files(ctx, part, func(r blocks.Record) error {
		found = append(found, place{uint32(maphash.Bytes(seed, r.Subject)), uint32(r.Seq - state.FirstSeq), r.Place})
		return nil
	})
	if err != nil || last < state.LastSeq {
		return err
	}
	p.places.mu.Lock()
	defer p.places.mu.Unlock()
	p.places.stream, p.places.folder = stream, x.store.Server.Blocks(stream)
	p.places.seed, p.places.base, p.places.all = seed, state.FirstSeq, newestPlaces(found)
	return nil
}

// newestPlaces returns the newest place of each mark, by marks, of places in the order of
// their sequences.
func newestPlaces(all []place) []place {
	order := make([]uint64, len(all)) // plain numbers are sorted in a third of the time
	for i := range all {
		order[i] = uint64(all[i].mark)<<32 | uint64(i)
	}
	slices.Sort(order)
	newest := make([]place, 0, len(all))
	for _, at := range order {
		is := all[uint32(at)]
		if last := len(newest) - 1; last >= 0 && newest[last].mark == is.mark {
			newest[last] = is
		} else {
			newest = append(newest, is)
		}
	}
	return newest
}

// find returns the place of a subject's mark; nil: there is none. The lock is held.
func (p *statePlaces) find(subject string) *place {
	if len(p.all) == 0 {
		return nil
	}
	mark := uint32(maphash.String(p.seed, subject))
	i := sort.Search(len(p.all), func(i int) bool { return p.all[i].mark >= mark })
	if i == len(p.all) || p.all[i].mark != mark || p.all[i].Block == gone {
		return nil
	}
	return &p.all[i]
}

// over says that a subject is being written.
func (p *statePlaces) over(subject string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.find(subject); at != nil { // perhaps another's, of which the server is asked from then on
		at.Block = gone
	}
}

// read reads a subject's newest snapshot; false: the server has to be asked.
func (p *statePlaces) read(subject string) (s stored, ok bool) {
	p.mu.Lock()
	found := p.find(subject)
	if found == nil {
		p.mu.Unlock()
		return stored{}, false
	}
	at := *found
	p.mu.Unlock()
	r, ok := blocks.ReadAt(p.folder, p.stream, at.Place)
	if !ok || r.Seq != p.base+uint64(at.seq) || string(r.Subject) != subject {
		return stored{}, false
	}
	stamp, err := layout.StampIn(r.Header)
	return stored{r.Seq, stamp, r.Data}, err == nil
}

// found says that a channel's newest snapshot was read that was there at the start: a save
// over it needs no proof, unless one has begun.
func (p *snapshotPart) found(channel messages.ChannelID, subject string, revision uint64) {
	p.mine.mu.Lock()
	defer p.mine.mu.Unlock()
	if p.places.has(subject, revision) {
		p.mine.keep(channel, revision)
	}
}

// has reports whether that revision of a subject has a place.
func (p *statePlaces) has(subject string, revision uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.find(subject)
	return at != nil && p.base+uint64(at.seq) == revision
}
