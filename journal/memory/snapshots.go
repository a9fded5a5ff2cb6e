package memory

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// Load implements journal.Snapshots; the body is the caller's own copy.
func (j *Journal) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	if err := j.open(ctx, "load"); err != nil {
		return journal.Snapshot{}, err
	}
	p := j.of(id)
	p.mu.Lock()
	defer p.mu.Unlock()
	ch := p.channels[id]
	if ch == nil {
		return journal.Snapshot{Channel: id}, nil
	}
	s := ch.snapshot()
	s.Body = bytes.Clone(s.Body)
	return s, nil
}

// Save implements journal.Snapshots; the body is copied. Revisions count from
// 1 in each channel. Records the snapshot holds may be dropped from now on.
func (j *Journal) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if err := j.open(ctx, "save"); err != nil {
		return 0, err
	}
	s.Body = bytes.Clone(s.Body)
	p := j.of(s.Channel)
	now := messages.InstantOf(p.config.Clock())
	p.mu.Lock()
	defer p.mu.Unlock()
	ch := p.channel(s.Channel)
	err := p.fence.Check(epoch)
	if newest := ch.snapshot().Revision; err == nil && s.Revision != newest {
		err = fmt.Errorf("revision %d, newest is %d: %w", s.Revision, newest, journal.ErrConflict)
	}
	if err != nil {
		return 0, fmt.Errorf("memory journal: save %s: %w", s.Channel, err)
	}
	p.fence.Wrote(epoch)
	s.Revision++
	s.Epoch = epoch
	ch.saved = &saved{s, now}
	p.cover(ch, s.Seq)
	if s.Due == 0 {
		delete(p.due, ch)
	} else {
		p.due[ch] = struct{}{}
	}
	return s.Revision, nil
}

// Due implements journal.Snapshots: earliest first within a partition.
func (j *Journal) Due(ctx context.Context, t messages.Instant) iter.Seq2[journal.Snapshot, error] {
	return each(ctx, j, "due", func(p *partition) []journal.Snapshot { return p.dueBy(t) })
}

func (p *partition) dueBy(t messages.Instant) []journal.Snapshot {
	p.mu.Lock()
	var found []journal.Snapshot
	for ch := range p.due {
		if s := ch.saved; s.Due <= t {
			found = append(found, journal.Snapshot{Channel: s.Channel, Seq: s.Seq, Due: s.Due})
		}
	}
	p.mu.Unlock()
	slices.SortFunc(found, journal.CompareDue)
	return found
}

// Aged implements journal.Snapshots: by id.
func (j *Journal) Aged(ctx context.Context, partition int, t messages.Instant) iter.Seq2[messages.ChannelID, error] {
	return func(yield func(messages.ChannelID, error) bool) {
		if err := j.open(ctx, "aged"); err != nil {
			yield("", err)
			return
		}
		for _, id := range j.partitions[partition].agedBy(t) {
			if !yield(id, nil) {
				return
			}
		}
	}
}

func (p *partition) agedBy(t messages.Instant) []messages.ChannelID {
	p.mu.Lock()
	var found []messages.ChannelID
	for id, ch := range p.channels {
		if ch.saved != nil && ch.saved.at < t {
			found = append(found, id)
		}
	}
	p.mu.Unlock()
	slices.Sort(found)
	return found
}

// Recent implements journal.Snapshots.
func (j *Journal) Recent(ctx context.Context, t messages.Instant) iter.Seq2[journal.Saved, error] {
	return each(ctx, j, "recent", func(p *partition) []journal.Saved { return p.since(t) })
}

func (p *partition) since(t messages.Instant) (found []journal.Saved) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, ch := range p.channels {
		if ch.saved != nil && ch.saved.at >= t {
			found = append(found, journal.Saved{Channel: id, At: ch.saved.at})
		}
	}
	return found
}
