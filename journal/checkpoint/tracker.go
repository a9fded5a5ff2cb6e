// Package checkpoint knows how far a partition of the journal need not be read
// again: up to the record before the first that no snapshot covers. It is told
// what was handed to a channel and what was saved, and says where the
// checkpoint may stand and who holds it back.
//
// It knows neither journal nor host and has no clock of its own. The app keeps
// one [Tracker] for each partition.
package checkpoint

import (
	"sync"
	"time"

	"familiar/messages"
)

// Limits on what a crash makes a process read again. A channel that goes past
// one is named by [Tracker.Overdue].
const (
	// Records is how far the floors of all partitions together may stay behind their newest
	// records: each has an equal share.
	Records = 200_000
	// Age and Spread: a channel's oldest uncovered record is at most between
	// Age and Age+Spread old, by channel, so that they don't come in waves.
	Age    = 30 * time.Second
	Spread = 30 * time.Second
)

// askAgain is how long a channel that was named has to save before it is named
// again.
const askAgain = time.Minute

// A Tracker is one partition's. Its methods may be called at the same time.
// Handed and Saved take constant time, spread over the records.
type Tracker struct {
	most uint64 // its share of Records

	mu       sync.Mutex
	last     uint64   // the newest that was handed over
	records  []record // handed over, by sequence; covered ones among them
	begin    int      // where they begin
	limit    int      // so long may records grow before the covered ones are taken out
	channels map[messages.ChannelID]*channel

	now    messages.Instant // as Overdue last heard
	ageing []ageing         // by when they are too old
	looked messages.Instant // when it last looked for those
	swept  messages.Instant // when it last looked for channels that are covered
}

// A record is one that was handed over.
type record struct {
	seq uint64
	at  messages.Instant // when, as the last Overdue knew it
	of  *channel
}

func (r *record) covered() bool { return r.of.saved >= r.seq }

// A channel is one with such records. A few more stay a while: most will soon
// have some again.
type channel struct {
	id    messages.ChannelID
	last  uint64           // newest record that was handed over
	saved uint64           // its snapshot covers these; may be ahead of what was handed over
	asked messages.Instant // when Overdue named it; 0: not since it saved

	spread time.Duration // its share of Spread
	ageing bool          // a record of it is in Tracker.ageing
}

// again returns when it may be named again; 0: any time.
func (ch *channel) again() messages.Instant {
	if ch.asked == 0 {
		return 0
	}
	return ch.asked.Add(askAgain)
}

// fewest is how many records are not worth being looked through.
const fewest = 1024

// New makes a tracker for one of so many partitions, of which nothing was handed over.
func New(partitions int) *Tracker {
	return &Tracker{most: uint64(Records / partitions), channels: make(map[messages.ChannelID]*channel), limit: fewest}
}

// Begin says that what follows sequence `after` will be handed over.
func (t *Tracker) Begin(after uint64, now messages.Instant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last, t.now = max(t.last, after), now
}

// Handed says that a record is on its way to its channel. Records come in the
// partition's order; one that came before changes nothing.
func (t *Tracker) Handed(id messages.ChannelID, seq uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seq <= t.last {
		return
	}
	t.last = seq
	ch := t.channels[id]
	if ch == nil {
		ch = t.enter(id)
	}
	ch.last = seq
	if ch.saved >= seq {
		return
	}
	if len(t.records) >= t.limit {
		t.compact()
	}
	t.records = append(t.records, record{seq: seq, at: t.now, of: ch})
}

// Saved says that the channel's snapshot covers its records up to seq.
func (t *Tracker) Saved(id messages.ChannelID, seq uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ch := t.channels[id]
	if ch == nil {
		if seq <= t.last {
			return
		}
		ch = t.enter(id)
	}
	ch.saved, ch.asked = max(ch.saved, seq), 0
}

// enter begins to remember a channel.
func (t *Tracker) enter(id messages.ChannelID) *channel {
	ch := &channel{id: id, spread: spread(id)}
	t.channels[id] = ch
	return ch
}

// Floor returns the sequence of the first record that no snapshot covers, or the
// one that will come next: the checkpoint may stand right before it.
func (t *Tracker) Floor() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.begin < len(t.records) && t.records[t.begin].covered() {
		t.begin++
	}
	if t.begin == len(t.records) {
		return t.last + 1
	}
	return t.records[t.begin].seq
}

// compact takes the covered records out. It comes again once there are twice
// as many as are left, so that each is looked at about twice.
func (t *Tracker) compact() {
	kept := t.records[:0]
	for _, r := range t.records[t.begin:] {
		if !r.covered() {
			kept = append(kept, r)
		}
	}
	clear(t.records[len(kept):]) // they hold channels
	t.records, t.begin = kept, 0
	t.limit = max(fewest, 2*len(kept))
}

// sweep forgets the channels whose records are all covered.
func (t *Tracker) sweep() {
	for id, ch := range t.channels {
		if ch.saved >= ch.last && ch.saved <= t.last {
			delete(t.channels, id)
		}
	}
}
