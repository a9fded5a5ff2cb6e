package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/split"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// Repartition divides the partitions of a store so that there are `to`, a multiple of
// what it has (else [ErrPartitions]), while no program has it (else [ErrInUse]). All
// that is in it stays, under the sequences it had. Without room for the copy the error
// is [ErrNoRoom]. With as many as there are nothing is done.
//
// The new partitions are written beside the old ones, which stay whole and in use until
// one record says otherwise. Killed or called off before that, nothing has changed; what
// was written goes with the next try. A process that opens the store meanwhile, as it
// may once this one was frozen for longer than its lease, keeps the old ones.
//
// progress, unless it is nil, is told how many messages are read and about how many
// there are.
func Repartition(ctx context.Context, c Config, to int, progress func(done, total uint64)) (err error) {
	c.Partitions, c.Shared, c.StandBy = 0, false, nil
	if err := c.ours(); err != nil {
		return fmt.Errorf("journal: repartition: %w", err)
	}
	j, err := takeStore(ctx, c) // nothing runs that trims or compacts
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if err := j.repartition(ctx, to, progress); err != nil {
		return fmt.Errorf("journal: repartition: %w", err)
	}
	return nil
}

func (j *Journal) repartition(ctx context.Context, to int, progress func(done, total uint64)) error {
	cost, err := j.costOf(ctx, to)
	if err != nil || to == cost.From {
		return err
	}
	if err := cost.fits(); err != nil {
		return err
	}
	marked, revision, err := j.owner.beginDivision(ctx)
	if err != nil {
		return err
	}
	divided := j.config
	divided.Partitions, divided.generation = to, marked.Attempted
	plan := divided.plan()
	plan.MaxAge = j.plan().MaxAge
	copying := split.New(j.store, j.plan(), plan, progress)
	next, err := j.divideInto(ctx, copying, plan, marked, revision)
	if err != nil {
		return errors.Join(err, j.undoDivision(plan, marked, revision))
	}
	j.owner.know(next)
	return j.endDivision(ctx, copying, plan)
}

// beginDivision says in the form that a new generation of partitions is being written,
// under a number that nobody has used.
func (o *owner) beginDivision(ctx context.Context) (marked form, revision uint64, err error) {
	revision, err = o.store.ReadMeta(ctx, "form", &marked)
	if err != nil {
		return marked, 0, err
	}
	marked.Attempted, marked.Dividing = max(marked.Attempted, marked.Generation)+1, true
	revision, err = o.store.WriteMeta(ctx, "form", revision, marked)
	return marked, revision, err
}

// divideInto writes the new generation and has the store be of it from then on.
func (j *Journal) divideInto(ctx context.Context, copying *split.Split, plan layout.Plan, marked form, revision uint64) (next form, err error) {
	if err := j.disregard(plan); err != nil {
		return next, err
	}
	if err := copying.Copy(ctx); err != nil {
		return next, err
	}
	if err := copying.CatchUp(ctx); err != nil {
		return next, err
	}
	if err := copying.Check(ctx); err != nil {
		return next, err
	}
	if err := j.syncDivision(plan); err != nil {
		return next, err
	}
	if err := j.regard(ctx, plan); err != nil {
		return next, err
	}
	next = marked
	next.Fenced = marked.isFenced()
	next.Format, next.Partitions, next.Generation, next.Dividing = max(next.Format, dividedFormat), plan.Partitions, marked.Attempted, false
	_, err = j.store.WriteMeta(ctx, "form", revision, next)
	if errors.Is(err, journal.ErrConflict) {
		err = fmt.Errorf("another process has opened the store: %w", err)
	}
	return next, err
}

// endDivision removes the partitions that there were. What was said beside, to what
// was still the store, comes along.
func (j *Journal) endDivision(ctx context.Context, copying *split.Split, plan layout.Plan) error {
	if err := copying.CatchUp(ctx); err != nil {
		return err
	}
	if err := j.syncDivision(plan); err != nil {
		return err
	}
	return j.removeDivisions(ctx)
}

// undoWithin bounds the removal of what was written in vain.
const undoWithin = time.Minute

