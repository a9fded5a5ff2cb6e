package jetstream

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"familiar/messages"

	"familiar/journal/jetstream/eventlog"
)

// A power cut leaves each stream at another moment: they have their own files,
// and the system writes these down when it likes. What Open mends of that:
//
//	log behind snapshots or checkpoint   new records would get sequences that are taken for seen: it is moved on
//	snapshots behind the checkpoint      records that no snapshot covers would not be read again: the checkpoint goes back
//	deadlines behind or before snapshots the snapshots' own count
//	epoch behind what was written by it  another is taken
//	outbox before the log                the outbox finds what is astray
//
// What it can't know of is in docs/durability.md.

// readPartitions fills what is kept in memory of the log, the snapshots and the
// outbox. taken: all partitions are this process's, which mends what these don't have
// in common.
func (j *Journal) readPartitions(ctx context.Context, taken bool) error {
	j.assemble()
	if j.owner.fenced { // deadlines come with their partition
		if err := j.readEach(ctx, taken); err != nil {
			return err
		}
		return j.begun(ctx, taken)
	}
	lately, err := j.snapshots.ReadDues(ctx)
	if err == nil {
		err = j.readEach(ctx, taken)
	}
	if err == nil && taken {
		err = j.snapshots.ReadLately(ctx, lately)
	}
	if err == nil && taken {
		err = j.snapshots.CorrectDues(ctx)
	}
	if err != nil {
		return err
	}
	return j.begun(ctx, taken)
}

// readTogether is how many partitions are read at the same time where that needs the
// server for little; elsewhere it is one.
const readTogether = 4

// readEach reads all partitions.
func (j *Journal) readEach(ctx context.Context, taken bool) error {
	together := 1
	if j.store.Server != nil {
		together = min(readTogether, runtime.GOMAXPROCS(0))
	}
	failed := make([]error, together)
	var reading sync.WaitGroup
	for first := range together {
		reading.Go(func() {
			for k := first; k < j.config.Partitions && failed[first] == nil; k += together {
				failed[first] = j.readOne(ctx, k, taken)
			}
		})
	}
	reading.Wait()
	return errors.Join(failed...)
}

func (j *Journal) readOne(ctx context.Context, k int, taken bool) (err error) {
	if taken {
		err = j.takePartition(ctx, k, j.owner.holdsLease)
	} else {
		err = j.lookAt(ctx, k)
	}
	if err != nil {
		return fmt.Errorf("partition %d: %w", k, err)
	}
	return nil
}

// begun finishes the reading of the partitions.
func (j *Journal) begun(ctx context.Context, taken bool) error {
	j.owner.log.Store(j.log)
	if !taken {
		return nil
	}
	if err := j.owner.passEpoch(ctx); err != nil {
		return err
	}
	if !j.owner.fenced {
		j.log.SetEpoch(j.owner.epoch)
	}
	if err := j.outbox.FindAstray(ctx, -1); err != nil {
		return err
	}
	if j.store.Server != nil {
		j.store.Server.Mended()
	}
	return nil
}

// lookAt reads what there is of a partition that is another process's, or nobody's.
func (j *Journal) lookAt(ctx context.Context, k int) error {
	if _, err := j.log.Read(ctx, k, false); err != nil || j.owner.epoch != 0 || !j.owner.fenced {
		return err
	}
	j.snapshots.ExpectDues(k) // a visitor sees everybody's
	return nil
}

// takePartition reads what there is of a partition, mends it and takes it over.
func (j *Journal) takePartition(ctx context.Context, k int, held eventlog.Held) error {
	records, err := j.log.Read(ctx, k, true)
	j.owner.outlive(records.Epoch)
	if err != nil {
		return err
	}
	states, err := j.snapshots.Read(ctx, k, j.log.Covered(k), records.Borne)
	j.owner.outlive(states.Epoch)
	if err != nil {
		return err
	}
	j.log.TakeBack(k, states.Checkpoint)
	if err := j.log.MoveOn(ctx, k, records.State, states.Seen); err != nil || !j.owner.fenced {
		return err
	}
	// Epochs were the store's before they were a partition's, and this opening's is
	// greater than those.
	if err := j.log.TakeOver(ctx, k, max(records.Epoch, states.Epoch, j.owner.epoch-1), held); err != nil {
		return err
	}
	j.snapshots.ExpectDues(k)
	return nil
}

// Claim implements journal.Journal. In a store that nobody shares it is done already.
func (j *Journal) Claim(ctx context.Context, partition int, held func() error) error {
	if !j.config.Shared {
		return nil
	}
	if err := j.claim(ctx, partition, held); err != nil {
		j.Release(partition)
		return fmt.Errorf("journal: claim partition %d: %w", partition, j.store.Ended(err))
	}
	return nil
}

func (j *Journal) claim(ctx context.Context, partition int, held func() error) error {
	j.claiming.Lock()
	defer j.claiming.Unlock()
	if err := j.owner.raiseForm(ctx); err != nil {
		return err
	}
	j.vault.texts.Keys.Shorten()
	if err := j.takePartition(ctx, partition, held); err != nil {
		return err
	}
	return j.outbox.FindAstray(ctx, partition)
}

// Release implements journal.Journal.
func (j *Journal) Release(partition int) {
	if !j.config.Shared {
		return
	}
	j.log.GiveUp(partition)
	j.snapshots.DropDues(partition)
	j.ledger.WriteHeldOf(func(channel messages.ChannelID) bool { return j.Partition(channel) == partition })
}
