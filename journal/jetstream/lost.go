package jetstream

import (
	"context"
	"fmt"
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
// outbox, and mends what they don't have in common. A visitor mends nothing.
func (j *Journal) readPartitions(ctx context.Context) error {
	j.assemble()
	for k := range j.config.Partitions {
		if err := j.readPartition(ctx, k); err != nil {
			return fmt.Errorf("partition %d: %w", k, err)
		}
	}
	lately, err := j.snapshots.ReadDues(ctx)
	if err == nil && j.owner.epoch != 0 {
		err = j.snapshots.ReadLately(ctx, lately)
	}
	if err != nil {
		return err
	}
	j.snapshots.CorrectDues()
	if j.owner.epoch == 0 {
		return nil
	}
	if err := j.owner.passEpoch(ctx); err != nil {
		return err
	}
	if !j.owner.fenced {
		j.log.SetEpoch(j.owner.epoch)
	}
	j.owner.log.Store(j.log)
	return j.outbox.FindAstray(ctx)
}

func (j *Journal) readPartition(ctx context.Context, k int) error {
	owned := j.owner.epoch != 0
	records, err := j.log.Read(ctx, k, owned)
	j.owner.outlive(records.Epoch)
	if err != nil || !owned {
		return err
	}
	states, err := j.snapshots.Read(ctx, k, j.log.Covered(k), records.Borne)
	j.owner.outlive(states.Epoch)
	if err != nil {
		return err
	}
	j.log.TakeBack(k, states.Checkpoint)
	if err := j.log.MoveOn(ctx, k, records.State, states.Seen); err != nil || !j.owner.fenced || j.config.beside {
		return err
	}
	// Epochs were the store's before they were a partition's, and this opening's is
	// greater than those.
	return j.log.Claim(ctx, k, max(records.Epoch, states.Epoch, j.owner.epoch-1))
}