// undoDivision leaves the store as it was. What the last write of the form came to
// may be unknown: then nothing goes that might be the store.
func (j *Journal) undoDivision(plan layout.Plan, marked form, revision uint64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(j.store.Closing()), undoWithin)
	defer cancel()
	marked.Dividing = false
	if _, err := j.store.WriteMeta(ctx, "form", revision, marked); err != nil {
		return fmt.Errorf("leave the store as it was: %w", err)
	}
	for _, name := range divisionOf(plan) {
		if err := j.removeDivision(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// divisionOf returns the names of the streams that a plan has for each partition.
func divisionOf(plan layout.Plan) []string {
	var names []string
	for k := range plan.Partitions {
		names = append(names, plan.Names.Lines(k), plan.Names.Snapshots(k))
	}
	return names
}

// regard has the new streams be missed from now on.
func (j *Journal) regard(ctx context.Context, plan layout.Plan) error {
	if j.store.Server == nil {
		return nil
	}
	if err := j.store.Server.Regard(divisionOf(plan)); err != nil {
		return err
	}
	return j.store.Server.Mark(ctx)
}

// disregard has nobody miss the new streams before they may be the store's.
func (j *Journal) disregard(plan layout.Plan) error {
	if j.store.Server == nil {
		return nil
	}
	for _, name := range divisionOf(plan) {
		if err := j.store.Server.Disregard(name); err != nil {
			return err
		}
	}
	return nil
}

// syncDivision has the disk take the new streams, and the words. Of an outside server
// nobody can ask that: see removeDivisions.
func (j *Journal) syncDivision(plan layout.Plan) error {
	if j.store.Server == nil {
		return nil
	}
	for _, name := range append(divisionOf(plan), j.store.Names.Stream("meta")) {
		if err := j.store.Server.SyncStream(name); err != nil {
			return err
		}
	}
	return nil
}

// removeDivisions removes the partitions of generations that are not the store's: of
// those before, and of tries that came to nothing. Numbers are used once, so whoever
// stood still since it read the form removes nothing that has come into use. An outside
// server has what replaced them on its disk only after a while: until then they stay.
func (j *Journal) removeDivisions(ctx context.Context) error {
	if j.owner.attempted == 0 {
		return nil
	}
	if j.store.Outside() {
		switch settled, err := j.owner.formSettled(ctx); {
		case err != nil:
			return err
		case !settled:
			return nil
		}
	}
	names, gone := j.config.names(), []string(nil)
	for _, word := range []string{"line", "snap"} {
		list := j.store.JetStream().StreamNames(ctx, jetstream.WithStreamListSubject(names.Subject(word, ">")))
		for name := range list.Name() {
			generation, is := names.GenerationOf(name)
			if is && generation != j.owner.generation && generation <= j.owner.attempted {
				gone = append(gone, name)
			}
		}
		if err := list.Err(); err != nil {
			return fmt.Errorf("list streams: %w", store.Known(err))
		}
	}
	for _, name := range gone {
		if err := j.removeDivision(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// removeDivision removes one stream, and the checkpoint of a log. It may be gone.
func (j *Journal) removeDivision(ctx context.Context, name string) error {
	if j.store.Server != nil {
		if err := j.store.Server.Disregard(name); err != nil {
			return err
		}
	}
	if err := j.store.JetStream().DeleteStream(ctx, name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("remove stream %s: %w", name, store.Known(err))
	}
	word, is := j.config.names().CheckpointOf(name)
	if !is {
		return nil
	}
	names := j.config.names()
	return j.store.PurgeSubject(ctx, names.Stream("meta"), names.Subject("meta", word))
}

// formSettled reports whether the form is on the disks of an outside server, and what
// was written before it.
func (o *owner) formSettled(ctx context.Context) (bool, error) {
	now, err := o.serverTime(ctx)
	if err != nil {
		return false, err
	}
	stored, err := o.store.ReadWord(ctx, "form")
	if err != nil || stored == nil {
		return false, err
	}
	return now.Sub(stored.Time) >= store.OnDisk, nil
}
