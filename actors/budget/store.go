package budget

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Store keeps the ledger, as bytes.
type Store interface {
	// Load gives what was last saved; nothing and no error if nothing was.
	Load() ([]byte, error)
	// Save keeps body in place of what was there, all of it or nothing.
	Save(body []byte) error
}

// A File is a Store in a file of that path. Its folder is made when there is
// none.
type File string

// Load implements [Store].
func (f File) Load() ([]byte, error) {
	body, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return body, err
}

// Save implements [Store]. It is on the disk when this returns.
func (f File) Save(body []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(string(f)), 0o700); err != nil {
		return fmt.Errorf("budget: %w", err)
	}
	next, err := os.CreateTemp(filepath.Dir(string(f)), filepath.Base(string(f))+".*.next")
	if err != nil {
		return fmt.Errorf("budget: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("budget: %w", err), os.Remove(next.Name()))
		}
	}()
	_, err = next.Write(body)
	if err == nil {
		err = next.Sync()
	}
	if err = errors.Join(err, next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), string(f))
}
