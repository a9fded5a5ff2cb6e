package eventlog

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// A Found is what was found of a partition's log as it was opened.
type Found struct {
	State jetstream.StreamState
	Borne uint64 // the newest snapshot that the checkpoint counts on; 0: nobody said
	Epoch uint64 // that wrote the newest record
}

// Read fills what is kept in memory of a partition. ended, as where it is to be taken:
// when its newest record was taken is found, too.
func (l *Log) Read(ctx context.Context, partition int, ended bool) (found Found, err error) {
	p := l.partitions[partition]
	if found.Borne, err = l.readCheckpoint(ctx, p); err != nil {
		return found, err
	}
	if found.State, err = l.weigh(ctx, p); err != nil {
		return found, err
	}
	p.last.Store(found.State.LastSeq)
	if err := l.readOwners(ctx, p); err != nil {
		return found, err
	}
	if found.Epoch, err = l.readLastAt(ctx, p, found.State); err != nil || !ended {
		return found, err
	}
	l.compareClock(p)
	p.ended, err = l.findEnd(ctx, p, found.State)
	return found, err
}

func (l *Log) compareClock(p *partition) {
	p.mu.Lock()
	newest := p.lastAt
	p.mu.Unlock()
	if behind := newest.Sub(messages.InstantOf(l.config.Clock())); behind >= journal.ClockBehind {
		l.store.Log.Warn("clock is behind the newest record: what comes is recorded as of then, and active hours and schedules stand still until then",
			"partition", p.number, "newest", newest.String(), "behind", behind.Round(time.Second))
	}
}

// readLastAt finds the instant that no later record may be before, and the epoch
// that wrote the newest.
func (l *Log) readLastAt(ctx context.Context, p *partition, state jetstream.StreamState) (epoch uint64, err error) {
	if state.Msgs == 0 {
		return 0, nil
	}
	newest, err := l.store.SurelyAt(ctx, l.store.Names.Lines(p.number), state.LastSeq)
	if err != nil {
		return 0, err
	}
	at := messages.InstantOf(state.LastTime)
	if newest != nil { // else it was erased: those before it are older
		e, _, err := cutEntry(newest.Data)
		if err != nil {
			return 0, nil
		}
		at, epoch = e.at, e.epoch
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastAt = max(p.lastAt, at)
	return epoch, nil
}

// readCheckpoint reads it, and the newest snapshot that it counts on; 0: it is
// an older program's, and doesn't say.
func (l *Log) readCheckpoint(ctx context.Context, p *partition) (borne uint64, err error) {
	m, err := l.store.Surely(ctx, l.store.Names.Stream("meta"), l.store.Names.Subject("meta", l.store.Names.CheckpointWord(p.number)))
	if err != nil || m == nil {
		return 0, err
	}
	checkpoint, err := strconv.ParseUint(string(m.Data), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("meta record %s: %w", l.store.Names.CheckpointWord(p.number), err)
	}
	p.checkpoint.Store(checkpoint)
	p.written = m.Sequence
	if err := p.owners.TakeText(m.Header.Get(layout.HeaderOwners)); err != nil {
		return 0, fmt.Errorf("meta record %s: %w", l.store.Names.CheckpointWord(p.number), err)
	}
	if said := m.Header.Get(layout.HeaderBorne); said != "" {
		if borne, err = strconv.ParseUint(said, 10, 64); err != nil {
			return 0, fmt.Errorf("meta record %s: %w", l.store.Names.CheckpointWord(p.number), err)
		}
	}
	return borne, nil
}

// MoveOn has new records come after all that was seen: a power cut may have taken
// the newest, and theirs would be taken for those.
func (l *Log) MoveOn(ctx context.Context, partition int, state jetstream.StreamState, seen uint64) error {
	p := l.partitions[partition]
	if seen <= p.last.Load() {
		return nil
	}
	l.store.Log.Warn("journal lost its newest records in a power cut", "partition", p.number,
		"after", p.last.Load(), "up_to", seen, "since", p.ended.UTC())
	if state.Msgs == 0 {
		p.saw(seen)
		return l.store.Purge(ctx, l.store.Names.Lines(p.number), seen+1)
	}
	filler := l.store.Names.Line(p.number, "lost")
	for p.last.Load() < seen {
		seq, err := l.store.Publish(ctx, filler, nil, nil)
		if err != nil {
			return fmt.Errorf("move on past %d: %w", seen, err)
		}
		p.saw(seq)
	}
	return l.store.PurgeSubject(ctx, l.store.Names.Lines(p.number), filler)
}

// findEnd says when the server took the newest record that a partition's log
// still has; zero: there is none. Word of posts astray is left out: a start that
// was cut short, too, tells of all of them.
func (l *Log) findEnd(ctx context.Context, p *partition, state jetstream.StreamState) (time.Time, error) {
	if state.Msgs == 0 {
		return time.Time{}, nil
	}
	records := l.Decoder()
	for seq := state.LastSeq; seq >= state.FirstSeq; seq-- {
		m, err := l.store.SurelyAt(ctx, l.store.Names.Lines(p.number), seq)
		if err != nil {
			return time.Time{}, err
		}
		if m == nil || m.Subject == p.owned { // erased, or of a start that may have been cut short
			continue
		}
		r, err := records.Record(store.Message{Subject: m.Subject, Data: m.Data, Seq: seq})
		if failed, is := r.Event.(messages.DeliveryFailed); err != nil || !is || !failed.Lost {
			return m.Time, nil
		}
	}
	return time.Time{}, nil
}

// EndOf returns when the server took the newest record that a channel's partition
// still had at Open; zero: it had none.
func (l *Log) EndOf(channel messages.ChannelID) time.Time { return l.of(channel).ended }

// OldestEnd returns the earliest of all partitions' ends.
func (l *Log) OldestEnd() time.Time {
	return slices.MinFunc(l.partitions, func(a, b *partition) int { return a.ended.Compare(b.ended) }).ended
}

// TakeBack sets a partition's checkpoint to an earlier sequence.
func (l *Log) TakeBack(partition int, to uint64) {
	p := l.partitions[partition]
	p.checkpoint.Store(min(to, p.covered()))
}

// SetEpoch takes a later epoch of this process for the newest that has written,
// where the log is no fence.
func (l *Log) SetEpoch(epoch uint64) {
	for _, p := range l.partitions {
		p.take(journal.Owned{Epoch: epoch}, nil)
	}
}
