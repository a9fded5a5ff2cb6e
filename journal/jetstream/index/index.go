// Package index remembers in memory which messages of a stream are about what, so
// that a question reads those alone. It is never wrong, only incomplete: what it
// knows nothing of is to be read, as if there were no index. It reaches no server.
//
//	index.go  what is known of a stream
//	take.go   how it is taken in: what is new, and backwards what was there before
//	find.go   what a question has to read
//	ask.go    the question and its answer, for a process that has no index
//	keys.go   how lines, people, acts and rungs are remembered
package index

import (
	"slices"
	"sync"

	"familiar/messages"
)

// An Index is of one stream. It covers the sequences from low to high, but for
// the holes. Make it with [New].
type Index struct {
	chunk int // messages of a channel in one entry
	most  int // see weight

	mu       sync.RWMutex // held for no I/O
	started  bool
	low      uint64 // high + 1: nothing is covered
	high     uint64
	holes    []Span // between low and high, in order: not covered
	channels map[messages.ChannelID]*entries
	weight   int
	evicted  bool // there was no room for the oldest

	forgotten map[messages.ChannelID]uint64 // up to where a channel's messages are not taken in, which may be being read
}

// entryWeight is what an entry weighs, in keys of four bytes, with what a slice
// has to spare.
const entryWeight = 24

// mostHoles bounds the holes: with more, the oldest two become one.
const mostHoles = 64

// An entry is one or more messages of a channel that follow one another.
type entry struct {
	Span
	from, to messages.Instant
	count    int
	has      Mask
	keys     []Key
}

// entries are those of a channel. Old ones come from the newest back, so they have
// a list that grows at that end.
type entries struct {
	older []entry // newest first
	newer []entry // oldest first, after those
}

// oldestFirst yields all.
func (a *entries) oldestFirst(yield func(*entry) bool) {
	for i := range slices.Backward(a.older) {
		if !yield(&a.older[i]) {
			return
		}
	}
	for i := range a.newer {
		if !yield(&a.newer[i]) {
			return
		}
	}
}

// A Span is the messages from one sequence to another, both included.
type Span struct{ First, Last uint64 }

// A Message is what an index keeps of one.
type Message struct {
	Channel  messages.ChannelID
	Seq      uint64
	From, To messages.Instant // of what it has
	Has      Mask
	Keys     []Key // of the lines it is about, or of those who wrote; not kept
	count    int   // notes or records
}

// New returns an index that covers nothing. chunk is how many messages of a
// channel it keeps as one, most the memory it may take, in keys of four bytes.
func New(chunk, most int) *Index {
	return &Index{chunk: chunk, most: most, channels: map[messages.ChannelID]*entries{}, forgotten: map[messages.ChannelID]uint64{}}
}

// Start says that the stream's newest message is `last`: those after it are
// given to [Index.Add], those up to it to [Index.AddBefore].
func (x *Index) Start(last uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.started, x.low, x.high = true, last+1, last
}

// Started reports whether it knows where the stream ended.
func (x *Index) Started() bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.started
}

// Stop forgets everything: the stream may have become another. It covers nothing
// until it is started again.
func (x *Index) Stop() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.started, x.low, x.high, x.holes, x.weight, x.evicted = false, 0, 0, nil, 0, false
	clear(x.channels)
	clear(x.forgotten)
}

// Below returns the sequence up to which nothing is known; 0: all is.
func (x *Index) Below() uint64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if !x.started {
		return 0
	}
	return x.low - 1
}

// Full reports whether there is no room for older messages.
func (x *Index) Full() bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.evicted || x.weight >= x.most
}

func (e *entry) weight() int { return entryWeight + len(e.keys) }
