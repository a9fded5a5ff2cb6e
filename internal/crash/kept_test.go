package crash

import (
	"context"
	"log/slog"
	"testing"

	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// A kept is what the journal holds after the end, by channel.
type kept struct {
	records   map[messages.ChannelID][]journal.Record
	snapshots map[messages.ChannelID]journal.Snapshot
	notes     map[messages.ChannelID][]*messages.Note // oldest first
	buried    []journal.Letter
	stale     uint64 // records that former owners wrote too late: nobody is handed them
}

// open reads a journal.
func open(t *testing.T, c jetstream.Config, channels []messages.ChannelID) *kept {
	t.Helper()
	c.Log = slog.New(slog.DiscardHandler)
	j, err := jetstream.Open(t.Context(), c)
	if err != nil {
		t.Fatalf("the journal can't be opened: %v", err)
	}
	defer j.Close()
	k, err := read(t.Context(), j, channels)
	if err != nil {
		t.Fatalf("the journal can't be read: %v", err)
	}
	return k
}

func read(ctx context.Context, j journal.Journal, channels []messages.ChannelID) (*kept, error) {
	k := &kept{
		records:   map[messages.ChannelID][]journal.Record{},
		snapshots: map[messages.ChannelID]journal.Snapshot{},
		notes:     map[messages.ChannelID][]*messages.Note{},
	}
	for p := range j.Partitions() {
		if err := k.partition(ctx, j, p); err != nil {
			return nil, err
		}
	}
	for _, id := range channels {
		snapshot, err := j.Load(ctx, id)
		if err != nil {
			return nil, err
		}
		k.snapshots[id] = snapshot
		for n, err := range j.Notes(ctx, id, 0) {
			if err != nil {
				return nil, err
			}
			k.notes[id] = append(k.notes[id], n)
		}
	}
	for l, err := range j.Buried(ctx) {
		if err != nil {
			return nil, err
		}
		k.buried = append(k.buried, l)
	}
	return k, nil
}

// partition reads one partition's records up to the last.
func (k *kept) partition(ctx context.Context, j journal.Journal, p int) error {
	last, err := j.Last(ctx, p)
	if err != nil || last == 0 {
		return err
	}
	ctx, done := context.WithCancel(ctx)
	defer done()
	before := staleIn(j)
	defer func() { k.stale += staleIn(j) - before }()
	return j.Consume(ctx, p, 0, func(r journal.Record) {
		if ctx.Err() == nil {
			k.records[r.Channel] = append(k.records[r.Channel], r)
		}
		if r.Seq >= last {
			done()
		}
	})
}

// staleIn returns how many records of former owners a journal has come by since it was
// opened.
func staleIn(j journal.Journal) uint64 {
	if counts, is := j.(interface{ Stale() uint64 }); is {
		return counts.Stale()
	}
	return 0
}
