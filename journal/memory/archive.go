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
	return each(ctx, j, "records", func(p *partition) []journal.Record { return p.archived(since, channels) })
}

func (p *partition) archived(since messages.Instant, channels []messages.ChannelID) (all []journal.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.records {
		if r.At >= since && (len(channels) == 0 || slices.Contains(channels, r.Channel)) {
			all = append(all, r.Record)
		}
	}
	return all
}

// Newest implements journal.Archive.
func (j *Journal) Newest(ctx context.Context) iter.Seq2[journal.Snapshot, error] {
	return each(ctx, j, "newest", (*partition).snapshots)
}

func (p *partition) snapshots() (all []journal.Snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, ch := range p.channels {
		if ch.saved != nil {
			all = append(all, ch.saved.Snapshot)
		}
	}
	return all
}
