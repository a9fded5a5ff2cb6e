package embedded

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
var ErrReadOnly = errors.New("this journal is read-only")

// IsReadOnly reports whether an error says that a place can't be written by
// us, however much room there is.
func IsReadOnly(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}

// LockShared keeps a program from beginning to write, and makes nothing: a
// folder without a lock has had none since it was made. The error is [ErrInUse]
// while one does.
func LockShared(folder string) (unlock func() error, err error) {
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

// CopyFolder copies the files of a folder, which only their owner may read.
func CopyFolder(ctx context.Context, to, from string) error {
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
