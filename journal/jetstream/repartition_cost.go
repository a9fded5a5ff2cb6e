package jetstream

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/store"
)

// What a repartitioning refuses, besides a store that somebody has.
var (
	// ErrPartitions says that a store can't be divided so.
	ErrPartitions = errors.New("want a multiple of the partitions there are")
	// ErrNoRoom says that the disk can't take the copy.
	ErrNoRoom = errors.New("not enough room on the disk")
)

// A RepartitionCost is what [Repartition] will take.
type RepartitionCost struct {
	From, To     int
	Records      uint64 // events and states to be copied
	Placeholders uint64 // written and taken out again where another partition has the sequence
	Bytes        int64  // on the disk, at most, until the old partitions go
	Free         int64  // that it may take, on an embedded server's disk or of an account's limit; -1: nobody knows
}

// placeholderBytes is what one takes on the disk, roughly.
const placeholderBytes = 60

// RepartitionCost returns what [Repartition] to that many partitions will take.
func (j *Journal) RepartitionCost(ctx context.Context, to int) (RepartitionCost, error) {
	err := j.store.Check(ctx, "weigh a repartitioning")
	if err != nil {
		return RepartitionCost{}, err
	}
	cost, err := j.costOf(ctx, to)
	if err != nil {
		return cost, fmt.Errorf("journal: repartition: %w", err)
	}
	return cost, nil
}

func (j *Journal) costOf(ctx context.Context, to int) (RepartitionCost, error) {
	cost := RepartitionCost{From: j.config.Partitions, To: to}
	if to < cost.From || to > journal.MaxPartitions || to%cost.From != 0 {
		return cost, fmt.Errorf("%d partitions instead of %d: %w, at most %d", to, cost.From, ErrPartitions, journal.MaxPartitions)
	}
	parts := uint64(to / cost.From)
	for k := range cost.From {
		lines, err := j.store.Held(ctx, j.store.Names.Lines(k))
		if err != nil {
			return cost, err
		}
		snaps, err := j.store.Held(ctx, j.store.Names.Snapshots(k))
		if err != nil {
			return cost, err
		}
		cost.Records += lines.Msgs + snaps.NumSubjects
		if lines.Msgs > 0 {
			cost.Placeholders += parts*(lines.LastSeq-lines.FirstSeq+1) - lines.Msgs
		}
		cost.Bytes += int64(lines.Bytes + snaps.Bytes)
	}
	cost.Bytes += int64(cost.Placeholders) * placeholderBytes
	var err error
	cost.Free, err = j.roomFor(ctx)
	return cost, err
}

// roomFor returns how many bytes more the store may take; -1: nobody knows.
func (j *Journal) roomFor(ctx context.Context) (int64, error) {
	if !j.store.Outside() {
		free, err := embedded.FreeBytes(j.config.Folder)
		return max(0, free-j.config.Reserve), err
	}
	bounded, cancel := j.store.Bounded(ctx)
	defer cancel()
	account, err := j.store.JetStream().AccountInfo(bounded)
	if err != nil {
		return 0, fmt.Errorf("limits of the NATS account: %w", store.Known(err))
	}
	if account.Limits.MaxStore <= 0 {
		return -1, nil
	}
	return max(0, account.Limits.MaxStore-int64(account.Store)), nil
}

func (c RepartitionCost) fits() error {
	if c.Free >= 0 && c.Bytes > c.Free {
		return fmt.Errorf("%d MiB are needed until the old partitions are gone, %d MiB are there: %w", c.Bytes>>20+1, c.Free>>20, ErrNoRoom)
	}
	return nil
}
