package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/eventlog"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// storeFormat is the newest form of streams, subjects and records. It grows when an
// older program would read them wrongly. With fencedFormat the order of the log
// is its fence, which an older program doesn't know: it would count what a former
// owner writes. An embedded store has a lock for that.
const (
	storeFormat   = headsFormat
	lockedFormat  = 2
	fencedFormat  = 3
	dividedFormat = 4 // repartitioned: an older program would look for partitions that are no more
	heldFormat    = 5 // something was held: an older program would erase it
	linesFormat   = 6 // lines are compact bytes, and stamps
	headsFormat   = 7 // sealed texts have short heads, and states are without their channel's name
)

// An owner is this process as one that may write to the store as nobody else
// does: how the store is to be read, its epoch and its lease. A visitor's has the
// form only.
type owner struct {
	store        *store.Store
	self         string           // this process as this opening, for what it writes in its own name
	shared       bool             // others have the store, too
	leave        func() bool      // leaves them, and reports whether none is left; nil: nobody knows
	stateVersion int              // the newest form of a state this program can read; 0: not asked
	partitions   int              // of the store, once its form is known; before, those asked for
	generation   int              // of the partitions, once the form is known
	attempted    int              // the newest generation that anybody began to write
	locked       bool             // the store has keys
	fenced       bool             // the order of its log is a fence
	epoch        uint64           // of this opening, which the keys count by; 0: a visitor's
	finding      sync.Mutex       // of outlived: partitions are read at the same time
	outlived     uint64           // the highest epoch that was found in the store as it was opened
	standBy      func(who string) // see Config; nil: a store in use is refused
	renewEvery   time.Duration    // of the lease
	lent         lease
	raised       atomic.Bool                  // the store's form says that this program writes to it
	log          atomic.Pointer[eventlog.Log] // once its partitions are taken over; who keeps the lease asks it
	unconfirmed  bool                         // the server was away since it was asked; keepLease's own
}

// A form is the meta record that says how the store is to be read.
type form struct {
	Format     int  `json:"format"`
	State      int  `json:"state"` // the newest version of a channel's state in it
	Partitions int  `json:"partitions"`
	Keys       bool `json:"keys,omitempty"` // its texts are sealed: without its keys it can't be read

	Generation int  `json:"generation,omitempty"` // of the partitions: see [layout.Names]
	Attempted  int  `json:"attempted,omitempty"`  // the newest generation that a process began to write; it never goes back
	Dividing   bool `json:"dividing,omitempty"`   // a process writes it; whoever opens the store meanwhile ends that
	Fenced     bool `json:"fenced,omitempty"`     // of a store of a later form than fencedFormat: the order of its log is a fence
}

// isFenced reports whether the order of the log is a fence.
func (f form) isFenced() bool { return f.Format == fencedFormat || f.Fenced }

// opened returns the form of a store once this program has it. outside: its server is
// not embedded.
func (f form) opened(outside bool) form {
	f.Dividing = false
	f.Format = max(f.Format, lockedFormat)
	switch {
	case !outside:
	case f.Format >= dividedFormat:
		f.Fenced = true
	default:
		f.Format = fencedFormat
	}
	return f
}

// newer says that a newer program has written what this one can't read.
func (o *owner) newer(stored form, where string) error {
	switch {
	case stored.Format > storeFormat:
		return fmt.Errorf("%s has format %d, this program knows up to %d: %w: use that program", where, stored.Format, storeFormat, store.ErrNewer)
	case o.stateVersion != 0 && stored.State > o.stateVersion:
		return fmt.Errorf("%s has states of version %d, this program knows up to %d: %w: use that program", where, stored.State, o.stateVersion, store.ErrNewer)
	}
	return nil
}

// refuseUnfinished refuses what a restore that was killed has left, or one that is under
// way has written so far.
func (o *owner) refuseUnfinished(ctx context.Context) error {
	var restoring bool
	if _, err := o.store.ReadMeta(ctx, layout.Restoring, &restoring); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	if restoring {
		return fmt.Errorf("prefix %s: %w: run familiar restore again", o.store.Names.Prefix, embedded.ErrUnfinished)
	}
	return nil
}

// refuseNewer is newer of the store as it is, if there is one.
func (o *owner) refuseNewer(ctx context.Context) error {
	var stored form
	if _, err := o.store.ReadMeta(ctx, "form", &stored); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	o.generation = stored.Generation
	return o.newer(stored, "store")
}

