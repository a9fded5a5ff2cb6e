package jetstream

import (
	"context"
	"fmt"

	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/embedded"
	"familiar/messages"
)

// A Status is how a store stands, as `familiar journal status` shows it.
type Status struct {
	Store   string `json:"store"` // the folder, or the prefix on an outside NATS
	Format  int    `json:"format"`
	State   int    `json:"state"` // the newest version of a channel's state in it
	Epoch   uint64 `json:"epoch"` // of the newest opening
	Running bool   `json:"running"`
	Owner   string `json:"owner,omitempty"` // who has it on an outside NATS: "process 7 on host"

	Replicas int `json:"replicas,omitempty"` // servers that keep the stream that fewest do; 0: the store is embedded

	Partitions []PartitionStatus `json:"partitions"`
	Snapshots  Kept              `json:"snapshots"`
	Channels   uint64            `json:"channels"` // that have a snapshot
	Due        int               `json:"due"`      // channels with a deadline
	Earliest   messages.Instant  `json:"earliest,omitempty"`
	Outbox     Kept              `json:"outbox"`          // posts, and the marks of those removed
	Waiting    int               `json:"waiting"`         // posts that wait for their network
	Oldest     messages.Instant  `json:"oldest,omitzero"` // when the oldest of them came
	Letters    Kept              `json:"letters"`
	Notes      Kept              `json:"notes"`
	Observed   Kept              `json:"observed"`   // records, of many notes each
	Unreadable uint64            `json:"unreadable"` // records this process left out; a visitor reads none
	Stale      uint64            `json:"stale"`      // records of former owners, which this process left out; a visitor reads none

	Disk Disk `json:"disk"`

	Losses []blocks.Loss `json:"losses,omitempty"` // that programs started with all the same, the newest 100
}

// A PartitionStatus is how one partition of the log stands.
type PartitionStatus struct {
	Kept
	First      uint64 `json:"first"` // sequence of the oldest record
	Last       uint64 `json:"last"`
	Checkpoint uint64 `json:"checkpoint"`
	Behind     uint64 `json:"behind"` // sequences after the checkpoint: what a start reads again
}

// Kept is how much there is of something.
type Kept struct {
	Records uint64 `json:"records"`
	Bytes   uint64 `json:"bytes"`
}

// Disk is the disk of an embedded store, in bytes; all zero of an outside one.
type Disk struct {
	Used    int64 `json:"used"` // by the store
	Free    int64 `json:"free"`
	Reserve int64 `json:"reserve"` // with less free, lines are refused
}

// Status looks at everything that can be said without reading the records. It
// works on a journal of one's own and on a visited one.
func (j *Journal) Status(ctx context.Context) (Status, error) {
	if err := j.store.Check(ctx, "status"); err != nil {
		return Status{}, err
	}
	s := &inspection{Status{Store: j.where(), Losses: j.Losses()}, j}
	for _, look := range []func(context.Context) error{s.lookMeta, s.lookReplicas, s.lookLog, s.lookKept, s.lookDue, s.lookOutbox, s.lookDisk} {
		if err := look(ctx); err != nil {
			return s.Status, fmt.Errorf("journal: status: %w", j.store.Ended(err))
		}
	}
	return s.Status, nil
}

// Lost is how much was found missing or damaged when this process started.
func (j *Journal) Lost() int {
	if j.store.Server == nil {
		return 0
	}
	return len(j.store.Server.Findings())
}

// Losses returns what the store is known to have lost, as programs that started
// all the same found it; of an outside server's nothing is known.
func (j *Journal) Losses() []blocks.Loss {
	if j.store.Outside() {
		return nil
	}
	return blocks.Losses(embedded.Files(j.config.Folder))
}
