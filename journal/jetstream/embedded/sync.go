package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// SyncStream has the disk take what a stream was given.
func (e *Server) SyncStream(name string) error {
	folder := filepath.Join(Files(e.folder), "jetstream", "$G", "streams", name, "msgs")
	files, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("sync %s: %w", name, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file.Name(), ".blk") {
			err = errors.Join(err, syncFile(filepath.Join(folder, file.Name())))
		}
	}
	return errors.Join(err, syncFolder(folder))
}

// syncFile has the disk take a file. Its contents don't change: it is opened for
// writing where the system flushes nothing else.
func syncFile(path string) error {
	file, err := os.OpenFile(path, syncFlag, 0)
	if errors.Is(err, os.ErrNotExist) { // the server has written it anew
		return nil
	}
	if err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	return errors.Join(file.Sync(), file.Close())
}