// raiseForm says that this program writes to the store, once.
func (o *owner) raiseForm(ctx context.Context) error {
	if o.raised.Load() {
		return nil
	}
	return o.readForm(ctx, true)
}

// readForm checks that this program can read the store and takes its number
// of partitions. raise: from now on there are lines and states of this program's forms in it.
func (o *owner) readForm(ctx context.Context, raise bool) error {
	err := store.ChangeMeta(ctx, o.store, "form", func(f *form, revision uint64) error {
		if err := o.newer(*f, "store"); err != nil {
			return err
		}
		switch want := o.partitions; {
		case revision != 0 && want != 0 && want != f.Partitions:
			return fmt.Errorf("store has %d partitions, the configuration says %d: set it to %d, or use familiar journal repartition for more", f.Partitions, want, f.Partitions)
		case revision == 0 && want == 0:
			o.partitions = newPartitions(o.store.Outside())
		case revision != 0:
			o.partitions = f.Partitions
		}
		*f = f.opened(o.store.Outside())
		f.Partitions = o.partitions
		o.know(*f)
		if raise {
			f.State = max(f.State, o.stateVersion)
			f.Fenced, f.Format = f.isFenced(), storeFormat
		}
		return nil
	})
	if err == nil {
		o.raised.Store(raise)
	}
	return err
}

// markLocked says for all time that the store has keys.
func (o *owner) markLocked(ctx context.Context) error {
	if o.locked {
		return nil
	}
	err := store.ChangeMeta(ctx, o.store, "form", func(f *form, _ uint64) error {
		f.Keys = true
		return nil
	})
	o.locked = err == nil
	return err
}

func (o *owner) nextEpoch(ctx context.Context) (err error) {
	o.epoch, err = takeEpoch(ctx, o.store, 0)
	return err
}

// takeEpoch takes an epoch that is later than any that was taken, and than one that was
// found.
func takeEpoch(ctx context.Context, s *store.Store, found uint64) (epoch uint64, err error) {
	err = store.ChangeMeta(ctx, s, "epoch", func(taken *uint64, _ uint64) error {
		*taken = max(*taken, found) + 1
		epoch = *taken
		return nil
	})
	return epoch, err
}

// outlive notes that something in the store was written with that epoch.
func (o *owner) outlive(epoch uint64) {
	o.finding.Lock()
	defer o.finding.Unlock()
	o.outlived = max(o.outlived, epoch)
}

// passEpoch takes a later epoch if the store has something of this one, or of a
// later one: a power cut may have taken the record of them.
func (o *owner) passEpoch(ctx context.Context) (err error) {
	if o.epoch <= o.outlived {
		o.epoch, err = takeEpoch(ctx, o.store, o.outlived)
	}
	return err
}

// knowForm takes the number of partitions from the store. It writes nothing.
func (o *owner) knowForm(ctx context.Context, where string) error {
	if err := o.refuseUnfinished(ctx); err != nil {
		return err
	}
	var stored form
	switch revision, err := o.store.ReadMeta(ctx, "form", &stored); {
	case errors.Is(err, jetstream.ErrStreamNotFound) || err == nil && revision == 0:
		return fmt.Errorf("%s: %w", where, ErrNoStore)
	case err != nil:
		return err
	}
	if err := o.newer(stored, where); err != nil {
		return err
	}
	o.know(stored)
	return nil
}

// newPartitions returns how many a new store has.
func newPartitions(outside bool) int {
	if outside {
		return journal.DefaultPartitions
	}
	return embeddedPartitions
}

// know takes what the store's form says of how it is read.
func (o *owner) know(f form) {
	o.partitions, o.generation, o.attempted = f.Partitions, f.Generation, f.Attempted
	o.locked, o.fenced = f.Keys, f.isFenced()
}

// running reports whether a program has the store now, and which.
func (o *owner) running(ctx context.Context) (is bool, who string, err error) {
	if o.epoch != 0 {
		return true, "", nil // this process itself
	}
	if !o.store.Outside() {
		return o.store.Server == nil, "", nil
	}
	now, _, age, err := o.readLease(ctx)
	if err != nil || now.ID == "" {
		return false, "", err
	}
	return age < now.holds(), now.String(), nil
}
