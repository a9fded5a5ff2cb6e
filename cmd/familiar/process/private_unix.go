//go:build unix

package process

import (
	"errors"
	"os"
	"syscall"
)

// openPrivate opens a regular file that nobody but its owner may read or write.
// It follows no link and waits for no pipe's writer.
func openPrivate(file string) (*os.File, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	stat, err := f.Stat()
	switch {
	case err != nil:
	case !stat.Mode().IsRegular():
		err = errNotRegular
	case stat.Mode().Perm()&0o077 != 0:
		err = errors.New("other users can read it")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
