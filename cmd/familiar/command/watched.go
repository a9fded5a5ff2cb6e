package command

import (
	"errors"
	"io"
	"sync"
	"syscall"
)

// A watched output remembers the first write that failed.
type watched struct {
	to io.Writer

	mu  sync.Mutex // some commands print from several goroutines
	err error
}

// Write implements io.Writer.
func (w *watched) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && !errors.Is(err, syscall.EPIPE) { // a reader that leaves, as head does, has what it wants
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.err == nil {
			w.err = err
		}
	}
	return n, err
}

// failed returns why something is missing; nil: nothing is.
func (w *watched) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}
