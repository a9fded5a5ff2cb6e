package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/store"
)

// An outside NATS can be reached by several processes, so its store has a
// lease. The owner renews it; a process that finds a fresh one of another's
// doesn't open, or stands by until it is old or given back. Who could not reach
// the server for as long as it holds may have lost it, and writes nothing as an
// owner before it is renewed; whoever has lost it never again.
//
// Processes that share a store have one lease together, which keeps out who would
// have it alone, as a program that is older than sharing does. Only the last of them
// gives it back. Which partition is whose, cluster/membership says.
const (
	leaseEvery = 2 * time.Second
	leaseHolds = 3 * leaseEvery
	leaseLooks = leaseEvery / 4 // of one who stands by
	renewTries = 8              // at a turn: what the server reads may be older than what it has, and who shares the lease renews it, too

	// leaseHeld is how long a mark holds that doesn't say it: an older program's.
	leaseHeld = 15 * time.Second
)

// sharedBy is in place of a process's id in the lease of those that share a store.
const sharedBy = "shared"

// A holder is the meta record of who has the store.
type holder struct {
	ID    string    `json:"id"` // "": it was given back
	Host  string    `json:"host,omitempty"`
	PID   int       `json:"pid,omitempty"`
	At    time.Time `json:"at"`              // on the owner's clock: for people; the server's decides
	Holds int       `json:"holds,omitempty"` // seconds; 0: leaseHeld
}

// String names the process for people.
func (h holder) String() string { return fmt.Sprintf("process %d on %s", h.PID, h.Host) }

// holds is how long nobody else takes the store after the mark was renewed.
func (h holder) holds() time.Duration {
	if h.Holds == 0 {
		return leaseHeld
	}
	return time.Duration(h.Holds) * time.Second
}

// A lease is what this process knows of its own.
type lease struct {
	mu       sync.Mutex // held for no answer of the server's: every write asks whose the store is
	revision uint64     // 0: there is no lease, the folder's lock does
	self     holder
	until    time.Time // before then, by both its clocks, nobody else takes it
	lost     error
}

// takeLease takes the lease and keeps it until Close. While another process has it,
// it fails or, where it may, stands by.
func (o *owner) takeLease(ctx context.Context) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	o.lent.self = holder{ID: o.self, Host: host, PID: os.Getpid(), Holds: int(leaseHolds / time.Second)}
	if o.shared {
		o.lent.self.ID = sharedBy
	}
	for {
		before, err := o.awaitLease(ctx)
		if err != nil {
			return err
		}
		o.lent.until = time.Now().Add(leaseHolds)
		bounded, cancel := o.store.Bounded(ctx)
		o.lent.revision, err = o.store.WriteMeta(bounded, "owner", before, o.lent.mark())
		cancel()
		if err == nil {
			o.store.Go(o.keepLease)
			return nil
		}
		again := o.standBy != nil || o.shared && errors.Is(err, journal.ErrConflict)
		if !again || ctx.Err() != nil {
			return fmt.Errorf("take the store: %w", err)
		}
		o.store.Log.Debug("store not taken, looking again", "err", err) // another was first, or nobody knows
	}
}

