package jetstream

import (
	"context"
	"io/fs"
	"math"
	"path/filepath"

	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/layout"
)

// What Status looks at, one part each.

func (j *Journal) lookMeta(ctx context.Context, s *Status) error {
	var f form
	if _, err := j.store.ReadMeta(ctx, "form", &f); err != nil {
		return err
	}
	if _, err := j.store.ReadMeta(ctx, "epoch", &s.Epoch); err != nil {
		return err
	}
	s.Format, s.State = f.Format, f.State
	var err error
	s.Running, s.Owner, err = j.owner.running(ctx)
	return err
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

func (j *Journal) lookLog(ctx context.Context, s *Status) error {
	for k := range j.config.Partitions {
		state, err := j.store.Held(ctx, j.store.Names.Lines(k))
		if err != nil {
			return err
		}
		p := PartitionStatus{Kept: Kept{state.Msgs, state.Bytes}, First: state.FirstSeq, Last: state.LastSeq}
		if _, err := j.store.ReadMeta(ctx, layout.CheckpointWord(k), &p.Checkpoint); err != nil {
			return err
		}
		if p.Last > p.Checkpoint {
			p.Behind = p.Last - max(p.Checkpoint, p.First-min(p.First, 1))
		}
		s.Partitions = append(s.Partitions, p)
		s.Unreadable += j.log.Unreadable(k)
	}
	return nil
}

func (j *Journal) lookKept(ctx context.Context, s *Status) error {
	for word, to := range map[string]*Kept{"outbox": &s.Outbox, "dead": &s.Letters, "notes": &s.Notes, "observed": &s.Observed} {
		state, err := j.store.Held(ctx, j.store.Names.Stream(word))
		if err != nil {
			return err
		}
		*to = Kept{state.Msgs, state.Bytes}
	}
	for k := range j.config.Partitions {
		state, err := j.store.Held(ctx, j.store.Names.Snapshots(k))
		if err != nil {
			return err
		}
		s.Snapshots.Records += state.Msgs
		s.Snapshots.Bytes += state.Bytes
		s.Channels += state.NumSubjects
	}
	return nil
}

func (j *Journal) lookDue(ctx context.Context, s *Status) error {
	for due, err := range j.Due(ctx, math.MaxInt64) {
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
func (j *Journal) lookOutbox(ctx context.Context, s *Status) error {
	if s.Outbox.Records == 0 {
		return nil
	}
	waiting, oldest, err := j.outbox.Waiting(ctx)
	s.Waiting, s.Oldest = waiting, oldest
	return err
}

func (j *Journal) lookDisk(ctx context.Context, s *Status) (err error) {
	if j.store.Outside() {
		return nil
	}
	s.Disk.Reserve = j.config.Reserve
	if s.Disk.Free, err = embedded.FreeBytes(j.config.Folder); err != nil {
		return err
	}
	return filepath.WalkDir(j.config.Folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return ctx.Err() // what goes meanwhile takes nothing
		}
		if file, err := entry.Info(); err == nil {
			s.Disk.Used += file.Size()
		}
		return ctx.Err()
	})
}
