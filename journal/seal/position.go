package seal

import (
	"fmt"
	"time"
)

// A Kind is a sort of texts that are forgotten by rules of their own.
type Kind int

// The kinds of texts.
const (
	Line  Kind = iota // a channel's events
	Note              // its notes, and its letters
	State             // its snapshots
	Post              // its entries of the outbox
	kinds
)

// A Position is a text's place among those of its channel: the texts of one
// kind that a process seals have growing ones, a later process's are greater.
// Its bits, from the first: kind, the process's epoch, run, count.
type Position uint64

// How many bits each part of a Position has. Texts of a run are neighbours in
// the tree: to forget several of them costs little more than to forget one.
const (
	kindBits  = 2
	epochBits = 22 // of which one is never set: 2 million starts
	runBits   = 28 // of tick: 2.2 years
	countBits = 64 - kindBits - epochBits - runBits

	// MostEpochs bounds [New]'s epoch: its first bit is where a head says how it is
	// written.
	MostEpochs = 1<<(epochBits-1) - 1

	lastEpoch = 1<<epochBits - 1
	mostRuns  = 1<<runBits - 1
	mostCount = 1<<countBits - 1
	runLevel  = levels - countBits/digitBits // of the node above a run's leaves
	tick      = 256 * time.Millisecond       // runs of one channel and kind begin at most so often
)

func position(kind Kind, epoch, run, count uint64) Position {
	return Position(uint64(kind)<<(64-kindBits) | epoch<<(runBits+countBits) | run<<countBits | count)
}

// Kind says what sort of text stands there.
func (p Position) Kind() Kind { return Kind(p >> (64 - kindBits)) }

// First and Last give the ends of a kind's positions.
func (k Kind) First() Position { return position(k, 0, 0, 0) }

// Last returns the last position of a kind.
func (k Kind) Last() Position { return position(k, lastEpoch, mostRuns, mostCount) }

// Epoch returns that of the process which sealed the text.
func (p Position) Epoch() uint64 { return uint64(p) >> (runBits + countBits) & lastEpoch }

func (p Position) run() uint64 { return uint64(p) >> countBits & mostRuns }

func (p Position) count() uint64 { return uint64(p) & mostCount }

// Of returns all positions of a kind that an epoch's process gives out.
func (k Kind) Of(epoch uint64) Range {
	return Range{position(k, epoch, 0, 0), position(k, epoch, mostRuns, mostCount)}
}

// A Range is positions from one to another, both included.
type Range struct{ From, To Position }

// Only is the range of one position.
func Only(p Position) Range { return Range{p, p} }

// String is for logs and tests.
func (p Position) String() string {
	return fmt.Sprintf("%d.%d.%d.%d", p.Kind(), p.Epoch(), p.run(), p.count())
}
