package jetstream

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"

	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/store"
)

// An inspection is a Status that is being made: each of its methods looks at one
// part.
type inspection struct {
	Status
	j *Journal
}

func (s *inspection) lookMeta(ctx context.Context) error {
	var f form
	if _, err := s.j.store.ReadMeta(ctx, "form", &f); err != nil {
		return err
	}
	if _, err := s.j.store.ReadMeta(ctx, "epoch", &s.Epoch); err != nil {
		return err
	}
	s.Format, s.State = f.Format, f.State
	var err error
	s.Running, s.Owner, err = s.j.owner.running(ctx)
	return err
}

// lookReplicas finds how many servers of a cluster may be lost.
func (s *inspection) lookReplicas(ctx context.Context) error {
	if !s.j.store.Outside() {
		return nil
	}
	for _, made := range s.j.plan().All() {
		stream, err := s.j.store.JetStream().Stream(ctx, made.Name)
		if err != nil {
			return fmt.Errorf("stream %s: %w", made.Name, store.Known(err))
		}
		if n := stream.CachedInfo().Config.Replicas; s.Replicas == 0 || n < s.Replicas {
			s.Replicas = n
		}
	}
	return nil
}

// Running reports whether a program has the store now: it will take up what is
// appended. That another operator's command has it counts as well.
func (j *Journal) Running(ctx context.Context) (bool, error) {
	if err := j.store.Check(ctx, "look who runs it"); err != nil {
		return false, err
	}
	running, _, err := j.owner.running(ctx)
	return running, err
}

func (s *inspection) lookLog(ctx context.Context) error {
	for k := range s.j.config.Partitions {
		state, err := s.j.store.Held(ctx, s.j.store.Names.Lines(k))
		if err != nil {
			return err
		}
		p := PartitionStatus{Kept: Kept{state.Msgs, state.Bytes}, First: state.FirstSeq, Last: state.LastSeq}
		if s.j.owner.fenced {
			if p.Last, err = s.j.log.Last(ctx, k); err != nil {
				return err
			}
		}
		if _, err := s.j.store.ReadMeta(ctx, s.j.store.Names.CheckpointWord(k), &p.Checkpoint); err != nil {
			return err
		}
		if p.Last > p.Checkpoint {
			p.Behind = p.Last - max(p.Checkpoint, p.First-min(p.First, 1))
		}
		s.Partitions = append(s.Partitions, p)
		s.Unreadable += s.j.log.Unreadable(k)
		s.Stale += s.j.log.Stale(k)
	}
	return nil
}

func (s *inspection) lookKept(ctx context.Context) error {
	for word, to := range map[string]*Kept{"outbox": &s.Outbox, "dead": &s.Letters, "notes": &s.Notes, "observed": &s.Observed} {
		state, err := s.j.store.Held(ctx, s.j.store.Names.Stream(word))
		if err != nil {
			return err
		}
		*to = Kept{state.Msgs, state.Bytes}
	}
	if s.Letters.Records > 0 {
		dropped, err := s.j.dead.Dropped(ctx)
		if err != nil {
			return err
		}
		s.Letters.Records -= min(s.Letters.Records, dropped)
	}
	for k := range s.j.config.Partitions {
		state, err := s.j.store.Held(ctx, s.j.store.Names.Snapshots(k))
		if err != nil {
			return err
		}
		s.Snapshots.Records += state.Msgs
		s.Snapshots.Bytes += state.Bytes
		s.Channels += state.NumSubjects
	}
	return nil
}

func (s *inspection) lookDue(ctx context.Context) error {
	for due, err := range s.j.Due(ctx, math.MaxInt64) {
		if err != nil {
			return err
		}
		if s.Due++; s.Earliest == 0 || due.Due < s.Earliest {
			s.Earliest = due.Due
		}
	}
	return nil
}

// lookOutbox finds the posts that have no mark.
func (s *inspection) lookOutbox(ctx context.Context) error {
	if s.Outbox.Records == 0 {
		return nil
	}
	waiting, oldest, err := s.j.outbox.Waiting(ctx)
	s.Waiting, s.Oldest = waiting, oldest
	return err
}

// Room returns how much of the disk is free and has to stay so, without what the store
// uses of it, which takes longer to tell. Of a store outside it is zero.
func (j *Journal) Room() (d Disk, err error) {
	if j.store.Outside() {
		return Disk{}, nil
	}
	d.Reserve = j.config.Reserve
	d.Free, err = embedded.FreeBytes(j.config.Folder)
	return d, err
}

func (s *inspection) lookDisk(ctx context.Context) (err error) {
	if s.j.store.Outside() {
		return nil
	}
	if s.Disk, err = s.j.Room(); err != nil {
		return err
	}
	return filepath.WalkDir(s.j.config.Folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return ctx.Err() // what goes meanwhile takes nothing
		}
		if file, err := entry.Info(); err == nil {
			s.Disk.Used += file.Size()
		}
		return ctx.Err()
	})
}
