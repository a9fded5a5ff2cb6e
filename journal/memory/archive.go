package memory

import (
	"context"
	"iter"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// Records implements journal.Archive.
func (j *Journal) Records(ctx context.Context, since messages.Instant, channels ...messages.ChannelID) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		for _, p := range j.partitions {
			if err := j.open(ctx, "records"); err != nil {
				yield(journal.Record{}, err)
				return
			}
			for _, r := range p.all() {
				if r.At < since || len(channels) > 0 && !slices.Contains(channels, r.Channel) {
					continue
				}
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

func (p *partition) all() []journal.Record {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]journal.Record, len(p.records))
	for i := range p.records {
		all[i] = p.records[i].Record
	}
	return all
}

// Newest implements journal.Archive.
func (j *Journal) Newest(ctx context.Context) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) {
		for _, p := range j.partitions {
			if err := j.open(ctx, "newest"); err != nil {
				yield(journal.Snapshot{}, err)
				return
			}
			for _, s := range p.snapshots() {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

func (p *partition) snapshots() (all []journal.Snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, ch := range p.channels {
		if ch.snapshot.Revision != 0 {
			all = append(all, ch.snapshot)
		}
	}
	return all
}
