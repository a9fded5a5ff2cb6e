// Package split writes the partitions of a store anew as a multiple of them: each
// becomes as many, and a channel's records keep their sequences, so that nothing that
// names one has to change: states, notes, checkpoints, the order of owners, cursors of
// clients. It changes nothing of what it reads; package jetstream has the store switch
// over.
package split

import (
	"context"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/refill"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Split copies the partitions of a store into more. Make it with [New].
type Split struct {
	store    *store.Store
	from, to layout.Plan
	progress func(done, total uint64)

	window      *refill.Window
	logs        []*writing // by partition of To
	seen        []uint64   // by partition of From: the newest sequence copied
	done, total uint64
}

// A writing is the log of a new partition.
type writing struct {
	stream *refill.Stream
	put    uint64 // records of it
}

// New returns one from one plan to another, which has a multiple of its partitions.
// progress, unless it is nil, is told how many messages are read and about how many
// there are.
func New(s *store.Store, from, to layout.Plan, progress func(done, total uint64)) *Split {
	return &Split{store: s, from: from, to: to, progress: progress, window: refill.NewWindow(s.JetStream()), logs: make([]*writing, to.Partitions), seen: make([]uint64, from.Partitions)}
}

// Copy makes the new streams, and writes all that the old ones have and the new
// checkpoints. Nothing of them may be there.
func (s *Split) Copy(ctx context.Context) error {
	if err := s.count(ctx); err != nil {
		return err
	}
	for k := range s.from.Partitions {
		if err := s.partition(ctx, k); err != nil {
			return fmt.Errorf("partition %d: %w", k, err)
		}
	}
	return nil
}

func (s *Split) count(ctx context.Context) error {
	for k := range s.from.Partitions {
		lines, err := s.store.Held(ctx, s.from.Names.Lines(k))
		if err != nil {
			return err
		}
		snaps, err := s.store.Held(ctx, s.from.Names.Snapshots(k))
		if err != nil {
			return err
		}
		s.total += lines.Msgs + snaps.NumSubjects
	}
	return nil
}

func (s *Split) partition(ctx context.Context, k int) error {
	if err := s.makeLogs(ctx, k); err != nil {
		return err
	}
	if err := s.snapshots(ctx, k); err != nil {
		return err
	}
	if err := s.checkpoint(ctx, k); err != nil {
		return err
	}
	return s.records(ctx, k)
}

// makeLogs prepares the logs that an old one is divided into. They are kept as it is.
func (s *Split) makeLogs(ctx context.Context, k int) error {
	is, err := s.configOf(ctx, s.from.Names.Lines(k))
	if err != nil {
		return err
	}
	for _, to := range s.parts(k) {
		name := s.to.Names.Lines(to)
		config := as(s.to.Stream(name), is)
		config.MaxBytes = 0 // the next opening's: placeholders take room
		s.logs[to] = &writing{stream: refill.NewStream(s.store, s.window, config, s.to.Names.Hole(to))}
	}
	return nil
}

// parts returns which new partitions an old one becomes.
func (s *Split) parts(k int) []int {
	var all []int
	for to := k; to < s.to.Partitions; to += s.from.Partitions {
		all = append(all, to)
	}
	return all
}

func (s *Split) configOf(ctx context.Context, name string) (jetstream.StreamConfig, error) {
	var is jetstream.StreamInfo
	if err := s.store.API(ctx, "STREAM.INFO."+name, struct{}{}, &is); err != nil {
		return jetstream.StreamConfig{}, fmt.Errorf("stream %s: %w", name, err)
	}
	return is.Config, nil
}

// as returns a new stream's configuration, with as many replicas as an old one has and
// where that has them.
func as(config, old jetstream.StreamConfig) jetstream.StreamConfig {
	config.Replicas, config.Placement = max(config.Replicas, old.Replicas), old.Placement
	return config
}

// partOf returns the new partition of a message of partition k. One that doesn't belong
// there stays as much astray as it is.
func (s *Split) partOf(k int, channel messages.ChannelID) int {
	if to := journal.PartitionOf(channel, s.to.Partitions); to%s.from.Partitions == k {
		return to
	}
	return k
}

// channel returns whose a message is, and how its subject names that.
func (s *Split) channel(subject, before string) (id messages.ChannelID, tokens string, err error) {
	tokens = subject[min(len(before), len(subject)):]
	id, err = layout.ChannelIn(subject, layout.PartitionTokens)
	return id, tokens, err
}

func (s *Split) snapshots(ctx context.Context, k int) error {
	old := s.from.Names.Snapshots(k)
	is, err := s.configOf(ctx, old)
	if err != nil {
		return err
	}
	streams := map[int]*refill.Stream{}
	for _, to := range s.parts(k) {
		streams[to] = refill.NewStream(s.store, s.window, as(s.to.Stream(s.to.Names.Snapshots(to)), is), "")
	}
	before := s.from.Names.Snapshot(k, "")
	state, err := s.store.Held(ctx, old)
	if err != nil {
		return err
	}
	if state.Msgs > 0 {
		err = s.store.Scan(ctx, store.Reading{Stream: old, Newest: true}, func(m store.Message) error {
			channel, tokens, err := s.channel(m.Subject, before)
			if err != nil {
				return err
			}
			header, err := refill.SnapshotHeader(m.Header)
			if err != nil {
				return fmt.Errorf("snapshot %d: %w", m.Seq, err)
			}
			s.read()
			to := s.partOf(k, channel)
			return streams[to].Put(ctx, m.Seq, &nats.Msg{Subject: s.to.Names.Snapshot(to, tokens), Header: header, Data: m.Data})
		})
	}
	if err != nil {
		return err
	}
	for _, stream := range streams {
		if err := stream.Finish(ctx, 0); err != nil {
			return err
		}
	}
	return nil
}

// checkpoint gives each part the checkpoint that the old partition has, and what it
// says of the owners up to there.
func (s *Split) checkpoint(ctx context.Context, k int) error {
	old, err := s.store.ReadWord(ctx, s.from.Names.CheckpointWord(k))
	if err != nil || old == nil {
		return err
	}
	for _, to := range s.parts(k) {
		m := nats.Msg{Subject: s.to.Names.Subject("meta", s.to.Names.CheckpointWord(to)), Header: refill.Header(old.Header), Data: old.Data}
		if _, err := s.store.JetStream().PublishMsg(ctx, &m); err != nil {
			return fmt.Errorf("checkpoint of partition %d: %w", to, store.Known(err))
		}
	}
	return nil
}

// CatchUp copies what has come since, which may be a line that was said beside.
func (s *Split) CatchUp(ctx context.Context) error {
	for k := range s.from.Partitions {
		if err := s.records(ctx, k); err != nil {
			return fmt.Errorf("partition %d: %w", k, err)
		}
	}
	return nil
}

// records copies a log from where it was copied to, each record to where its channel
// goes and who owned it to all.
func (s *Split) records(ctx context.Context, k int) error {
	stream := s.from.Names.Lines(k)
	state, err := s.store.Held(ctx, stream)
	if err != nil {
		return err
	}
	if state.LastSeq > s.seen[k] && state.Msgs > 0 {
		read := store.Reading{Stream: stream, After: s.seen[k], Until: state.LastSeq}
		if err := s.store.Scan(ctx, read, func(m store.Message) error { return s.record(ctx, k, m) }); err != nil {
			return err
		}
	}
	s.seen[k] = max(s.seen[k], state.LastSeq)
	for _, to := range s.parts(k) {
		if err := s.logs[to].stream.Finish(ctx, s.seen[k]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Split) record(ctx context.Context, k int, m store.Message) error {
	s.read()
	header := refill.Header(m.Header)
	if m.Subject == s.from.Names.Owned(k) {
		for _, to := range s.parts(k) {
			if err := s.put(ctx, to, m.Seq, &nats.Msg{Subject: s.to.Names.Owned(to), Header: header, Data: m.Data}); err != nil {
				return err
			}
		}
		return nil
	}
	channel, tokens, err := s.channel(m.Subject, s.from.Names.Line(k, ""))
	to := k
	if err == nil {
		to = s.partOf(k, channel)
	}
	return s.put(ctx, to, m.Seq, &nats.Msg{Subject: s.to.Names.Line(to, tokens), Header: header, Data: m.Data})
}

func (s *Split) put(ctx context.Context, to int, seq uint64, m *nats.Msg) error {
	s.logs[to].put++
	return s.logs[to].stream.Put(ctx, seq, m)
}

func (s *Split) read() {
	if s.done++; s.progress != nil {
		s.progress(s.done, max(s.done, s.total))
	}
}

// Check compares what the new logs hold with what was put there.
func (s *Split) Check(ctx context.Context) error {
	for to, w := range s.logs {
		name := s.to.Names.Lines(to)
		state, err := s.store.Held(ctx, name)
		if err != nil {
			return err
		}
		if last := s.seen[to%s.from.Partitions]; state.Msgs != w.put || state.LastSeq != last {
			return fmt.Errorf("stream %s has %d records up to %d, want %d up to %d", name, state.Msgs, state.LastSeq, w.put, last)
		}
	}
	return nil
}
