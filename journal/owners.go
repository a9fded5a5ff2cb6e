package journal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// An Owned says that from its record on a partition is a process's: of what is
// written with an epoch, only that process's counts.
type Owned struct {
	Seq     uint64 // of its record in the partition's log
	Epoch   uint64 // greater than that of any owner before
	Process uint64 // drawn by the process; 0: nobody's
}

// Owners are the takings-over of a partition, as far as they are known: few, and
// nothing of them is ever taken back. The zero Owners has none, and everything counts.
type Owners struct {
	mu  sync.Mutex // held by who adds
	all []Owned    // by sequence, what had no effect among them

	effective atomic.Pointer[[]Owned] // of all: each has a greater epoch than those before it
}

// Add takes one that was read, in any order.
func (o *Owners) Add(read ...Owned) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, owned := range read {
		at, known := slices.BinarySearchFunc(o.all, owned.Seq, func(a Owned, seq uint64) int { return cmp.Compare(a.Seq, seq) })
		if !known {
			o.all = slices.Insert(o.all, at, owned)
		}
	}
	var effective []Owned
	for _, owned := range o.all {
		if len(effective) == 0 || owned.Epoch > effective[len(effective)-1].Epoch {
			effective = append(effective, owned)
		}
	}
	o.effective.Store(&effective)
}

// Drop forgets those that hold for nothing at or after a sequence.
func (o *Owners) Drop(before uint64) {
	if known := o.Known(); len(known) < 2 || known[1].Seq > before {
		return
	}
	o.mu.Lock()
	last := o.floor(before)
	o.all = slices.DeleteFunc(o.all, func(owned Owned) bool { return owned.Seq < last.Seq })
	o.mu.Unlock()
	o.Add()
}

// Known returns those that had an effect, oldest first.
func (o *Owners) Known() []Owned {
	if all := o.effective.Load(); all != nil {
		return *all
	}
	return nil
}

// floor returns whose the partition was at a sequence; zero: nobody had taken it.
func (o *Owners) floor(seq uint64) (floor Owned) {
	for _, owned := range slices.Backward(o.Known()) {
		if owned.Seq <= seq {
			return owned
		}
	}
	return Owned{}
}

// Newest returns the last of all.
func (o *Owners) Newest() Owned { return o.floor(^uint64(0)) }

// Has reports whether the record with that sequence is a taking-over.
func (o *Owners) Has(seq uint64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.ContainsFunc(o.all, func(owned Owned) bool { return owned.Seq == seq })
}

// Counts is the fence: whether a record that was written with an epoch by a process
// has an effect. What carries no epoch, as lines from the network, always has.
func (o *Owners) Counts(seq, epoch, process uint64) bool {
	if epoch == 0 {
		return true
	}
	floor := o.floor(seq)
	return floor == Owned{} || floor.Epoch == epoch && floor.Process == process
}

// mostKept bounds how many takings-over a checkpoint carries: of a log in which
// there are more, the oldest are still in it.
const mostKept = 64

// Text returns those up to a sequence as a checkpoint carries them.
func (o *Owners) Text(until uint64) string {
	known := o.Known()
	for len(known) > 0 && known[len(known)-1].Seq > until {
		known = known[:len(known)-1]
	}
	var b strings.Builder
	for _, owned := range known[max(0, len(known)-mostKept):] {
		fmt.Fprintf(&b, "%d %d %d;", owned.Seq, owned.Epoch, owned.Process)
	}
	return b.String()
}

// TakeText adds what a checkpoint carries.
func (o *Owners) TakeText(text string) error {
	for one := range strings.SplitSeq(text, ";") {
		var owned Owned
		if one == "" {
			continue
		}
		if _, err := fmt.Sscan(one, &owned.Seq, &owned.Epoch, &owned.Process); err != nil {
			return fmt.Errorf("owners: %w", err)
		}
		o.Add(owned)
	}
	return nil
}
