package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/journal"
)

// The embedded server gives a stream up after one write that failed, whatever
// becomes of the disk: it answers nothing more there until it is started
// anew. So the journal ends with it, and the program with the journal.

// ErrBroken says that the disk did not take a write. Whatever was acknowledged
// is there when the store is opened again.
var ErrBroken = errors.New("the disk took no write: make room or mend it, and start again; nothing acknowledged is lost")

// watchEach is how often the server is asked how its streams are: some 0.1 ms
// of work.
const watchEach = time.Second

// keepWatch ends the journal when the embedded server has given up a stream.
func (j *Journal) keepWatch() {
	tick := time.NewTicker(watchEach)
	defer tick.Stop()
	for {
		select {
		case <-j.closing.Done():
			return
		case <-tick.C:
		}
		if wrong := j.server.Broken(); wrong != "" {
			j.close(fmt.Errorf("%s: %w: %s", j.config.Folder, ErrBroken, wrong))
			return
		}
	}
}

// gone is journal.ErrClosed, with why the journal had to end before Close.
func (j *Journal) gone() error {
	if why := context.Cause(j.closing); errors.Is(why, ErrBroken) {
		return fmt.Errorf("%w: %w", journal.ErrClosed, why)
	}
	return journal.ErrClosed
}

// unopened is why the store could not be opened, with what to do about it if
// its disk is full.
func (j *Journal) unopened(err error) error {
	if j.server != nil && j.closing.Err() == nil && strings.Contains(err.Error(), "no space left") {
		return fmt.Errorf("%s: %w: %w", j.config.Folder, ErrBroken, err)
	}
	return j.ended(err)
}
