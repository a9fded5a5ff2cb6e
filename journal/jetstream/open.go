// Package jetstream is the journal that survives: NATS JetStream, embedded in
// the process with its files in one folder, or an outside NATS by URL. It
// keeps every promise of package journal; docs/durability.md says what a
// crash and what a power cut may cost.
//
// The log is a stream per partition, read by one reader each from our own
// checkpoint: the server's acknowledgements of consumers are not used. Behind
// the embedded server a reader takes what was there at the start from the server's files
// and, once it has caught up, what this process appends from memory when it is
// acknowledged: it leaves the server alone.
// Snapshots are append-only with compare-and-set and compacted here. Texts are
// sealed under keys of journal/seal, which are kept beside them and dropped to
// forget. journal/jetstream/layout has the table of streams.
//
// It knows nothing of what records and states mean. The app opens it; so do
// the operator's commands, by [Visit] while the program runs.
package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/deadletters"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/eventlog"
	"familiar/journal/jetstream/ledger"
	"familiar/journal/jetstream/outbox"
	"familiar/journal/jetstream/store"
	"familiar/journal/jetstream/trail"
	"familiar/messages"
)

// A Journal is a journal.Journal over JetStream. Make it with [Open].
type Journal struct {
	// What callers use of the parts below.
	journal.Log
	journal.Snapshots
	journal.Outbox
	journal.Ledger
	journal.Dead
	journal.Archive

	config Config
	copied string // folder of the copy that is visited in place of the store; "": none

	// What all parts have in common, and what reads and writes for itself.
	store  *store.Store
	owner  *owner
	vault  *vault
	sealer *sealer
	ledger *ledger.Ledger
	trail  *trail.Trail

	claiming sync.Mutex // one partition is taken over at a time: each reads much

	// Parts that have to know how many partitions there are: see assemble.
	log       *eventlog.Log
	snapshots *snapshotStore
	outbox    *outbox.Outbox
	dead      *deadletters.Letters

	held atomic.Bool // something may not be erased: see Holds

	closed sync.Once
	failed error // of the one Close
}

// An archive is what log and snapshots have of all channels.
type archive struct {
	*eventlog.Log
	*snapshotStore
}

var _ journal.Journal = (*Journal)(nil)

// Open opens the store, makes it if there is none, and takes it over: who had
// it before can't write any more.
func Open(ctx context.Context, c Config) (*Journal, error) {
	j, err := takeStore(ctx, c)
	for began := time.Now(); err != nil && c.StandBy != nil && errors.Is(err, journal.ErrAway) && time.Since(began) < embedded.StartWithin; {
		// The servers are there: the one that leads a stream went as we took over.
		c.withDefaults().Log.Warn("journal not opened, trying again", "err", err)
		select {
		case <-time.After(openAgain):
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		}
		j, err = takeStore(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	j.log.Start()
	j.ledger.Start()
	j.snapshots.Start()
	j.store.Go(func() { j.store.KeepIndexed(append(j.ledger.Indexed(), j.log.Indexed()...)) })
	j.store.Go(j.vault.keepKeys)
	if j.store.Outside() {
		j.store.Go(j.vault.follow)
		j.store.Go(func() {
			j.sealer.keep(func(ctx context.Context) error {
				_, err := j.epochs(ctx)
				return err
			})
		})
		if err := j.store.AnswerPeers(j.settled); err != nil {
			j.store.Log.Warn("other processes are not answered", "err", err)
		}
	}
	return j, nil
}

// openAgain is between two tries of one who stands by.
const openAgain = time.Second

// takeStore is Open before anything runs in the background.
func takeStore(ctx context.Context, c Config) (*Journal, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c = c.withDefaults()
	j := bare(c, true)
	if c.URL == "" {
		var err error
		if j.store.Server, err = embedded.Start(ctx, c.embedded()); err != nil {
			return nil, fmt.Errorf("journal: %w", err)
		}
	}
	if err := j.reachAndTake(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("journal: %w", j.store.Unopened(err)), j.Close())
	}
	return j, nil
}

// reachAndTake does what there is to do once the server is there.
func (j *Journal) reachAndTake(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(j.store.Closing(), cancel)()
	if err := j.opening(ctx, j.reachMeta); err != nil {
		return err
	}
	if j.store.Server == nil { // may take as long as another process lives
		if err := j.owner.takeLease(ctx); err != nil {
			return err
		}
	}
	return j.opening(ctx, j.takeOver)
}

// slowly is how long opening may take before that is told: a cluster of servers that have
// much to do makes its streams one by one.
const slowly = 15 * time.Second

// opening has a part of the opening take as long as the embedded server may.
func (j *Journal) opening(ctx context.Context, part func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, embedded.StartWithin)
	defer cancel()
	defer time.AfterFunc(slowly, func() { j.store.Log.Warn("journal is still being opened", "for", slowly) }).Stop()
	defer j.store.Opening()()
	return part(ctx)
}

