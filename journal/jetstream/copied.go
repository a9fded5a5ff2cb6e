package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"
)

// ErrReadOnly says that a store can be read and not written: its disk is
// mounted so, or its files are somebody else's.
var ErrReadOnly = errors.New("this journal can only be read")

// isReadOnly reports whether an error says that a place can't be written by
// us, however much room there is.
func isReadOnly(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}

// visitCopy starts a server over a copy of a store that can only be read: no
// server runs without writing. The copy goes with Close.
func (j *Journal) visitCopy(ctx context.Context) (err error) {
	unlock, err := lockShared(j.config.Folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if j.copied, err = os.MkdirTemp("", "familiar-journal-*"); err != nil {
		return fmt.Errorf("%w, and there is no place for a copy of it: %w", ErrReadOnly, err)
	}
	if err := copyFolder(ctx, storeIn(j.copied), storeIn(j.config.Folder)); err != nil {
		return fmt.Errorf("%w; copy it to %s, or with TMPDIR set to elsewhere: %w", ErrReadOnly, filepath.Dir(j.copied), err)
	}
	copied := j.config
	copied.Folder = j.copied
	if j.server, err = embed(ctx, copied); err != nil {
		return err
	}
	return j.connect()
}

// removeCopy removes what visitCopy made.
func (j *Journal) removeCopy() error {
	if j.copied == "" {
		return nil
	}
	return os.RemoveAll(j.copied)
}

// lockShared keeps a program from beginning to write, and makes nothing: a
// folder without a lock has had none since it was made. The error is [ErrInUse]
// while one does.
func lockShared(folder string) (unlock func() error, err error) {
	lock := flock.New(filepath.Join(folder, "lock"), flock.SetFlag(os.O_RDONLY))
	switch locked, err := lock.TryRLock(); {
	case errors.Is(err, fs.ErrNotExist):
		return func() error { return nil }, nil
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", folder, err)
	case !locked:
		return nil, fmt.Errorf("%s: %w", folder, ErrInUse)
	}
	return lock.Unlock, nil
}

// copyFolder copies the files of a folder, which only their owner may read.
func copyFolder(ctx context.Context, to, from string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch name = filepath.Join(to, name); {
		case entry.IsDir():
			return os.Mkdir(name, 0o700)
		case entry.Type().IsRegular():
			return copyFile(name, path)
		}
		return nil
	})
}

func copyFile(to, from string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}
