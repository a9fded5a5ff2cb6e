package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Load implements journal.Snapshots. A revision is a sequence of the stream.
func (j *Journal) Load(ctx context.Context, channel messages.ChannelID) (journal.Snapshot, error) {
	if err := j.store.Check(ctx, "load"); err != nil {
		return journal.Snapshot{}, err
	}
	s, err := j.load(ctx, channel)
	if err != nil {
		return journal.Snapshot{}, fmt.Errorf("journal: load %s: %w", channel, j.store.Ended(err))
	}
	return s, nil
}

func (j *Journal) load(ctx context.Context, channel messages.ChannelID) (journal.Snapshot, error) {
	newest, st, err := j.newestSnapshot(ctx, channel)
	if err != nil || newest == nil {
		return journal.Snapshot{Channel: channel}, err
	}
	body, err := sealed.OpenBody(j.vault.texts.Keys, channel, newest.Data, st.Form)
	switch {
	case errors.Is(err, sealed.ErrBody), errors.Is(err, seal.ErrDamaged), errors.Is(err, seal.ErrForgotten):
		body = newest.Data // which is no state: whoever loads it finds that, and does without
	case err != nil:
		return journal.Snapshot{}, err
	}
	return journal.Snapshot{Channel: channel, Revision: newest.Sequence, Seq: st.Seq, Due: st.Due, Body: body}, nil
}

// newestSnapshot returns a channel's newest as it is stored; nil: it has none.
func (j *Journal) newestSnapshot(ctx context.Context, channel messages.ChannelID) (*jetstream.RawStreamMsg, layout.Stamp, error) {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return nil, layout.Stamp{}, err
	}
	p := j.of(channel)
	newest, err := j.store.NewestWithin(ctx, j.store.Names.Snapshots(p.number), j.store.Names.Snapshot(p.number, name))
	if err != nil || newest == nil {
		return nil, layout.Stamp{}, err
	}
	st, err := layout.ReadStamp(newest.Header)
	return newest, st, err
}

// Save implements journal.Snapshots. A save whose answer is lost fails and
// may be kept all the same: then the next one over the same revision is
// refused.
func (j *Journal) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if err := j.store.Check(ctx, "save"); err != nil {
		return 0, err
	}
	revision, err := j.save(ctx, epoch, s)
	if err != nil {
		return 0, fmt.Errorf("journal: save %s: %w", s.Channel, j.store.Ended(err))
	}
	return revision, nil
}

func (j *Journal) save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	name, err := layout.ChannelTokens(s.Channel)
	if err != nil {
		return 0, err
	}
	p := j.of(s.Channel)
	if err := p.fenced(j, epoch); err != nil {
		return 0, err
	}
	bounded, cancel := j.store.Bounded(ctx)
	defer cancel()
	j.ledger.WriteHeld(bounded, s.Channel)
	if err := j.dueBefore(bounded, p, name, s); err != nil {
		return 0, err
	}
	st := layout.Stamp{Seq: s.Seq, Due: s.Due, Saved: messages.InstantOf(j.config.Clock()), Epoch: epoch, Covered: p.covered() + 1}
	room := sealed.Buffers.Get().(*[]byte)
	defer sealed.Buffers.Put(room)
	body, form, err := j.vault.texts.SealBody((*room)[:0], s.Channel, seal.State, s.Body)
	if err != nil {
		return 0, err
	}
	if st.Form = form; cap(body) <= sealed.MostKept {
		*room = body
	}
	snapshot := nats.Msg{Subject: j.store.Names.Snapshot(p.number, name), Data: body}
	revision, err := j.overwrite(bounded, p, s.Channel, s.Revision, snapshot, st)
	for errors.Is(err, journal.ErrConflict) {
		// The compaction may have copied the very snapshot that s replaces.
		newest, now, lost := j.newestSnapshot(bounded, s.Channel)
		if lost != nil || newest == nil || !now.CopyOf(s.Revision, newest.Sequence) {
			return 0, errors.Join(err, lost)
		}
		revision, err = j.overwrite(bounded, p, s.Channel, newest.Sequence, snapshot, st)
	}
	if err != nil {
		return 0, err
	}
	j.dueAfter(p, name, s)
	return revision, nil
}

// overwrite writes a snapshot in place of the one with that revision, which
// the server looks up unless it is known to be the newest.
func (j *Journal) overwrite(ctx context.Context, p *partition, channel messages.ChannelID, over uint64, m nats.Msg, st layout.Stamp) (uint64, error) {
	under, err := j.store.SendWith(ctx, m, func(m *nats.Msg) error {
		p.mine.mu.Lock()
		defer p.mine.mu.Unlock()
		m.Header = st.Over(over)
		if newest := p.mine.take(channel); j.store.Server != nil && newest != 0 && newest == over {
			m.Header = st.Header()
		}
		return j.store.PublishMsg(m)
	})
	if err != nil {
		return 0, err
	}
	revision, err := under.Wait(ctx)
	if err == nil {
		p.mine.put(channel, revision)
		p.bears(revision)
	}
	return revision, err
}

// Aged implements journal.Snapshots.
func (j *Journal) Aged(ctx context.Context, partition int, t messages.Instant) iter.Seq2[messages.ChannelID, error] {
	return func(yield func(messages.ChannelID, error) bool) {
		err := j.saved(ctx, "aged", j.partitions[partition:partition+1], func(s journal.Saved) bool { return s.At >= t || yield(s.Channel, nil) })
		if err != nil {
			yield("", err)
		}
	}
}

// Recent implements journal.Snapshots.
func (j *Journal) Recent(ctx context.Context, t messages.Instant) iter.Seq2[journal.Saved, error] {
	return func(yield func(journal.Saved, error) bool) {
		err := j.saved(ctx, "recent", j.partitions, func(s journal.Saved) bool { return s.At < t || yield(s, nil) })
		if err != nil {
			yield(journal.Saved{}, err)
		}
	}
}

// saved returns the newest snapshot's time of every channel of these partitions,
// until it is told that this is enough.
func (j *Journal) saved(ctx context.Context, what string, of []*partition, more func(journal.Saved) bool) error {
	for _, p := range of {
		err := j.store.Check(ctx, what)
		if err == nil {
			err = j.savedIn(ctx, p, more)
		}
		if errors.Is(err, store.ErrEnough) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("journal: %s: %w", what, j.store.Ended(err))
		}
	}
	return nil
}

func (j *Journal) savedIn(ctx context.Context, p *partition, more func(journal.Saved) bool) error {
	read := store.Reading{Stream: j.store.Names.Snapshots(p.number), Filters: []string{j.store.Names.Snapshot(p.number, ">")}, Newest: true, HeadersOnly: true}
	return j.store.Scan(ctx, read, func(m store.Message) error {
		st, err := layout.ReadStamp(m.Header)
		if err != nil {
			return err
		}
		channel, err := layout.ChannelIn(m.Subject, layout.PartitionTokens)
		if err == nil && !more(journal.Saved{Channel: channel, At: st.Saved}) {
			err = store.ErrEnough
		}
		return err
	})
}