// awaitLease returns the revision of a mark that may be written over.
func (o *owner) awaitLease(ctx context.Context) (revision uint64, err error) {
	var (
		told  string    // whom somebody was told of
		doubt time.Time // when the server last failed to answer; zero: never
	)
	for {
		before, revision, age, err := o.readLease(ctx)
		switch {
		case err != nil && (o.standBy == nil || ctx.Err() != nil):
			return 0, err
		case err != nil:
			o.store.Log.Debug("journal server doesn't say who has the store", "err", err)
			doubt = time.Now()
		case before.ID == "" || before.ID == o.lent.self.ID:
			return revision, nil
		case age >= before.holds() && (doubt.IsZero() || time.Since(doubt) >= before.holds()): // an owner has had time to come back
			return revision, nil
		case o.standBy == nil:
			return 0, fmt.Errorf("%s is using this store, seen %s ago: %w: stop it, or wait %s if it crashed",
				before, age.Round(time.Second), embedded.ErrInUse, (before.holds()-age).Round(time.Second)+time.Second)
		case told != before.ID:
			told = before.ID
			o.standBy(before.String())
		}
		select {
		case <-time.After(leaseLooks):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// readLease returns the newest mark, which may say that nobody has the store, and
// its age: by the server's clock, so that those of two machines need not agree.
func (o *owner) readLease(ctx context.Context) (now holder, revision uint64, age time.Duration, err error) {
	ctx, cancel := o.store.Bounded(ctx)
	defer cancel()
	moment, err := o.serverTime(ctx)
	if err != nil {
		return now, 0, 0, err
	}
	mark, err := o.store.ReadWord(ctx, "owner")
	if err != nil || mark == nil {
		return now, 0, 0, err
	}
	if err := json.Unmarshal(mark.Data, &now); err != nil {
		return now, 0, 0, fmt.Errorf("meta record owner: %w", err)
	}
	return now, mark.Sequence, moment.Sub(mark.Time), nil
}

// serverTime asks what the server's clock says.
func (o *owner) serverTime(ctx context.Context) (time.Time, error) {
	ctx, cancel := o.store.Bounded(ctx)
	defer cancel()
	if _, err := o.store.JetStream().Publish(ctx, o.store.Names.Subject("meta", "now"), nil); err != nil {
		return time.Time{}, fmt.Errorf("meta record now: %w", store.Known(err))
	}
	moment, err := o.store.ReadWord(ctx, "now")
	if err == nil && moment == nil {
		err = fmt.Errorf("meta record now: %w", journal.ErrNotFound)
	}
	if err != nil {
		return time.Time{}, err
	}
	return moment.Time, nil
}

func (l *lease) mark() holder {
	o := l.self
	o.At = time.Now().UTC().Truncate(time.Second)
	return o
}

func (o *owner) keepLease() {
	tick := time.NewTicker(o.renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-o.store.Closing().Done():
			return
		case <-tick.C:
		case <-o.store.ServerBack():
			o.unconfirmed = true
		}
		ctx, cancel := o.store.Bounded(o.store.Closing())
		o.renew(ctx)
		o.confirm(ctx)
		cancel()
	}
}

// confirm looks whether a server that was away still knows whose the partitions are.
func (o *owner) confirm(ctx context.Context) {
	if log := o.log.Load(); o.unconfirmed && log != nil {
		err := log.Confirm(ctx)
		if o.unconfirmed = err != nil; err != nil {
			o.store.Log.Warn("journal's owner not looked up, trying again", "err", err)
		}
	}
}

// renew writes the mark again. A server that is away is tried at the next
// turn: as long as nobody else took the lease it is ours.
func (o *owner) renew(ctx context.Context) {
	over, lost := o.lent.stands()
	if lost != nil {
		return
	}
	var err error
	for range renewTries {
		until := time.Now().Add(leaseHolds)
		var revision uint64
		if revision, err = o.store.WriteMeta(ctx, "owner", over, o.lent.mark()); err == nil {
			o.lent.renewed(revision, until)
			return
		}
		if !errors.Is(err, journal.ErrConflict) {
			break
		}
		var now holder // another's mark, or ours whose answer was lost
		newest, failed := o.store.ReadMeta(ctx, "owner", &now)
		if failed != nil {
			err = failed
			break
		}
		if now.ID != o.lent.self.ID && (now.ID != "" || !o.shared) { // else who took itself for the last gave it back
			o.store.Log.Error("journal taken over by another process", "host", now.Host, "pid", now.PID)
			o.store.Depose(o.lent.lose(now))
			return
		}
		over = newest
	}
	o.store.Log.Warn("journal lease not renewed", "err", err)
}

// stands returns the revision of our mark, or why the lease is ours no more.
func (l *lease) stands() (revision uint64, lost error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.revision, l.lost
}

func (l *lease) renewed(revision uint64, until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.revision, l.until = revision, until
}

// lose gives the lease up for good to who has it now, and returns what that means.
func (l *lease) lose(to holder) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = fmt.Errorf("%s took over this store: %w", to, journal.ErrConflict)
	return l.lost
}

// holdsLease fails once another process has the store, or may have it.
func (o *owner) holdsLease() error {
	if o.store.Server != nil {
		return nil
	}
	now := time.Now()
	return o.lent.holds(now, now.Round(0))
}

// holds fails once the lease is lost, or has run out by either clock: the one
// that never jumps, in now, and the one on the wall. The first stands still while
// the machine sleeps, and others' time goes on; the second may be set back.
func (l *lease) holds(now, wall time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost == nil && (now.After(l.until) || wall.After(l.until.Round(0))) {
		return fmt.Errorf("the lease on the store has expired and is not renewed yet: %w", journal.ErrAway)
	}
	return l.lost
}

// release gives the lease back at Close, so that the next need not wait.
func (o *owner) release() {
	revision, lost := o.lent.stands()
	if revision == 0 || lost != nil || o.shared && (o.leave == nil || !o.leave()) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.store.Within)
	defer cancel()
	if err := o.giveBack(ctx, revision); err != nil {
		o.store.Log.Warn("journal lease not released: the next process has to wait", "wait", leaseHolds, "err", err)
	}
}

// giveBack writes over our mark. What is found in its place may be of one that shared
// the store and was the last to renew it, but left before us.
func (o *owner) giveBack(ctx context.Context, revision uint64) (err error) {
	for range renewTries {
		if _, err = o.store.WriteMeta(ctx, "owner", revision, holder{}); !errors.Is(err, journal.ErrConflict) {
			return err
		}
		var now holder
		newest, failed := o.store.ReadMeta(ctx, "owner", &now)
		if failed != nil || now.ID != o.lent.self.ID {
			return failed // nil: it is given back already, or somebody else's
		}
		revision = newest
	}
	return err
}
