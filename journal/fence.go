package journal

import (
	"cmp"
	"fmt"
)

// A Fence keeps a former owner from writing to a partition that another process took
// over. It has no lock. The zero Fence has seen no owner.
type Fence struct {
	newest uint64 // epoch that has written
}

// NewFence returns a fence for a partition in which that epoch is the newest.
func NewFence(epoch uint64) Fence { return Fence{epoch} }

// Check returns [ErrConflict] for an epoch that is not the newest; 0 is nobody's
// and always passes.
func (f *Fence) Check(epoch uint64) error {
	if epoch != 0 && epoch < f.newest {
		return fmt.Errorf("epoch %d after %d: %w", epoch, f.newest, ErrConflict)
	}
	return nil
}

// Wrote remembers the epoch of a write.
func (f *Fence) Wrote(epoch uint64) { f.newest = max(f.newest, epoch) }

// Pass is Check, and Wrote where that passes.
func (f *Fence) Pass(epoch uint64) error {
	if err := f.Check(epoch); err != nil {
		return err
	}
	f.Wrote(epoch)
	return nil
}

// CompareDue orders snapshots by their deadline, earliest first.
func CompareDue(a, b Snapshot) int {
	return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.Channel, b.Channel))
}
