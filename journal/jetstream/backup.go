package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats.go/jetstream"

	"familiar/journal/jetstream/backup"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/store"
)

// ErrNotEmpty says that there is a store where one should be restored.
var ErrNotEmpty = errors.New("there is already a store")

// Dump writes the whole store to w as a backup that [Restore] takes, while the
// program goes on. progress, unless it is nil, is told how many messages are
// written and about how many there are.
//
// The order makes it a store that a crash could have left: the checkpoints
// first, then snapshots and their deadlines, and the log last, so that it
// holds all that a snapshot has seen. Posts that were delivered meanwhile are
// marked so at the end. Should the log meanwhile lose what no snapshot of the
// backup has seen, the error is [ErrTrimmed].
func (j *Journal) Dump(ctx context.Context, w io.Writer, progress func(done, total uint64)) error {
	if err := j.store.Check(ctx, "back up"); err != nil {
		return err
	}
	d := backup.Dump{Store: j.store, Plan: j.plan(), Clock: j.config.Clock, Roots: j.vault.rootSubjects, Progress: progress}
	if err := d.To(ctx, w); err != nil {
		return fmt.Errorf("journal: back up: %w", err)
	}
	return nil
}

// Restore makes a store of what [Journal.Dump] wrote. There must be none where
// c says (else [ErrNotEmpty]); its number of partitions becomes the backup's.
// Records keep their sequences; messages of all streams are new as to how long
// they are kept. progress, unless it is nil, is told how many messages are
// written and about how many there are. Nothing is left of a restore that
// fails or is called off; a file that is cut or damaged is [ErrBackup].
func Restore(ctx context.Context, c Config, r io.Reader, progress func(done, total uint64)) error {
	if err := errors.Join(c.Validate(), c.ours()); err != nil {
		return err
	}
	in, err := backup.Open(r, progress)
	if err != nil {
		return fmt.Errorf("journal: restore: %w", err)
	}
	c.Partitions, c.generation = in.Partitions(), in.Generation()
	fill := func(ctx context.Context, c Config) error {
		return restoreInto(ctx, c, in)
	}
	if c.URL == "" {
		err = beside(ctx, c, fill)
	} else {
		err = fill(ctx, c)
	}
	if err != nil {
		return fmt.Errorf("journal: restore: %w", err)
	}
	return nil
}

// beside has a folder filled next to where its store will be, and moves the
// store in place when that is done. Meanwhile the folder is locked.
func beside(ctx context.Context, c Config, fill func(context.Context, Config) error) (err error) {
	_, missing := os.Stat(c.Folder)
	if err := embedded.Writable(c.Folder); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(c.Folder, "lock"), flock.SetPermissions(0o600))
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return fmt.Errorf("lock %s: %w", c.Folder, err)
	case !locked:
		return fmt.Errorf("%s: %w", c.Folder, embedded.ErrInUse)
	}
	folder := c.Folder
	place, fresh := embedded.Files(folder), embedded.Restoring(folder)
	defer func() {
		err = errors.Join(err, os.RemoveAll(fresh))
		if err != nil && errors.Is(missing, fs.ErrNotExist) {
			_ = os.Remove(lock.Path())
			_ = os.Remove(folder) // stays if somebody has put something there
		}
		err = errors.Join(err, lock.Unlock())
	}()
	switch _, err := os.Stat(place); {
	case err == nil:
		return fmt.Errorf("%s: %w: restore to another folder, or move this one away", folder, ErrNotEmpty)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.RemoveAll(fresh); err != nil { // of a restore that was killed
		return err
	}
	c.Folder = fresh
	if err := fill(ctx, c); err != nil {
		return err
	}
	return os.Rename(embedded.Files(fresh), place)
}

// restoreInto fills the store at c, which must have no stream yet. Should it
// fail, the streams it made go again.
func restoreInto(ctx context.Context, c Config, in *backup.Intake) (err error) {
	c = c.withDefaults()
	j := bare(c, false)
	if c.URL == "" {
		if j.store.Server, err = embedded.Start(ctx, c.embedded()); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if err := j.store.Connect(); err != nil {
		return err
	}
	if err := j.removeUnfinished(ctx); err != nil {
		return err
	}
	for _, s := range j.plan().All() {
		if state, err := j.store.JetStream().Stream(ctx, s.Name); err == nil {
			return fmt.Errorf("stream %s with %d messages: %w: restore under another prefix", s.Name, state.CachedInfo().State.Msgs, ErrNotEmpty)
		}
	}
	return in.Into(ctx, j.store, c.plan())
}

// removeUnfinished removes what a restore that was killed has left, last the stream that
// says so.
func (j *Journal) removeUnfinished(ctx context.Context) error {
	if err := j.owner.refuseUnfinished(ctx); !errors.Is(err, embedded.ErrUnfinished) {
		return err
	}
	names, meta := j.store.Names, j.store.Names.Stream("meta")
	list := j.store.JetStream().StreamNames(ctx, jetstream.WithStreamListSubject(names.Prefix+".>"))
	var left []string
	for name := range list.Name() {
		if name != meta {
			left = append(left, name)
		}
	}
	if err := list.Err(); err != nil {
		return fmt.Errorf("list streams: %w", store.Known(err))
	}
	for _, name := range append(left, meta) {
		if err := j.store.JetStream().DeleteStream(ctx, name); err != nil {
			return fmt.Errorf("remove stream %s: %w", name, store.Known(err))
		}
	}
	return nil
}