// assemble makes the parts that have to know how many partitions there are.
func (j *Journal) assemble() {
	c := j.config
	j.log = eventlog.New(eventlog.Config{
		Partitions: c.Partitions, Share: c.share(), Clock: c.Clock, Generation: c.Generation, Reserve: c.Reserve, ReadOnly: j.copied != "",
		Fenced: j.owner.fenced, CountStale: c.countStale, Older: func() bool { return !j.owner.raised.Load() },
	}, j.store, j.vault.texts, j.owner.epoch)
	j.snapshots = newSnapshots(c.Partitions, j.store, j.vault.texts, c.Clock, j.log, j.ledger)
	j.outbox = outbox.New(j.store, j.vault.texts, j.log)
	j.dead = deadletters.New(j.store, j.vault.texts)
	j.Log, j.Snapshots, j.Outbox, j.Ledger, j.Dead, j.Archive = j.log, j.snapshots, j.outbox, j.ledger, j.dead, archive{j.log, j.snapshots}
}

// reachMeta connects, and makes the stream that says whose the store is.
func (j *Journal) reachMeta(ctx context.Context) error {
	if err := j.store.Connect(); err != nil {
		return err
	}
	if err := j.owner.refuseUnfinished(ctx); err != nil {
		return err
	}
	if err := j.owner.refuseNewer(ctx); err != nil {
		return err // before anything of it is changed, how its streams are made among that
	}
	j.divide() // before anything runs that knows partitions by their names
	if j.store.Server != nil {
		j.store.Go(j.store.Watch)
	}
	return j.makeStream(ctx, j.plan().Meta())
}

// divide takes over into how many partitions the store is divided, and how they are
// called.
func (j *Journal) divide() {
	j.config.Partitions, j.config.generation = j.owner.partitions, j.owner.generation
	if j.store.Names.Generation != j.owner.generation { // else what runs may read it
		j.store.Names.Generation = j.owner.generation
	}
}

// takeOver makes the store, or takes what is there: its form, which another process
// may have raised while this one stood by, the next epoch, and unless others share
// it all partitions.
func (j *Journal) takeOver(ctx context.Context) error {
	if err := j.owner.readForm(ctx, !j.config.Shared); err != nil {
		return err
	}
	j.trail = j.newTrail(true)
	if err := j.sealer.announce(ctx); err != nil {
		return err
	}
	if err := j.owner.nextEpoch(ctx); err != nil {
		return err
	}
	if j.owner.generation != j.config.generation {
		return fmt.Errorf("store was repartitioned while this process waited for it: open it again: %w", journal.ErrAway)
	}
	j.divide()
	if _, err := j.readHolds(ctx); err != nil {
		return err
	}
	if err := j.makeStreams(ctx); err != nil {
		return err
	}
	if err := j.vault.unlock(ctx, j.owner.locked); err != nil {
		return err
	}
	if err := j.owner.markLocked(ctx); err != nil {
		return err
	}
	if err := j.vault.findGarbage(ctx); err != nil {
		return err
	}
	if err := j.removeDivisions(ctx); err != nil {
		return err
	}
	if err := j.readPartitions(ctx, !j.config.Shared); err != nil {
		return err
	}
	if j.owner.raised.Load() {
		j.vault.texts.Keys.Shorten()
	}
	return j.sealer.begin(ctx, j.owner.epoch) // which is known by now
}

// Epoch implements journal.Journal; 0 is a visitor's.
func (j *Journal) Epoch(partition int) uint64 { return j.log.Epoch(partition) }

// Consume implements journal.Log. Where many channels will be loaded for what they have
// to step, it first reads their snapshots.
func (j *Journal) Consume(ctx context.Context, partition int, after uint64, deliver func(journal.Record)) error {
	if partition >= 0 && partition < j.log.Partitions() {
		defer j.snapshots.ReadAhead(ctx, partition, j.log.Behind(partition, after))()
	}
	return j.log.Consume(ctx, partition, after, deliver)
}

// Stale returns how many records of former owners this process has come by and
// left out.
func (j *Journal) Stale() (records uint64) {
	for k := range j.log.Partitions() {
		records += j.log.Stale(k)
	}
	return records
}

// Close ends every Consume and Deliver with journal.ErrClosed, writes what is
// still buffered and gives the store back. Later calls fail with ErrClosed.
// Closing twice does nothing more.
func (j *Journal) Close() error {
	j.closed.Do(func() {
		j.store.End()
		if j.store.Connected() {
			j.sealer.end()
			j.owner.release()
		}
		j.store.Disconnect()
		if j.store.Server != nil {
			j.failed = errors.Join(j.failed, j.store.Server.Stop())
		}
		j.failed = errors.Join(j.failed, j.removeCopy())
		if j.failed != nil {
			j.failed = fmt.Errorf("journal: close: %w", j.failed)
		}
	})
	return j.failed
}

// About returns the channels that have a note about a line, in no order. It
// reads the whole ledger, what a running program still holds apart. progress,
// unless it is nil, is told how many messages are read and how many there are.
func (j *Journal) About(ctx context.Context, line messages.LineID, progress func(done, total uint64)) ([]messages.ChannelID, error) {
	return j.ledger.About(ctx, line, progress)
}
