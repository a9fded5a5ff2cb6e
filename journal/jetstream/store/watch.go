package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
)

// The embedded server gives a stream up after one write that failed, whatever
// becomes of the disk: it answers nothing more there until it is started
// anew. So the journal ends with it, and the program with the journal.

// watchEach is how often the server is asked how its streams are: some 0.1 ms
// of work.
const watchEach = time.Second

// Watch ends the journal when the embedded server has given up a stream.
func (s *Store) Watch() {
	tick := time.NewTicker(watchEach)
	defer tick.Stop()
	for {
		select {
		case <-s.closing.Done():
			return
		case <-tick.C:
		}
		if wrong := s.Server.Broken(); wrong != "" {
			s.close(fmt.Errorf("%s: %w: %s", s.Folder, embedded.ErrBroken, wrong))
			return
		}
	}
}

// Depose ends the journal because another process has the store: who follows it
// hears of that, even where nobody writes.
func (s *Store) Depose(why error) { s.close(why) }

// Gone is journal.ErrClosed, with why the journal had to end before Close.
func (s *Store) Gone() error {
	if why := context.Cause(s.closing); errors.Is(why, embedded.ErrBroken) || errors.Is(why, journal.ErrConflict) {
		return fmt.Errorf("%w: %w", journal.ErrClosed, why)
	}
	return journal.ErrClosed
}

// Unopened is why the store could not be opened, with what to do about it if
// its disk is full.
func (s *Store) Unopened(err error) error {
	if s.Server != nil && s.closing.Err() == nil && strings.Contains(err.Error(), "no space left") {
		return fmt.Errorf("%s: %w: %w", s.Folder, embedded.ErrBroken, err)
	}
	return s.Ended(err)
}
