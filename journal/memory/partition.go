package memory

import (
	"fmt"
	"slices"
	"sort"
	"sync"

	"familiar/journal"
	"familiar/messages"
)

// A partition is the records of some channels in one order, and what is known
// of each of these channels.
type partition struct {
	config Config

	mu         sync.Mutex // guards all below; held for no call of a consumer
	records    []entry    // by sequence; gaps where covered ones were dropped
	lastSeq    uint64
	lastAt     messages.Instant
	fence      journal.Fence
	checkpoint uint64
	uncovered  int // records that neither a snapshot nor the checkpoint covers
	channels   map[messages.ChannelID]*channel
	due        map[*channel]struct{} // whose snapshot has a deadline
	bell       bell
}

type entry struct {
	journal.Record
	of *channel
}

type channel struct {
	id      messages.ChannelID
	saved   *saved   // nil: nothing is yet
	pending []uint64 // sequences of its uncovered records
}

// A saved is a channel's newest snapshot.
type saved struct {
	journal.Snapshot
	at messages.Instant
}

// snapshot returns the newest; where there is none, one with revision 0.
func (ch *channel) snapshot() journal.Snapshot {
	if ch.saved == nil {
		return journal.Snapshot{Channel: ch.id}
	}
	return ch.saved.Snapshot
}

func newPartition(c Config) *partition {
	return &partition{config: c, channels: map[messages.ChannelID]*channel{}, due: map[*channel]struct{}{}}
}

func (p *partition) channel(id messages.ChannelID) *channel {
	ch := p.channels[id]
	if ch == nil {
		ch = &channel{id: id}
		p.channels[id] = ch
	}
	return ch
}

// append adds all events or none. The clock may go back; the instants of a
// partition, and so those of a channel, don't.
func (p *partition) append(epoch uint64, id messages.ChannelID, events []messages.Event) (journal.Record, error) {
	now := messages.InstantOf(p.config.Clock())
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.fence.Check(epoch); err != nil {
		return journal.Record{}, err
	}
	if p.uncovered+len(events) > p.config.MaxRecords {
		return journal.Record{}, fmt.Errorf("%d records wait for a snapshot: %w", p.uncovered, journal.ErrFull)
	}
	p.fence.Wrote(epoch)
	p.drop()
	ch := p.channel(id)
	p.lastAt = max(p.lastAt, now)
	last := journal.Record{Channel: ch.id, At: p.lastAt, Generation: p.config.Generation()}
	for _, event := range events {
		p.lastSeq++
		last.Seq, last.Event = p.lastSeq, event
		p.records = append(p.records, entry{Record: last, of: ch})
		ch.pending = append(ch.pending, last.Seq)
	}
	p.uncovered += len(events)
	p.bell.ring()
	last.Event = nil
	return last, nil
}

// after returns the index of the first record after seq. Without gaps that is
// a subtraction.
func (p *partition) after(seq uint64) int {
	if n := len(p.records); n == 0 || p.records[n-1].Seq <= seq {
		return n
	}
	first := p.records[0].Seq
	if seq < first {
		return 0
	}
	if i := int(seq - first); i < len(p.records)-1 && p.records[i].Seq == seq {
		return i + 1
	}
	return sort.Search(len(p.records), func(i int) bool { return p.records[i].Seq > seq })
}

// cover counts the channel's records up to seq as covered.
func (p *partition) cover(ch *channel, seq uint64) {
	n := 0
	for n < len(ch.pending) && ch.pending[n] <= seq {
		n++
	}
	ch.pending = slices.Delete(ch.pending, 0, n)
	if len(ch.pending) == 0 {
		ch.pending = nil // a passive channel costs nothing more
	}
	p.uncovered -= n
}

// drop takes covered records out once they are half of all, so that each is
// moved about once.
func (p *partition) drop() {
	if covered := len(p.records) - p.uncovered; p.config.Keep || covered < p.config.Recent+1024 || covered < p.uncovered {
		return
	}
	recent := p.records[max(0, len(p.records)-p.config.Recent)].Seq
	p.records = slices.DeleteFunc(p.records, func(e entry) bool {
		if e.Seq >= recent {
			return false
		}
		return e.Seq <= p.checkpoint || len(e.of.pending) == 0 || e.Seq < e.of.pending[0]
	})
}
