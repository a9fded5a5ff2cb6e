package eventlog

import (
	"cmp"
	"errors"
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

// is reports whether both are the same owner.
func (o Owned) is(epoch, process uint64) bool { return o.Epoch == epoch && o.Process == process }

// owners are the takings-over of a partition, as far as they are known: few, and
// nothing of them is ever taken back. The zero owners has none, and everything counts.
type owners struct {
	mu  sync.Mutex // held by who adds
	all []Owned    // by sequence, what had no effect among them

	effective atomic.Pointer[[]Owned] // of all: each has a greater epoch than those before it
}

// add takes one that was read, in any order.
func (o *owners) add(read ...Owned) {
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

// drop forgets those that hold for nothing at or after a sequence.
func (o *owners) drop(before uint64) {
	if known := o.known(); len(known) < 2 || known[1].Seq > before {
		return
	}
	o.mu.Lock()
	last := o.floor(before)
	o.all = slices.DeleteFunc(o.all, func(owned Owned) bool { return owned.Seq < last.Seq })
	o.mu.Unlock()
	o.add()
}

// known returns those that had an effect, oldest first.
func (o *owners) known() []Owned {
	if all := o.effective.Load(); all != nil {
		return *all
	}
	return nil
}

// floor returns whose the partition was at a sequence; zero: nobody had taken it.
func (o *owners) floor(seq uint64) (floor Owned) {
	for _, owned := range slices.Backward(o.known()) {
		if owned.Seq <= seq {
			return owned
		}
	}
	return Owned{}
}

// newest returns the last of all.
func (o *owners) newest() Owned { return o.floor(^uint64(0)) }

// last returns the sequence of the last of all, be it without effect; 0: there is none.
func (o *owners) last() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.all) == 0 {
		return 0
	}
	return o.all[len(o.all)-1].Seq
}

// ofProcess returns the newest of a process.
func (o *owners) ofProcess(process uint64) Owned {
	for _, owned := range slices.Backward(o.known()) {
		if owned.Process == process {
			return owned
		}
	}
	return Owned{}
}

// has reports whether the record with that sequence is a taking-over.
func (o *owners) has(seq uint64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.ContainsFunc(o.all, func(owned Owned) bool { return owned.Seq == seq })
}

// counts is the fence: whether a record has an effect. What carries no epoch, as
// lines from the network, always has.
func (o *owners) counts(seq uint64, e entry) bool {
	if e.epoch == 0 {
		return true
	}
	floor := o.floor(seq)
	return floor == Owned{} || floor.is(e.epoch, e.process)
}

// mostKept bounds how many takings-over a checkpoint carries: of a log in which
// there are more, the oldest are still in it.
const mostKept = 64

// text returns those up to a sequence as a checkpoint carries them.
func (o *owners) text(until uint64) string {
	var b strings.Builder
	known := o.known()
	for _, owned := range known[max(0, len(known)-mostKept):] {
		if owned.Seq <= until {
			fmt.Fprintf(&b, "%d %d %d;", owned.Seq, owned.Epoch, owned.Process)
		}
	}
	return b.String()
}

// takeText adds what a checkpoint carries.
func (o *owners) takeText(text string) error {
	for one := range strings.SplitSeq(text, ";") {
		var owned Owned
		if one == "" {
			continue
		}
		if _, err := fmt.Sscan(one, &owned.Seq, &owned.Epoch, &owned.Process); err != nil {
			return fmt.Errorf("owners: %w", err)
		}
		o.add(owned)
	}
	return nil
}

// ownedIn reads a record that says whose the partition is.
func ownedIn(seq uint64, data []byte) (Owned, error) {
	e, _, err := cutEntry(data)
	if err == nil && (data[0] != ownedRecord || e.epoch == 0) {
		err = errors.New("it doesn't say whose the partition is")
	}
	if err != nil {
		return Owned{}, fmt.Errorf("record %d: %w", seq, err)
	}
	return Owned{Seq: seq, Epoch: e.epoch, Process: e.process}, nil
}
