package jetstream

import (
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

	mu    sync.Mutex
	whole bool                // no snapshot was there that has no place here
	all   []place             // by mark
	fresh map[uint32]struct{} // marks of the subjects that got their first snapshot since
}

// A place is one snapshot's.
type place struct {
	mark uint32 // of its subject; of two subjects with the same one the newer snapshot is here
	seq  uint32 // from base
	blocks.Place
}

// gone is the block of a place that was written over: blocks count from one.
const gone = 0

// A placing is the places of a partition's snapshots that are being read, all of them,
// oldest first.
type placing struct {
	seed  maphash.Seed
	base  uint64
	found []place
}

// beginPlaces returns the placing of an opening, which reads all snapshots for it; nil:
// their places can't be told, as some were taken out. It is called before this process
// writes any, and nobody else does.
func (x *snapshotStore) beginPlaces(p *snapshotPart, state jetstream.StreamState) *placing {
	if x.store.Server == nil || p.places.all != nil || state.Msgs == 0 || state.NumDeleted > 0 || state.LastSeq-state.FirstSeq >= math.MaxUint32 {
		return nil
	}
	return &placing{maphash.MakeSeed(), state.FirstSeq, make([]place, 0, state.Msgs)}
}

// take notes where a snapshot stands.
func (g *placing) take(r blocks.Record) {
	g.found = append(g.found, place{uint32(maphash.Bytes(g.seed, r.Subject)), uint32(r.Seq - g.base), r.Place})
}

// endPlaces keeps the places of the newest, once all were read.
func (x *snapshotStore) endPlaces(p *snapshotPart, g *placing) {
	stream := x.store.Names.Snapshots(p.number)
	p.places.mu.Lock()
	defer p.places.mu.Unlock()
	p.places.stream, p.places.folder = stream, x.store.Server.Blocks(stream)
	p.places.seed, p.places.base, p.places.all = g.seed, g.base, newestPlaces(g.found)
	p.places.whole = true
}

// none says that a partition had no snapshots when it was opened.
func (p *statePlaces) none() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seed, p.whole = maphash.MakeSeed(), true
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
func (p *statePlaces) find(mark uint32) *place {
	i := sort.Search(len(p.all), func(i int) bool { return p.all[i].mark >= mark })
	if i == len(p.all) || p.all[i].mark != mark {
		return nil
	}
	return &p.all[i]
}

// there returns the place of a subject that nobody has written over; nil: there is none.
// The lock is held.
func (p *statePlaces) there(subject string) *place {
	if len(p.all) == 0 {
		return nil
	}
	at := p.find(uint32(maphash.String(p.seed, subject)))
	if at == nil || at.Block == gone {
		return nil
	}
	return at
}

// over says that a subject is being written.
func (p *statePlaces) over(subject string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.there(subject); at != nil { // perhaps another's, of which the server is asked from then on
		at.Block = gone
	}
}

// absent reports whether a subject surely has no snapshot: none was there when the
// partition was opened, and none was sent since. begin: one is sent now.
func (p *statePlaces) absent(subject string, begin bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.whole {
		return false
	}
	mark := uint32(maphash.String(p.seed, subject))
	if _, sent := p.fresh[mark]; sent || p.find(mark) != nil {
		return false
	}
	if begin {
		if p.fresh == nil {
			p.fresh = make(map[uint32]struct{})
		}
		p.fresh[mark] = struct{}{}
	}
	return true
}

// read reads a subject's newest snapshot; false: the server has to be asked.
func (p *statePlaces) read(subject string) (s stored, ok bool) {
	p.mu.Lock()
	found := p.there(subject)
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
	at := p.there(subject)
	return at != nil && p.base+uint64(at.seq) == revision
}
