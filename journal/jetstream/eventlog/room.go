package eventlog

import (
	"context"
	"fmt"
	"sync"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"

	"github.com/nats-io/nats.go/jetstream"
)

// room is what is known of the disk: asked at most once a second.
type room struct {
	mu    sync.Mutex
	asked time.Time
	err   error
}

// room refuses a line while the disk has less than Config.Reserve.
func (l *Log) room() error {
	if l.store.Server == nil {
		return nil
	}
	l.disk.mu.Lock()
	defer l.disk.mu.Unlock()
	now := time.Now()
	if now.Sub(l.disk.asked) < time.Second {
		return l.disk.err
	}
	l.disk.asked = now
	switch free, err := embedded.FreeBytes(l.store.Folder); {
	case err != nil:
		l.disk.err = nil // the server will say when the disk is full
	case free < l.config.Reserve:
		l.disk.err = fmt.Errorf("the disk of %s has %d bytes left, and %d are kept free: %w", l.store.Folder, free, l.config.Reserve, journal.ErrFull)
	default:
		l.disk.err = nil
	}
	return l.disk.err
}

// perRecord is what the server keeps of a record besides its subject and data.
const perRecord = 30

// admit counts what is about to be appended, or refuses it where the partition
// would take more than its share. A stream with a limit of bytes would refuse it
// as well, but gets blocks of 8 MiB. What the server doesn't take
// counts until it is asked how much it has.
func (p *partition) admit(records [][]byte, subject string, share int64) error {
	size := int64(0)
	for _, r := range records {
		size += int64(len(r) + len(subject) + perRecord)
	}
	if p.stood.Load()+p.sent.Add(size) <= share {
		return nil
	}
	p.sent.Add(-size)
	return fmt.Errorf("partition %d has used its %d bytes: %w", p.number, share, journal.ErrFull)
}

// weigh asks how much a partition's log takes.
func (l *Log) weigh(ctx context.Context, p *partition) (jetstream.StreamState, error) {
	sent := p.sent.Load() // what comes while the server answers counts twice, until it is asked again
	state, err := l.store.State(ctx, l.store.Names.Lines(p.number))
	if err == nil {
		p.stood.Store(int64(state.Bytes) - sent)
		p.first.Store(state.FirstSeq)
	}
	return state, err
}

// Records that the checkpoint has passed go, oldest first, when a partition
// has more than trimFrom of its share, until it has trimTo: so a partition is
// full only of what is still needed.
const (
	trimFrom = 0.9
	trimTo   = 0.8
	trimEach = 2 * time.Second
)

func (l *Log) keepTrimmed() {
	tick := time.NewTicker(trimEach)
	defer tick.Stop()
	for {
		select {
		case <-l.store.Closing().Done():
			return
		case <-tick.C:
			for _, p := range l.partitions {
				if l.Owned(p.number) { // else its owner does
					l.trim(l.store.Closing(), p)
				}
			}
		}
	}
}

// trim reports whether anything went.
func (l *Log) trim(ctx context.Context, p *partition) bool {
	p.trimming.Lock()
	defer p.trimming.Unlock()
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	state, err := l.weigh(bounded, p)
	share := float64(l.config.Share)
	if err != nil || state.Msgs == 0 || float64(state.Bytes) <= trimFrom*share {
		return false
	}
	each := float64(state.Bytes) / float64(state.Msgs)
	surplus := uint64((float64(state.Bytes)-trimTo*share)/each) + 1
	upTo := min(state.FirstSeq+surplus, p.covered()+1) // the first that stays
	if upTo <= state.FirstSeq {
		return false
	}
	if err := l.store.Purge(bounded, l.store.Names.Lines(p.number), upTo); err != nil {
		l.store.Log.Warn("journal not trimmed", "partition", p.number, "err", err)
		return false
	}
	_, err = l.weigh(bounded, p)
	return err == nil
}
