package jetstream

import (
	"context"
	"fmt"
	"sync"
	"time"

	"familiar/journal"
)

// room is what is known of the disk: asked at most once a second.
type room struct {
	mu    sync.Mutex
	asked time.Time
	err   error
}

// room refuses a line while the disk has less than Config.Reserve.
func (j *Journal) room() error {
	if j.server == nil {
		return nil
	}
	j.disk.mu.Lock()
	defer j.disk.mu.Unlock()
	now := time.Now()
	if now.Sub(j.disk.asked) < time.Second {
		return j.disk.err
	}
	j.disk.asked = now
	switch free, err := freeBytes(j.config.Folder); {
	case err != nil:
		j.disk.err = nil // the server will say when the disk is full
	case free < j.config.Reserve:
		j.disk.err = fmt.Errorf("the disk of %s has %d bytes left, %d are kept free: %w", j.config.Folder, free, j.config.Reserve, journal.ErrFull)
	default:
		j.disk.err = nil
	}
	return j.disk.err
}

// Records that the checkpoint has passed go, oldest first, when a partition
// has more than trimFrom of its share, until it has trimTo: so a partition is
// full only of what is still needed.
const (
	trimFrom = 0.9
	trimTo   = 0.8
	trimEach = 2 * time.Second
)

func (j *Journal) keepTrimmed() {
	tick := time.NewTicker(trimEach)
	defer tick.Stop()
	for {
		select {
		case <-j.closing.Done():
			return
		case <-tick.C:
			for _, p := range j.partitions {
				j.trim(j.closing, p)
			}
		}
	}
}

// trim reports whether anything went.
func (j *Journal) trim(ctx context.Context, p *partition) bool {
	p.trimming.Lock()
	defer p.trimming.Unlock()
	bounded, cancel := j.within(ctx)
	defer cancel()
	state, err := j.state(bounded, j.names.lines(p.number))
	share := float64(j.config.share())
	if err != nil || state.Msgs == 0 || float64(state.Bytes) <= trimFrom*share {
		return false
	}
	each := float64(state.Bytes) / float64(state.Msgs)
	surplus := uint64((float64(state.Bytes)-trimTo*share)/each) + 1
	upTo := min(state.FirstSeq+surplus, p.covered()+1) // the first that stays
	if upTo <= state.FirstSeq {
		return false
	}
	if err := j.purge(bounded, j.names.lines(p.number), upTo); err != nil {
		j.config.Log.Warn("journal not trimmed", "partition", p.number, "err", err)
		return false
	}
	return true
}
