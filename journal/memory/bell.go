package memory

import (
	"context"
	"slices"
)

// A bell wakes those who wait for something new. It has no lock: its owner
// calls it while holding its own, so that nothing comes between finding nothing
// new and going to sleep.
type bell struct{ sleepers []chan struct{} }

// sleep registers s, which holds one waking, until the next ring.
func (b *bell) sleep(s chan struct{}) {
	if !slices.Contains(b.sleepers, s) {
		b.sleepers = append(b.sleepers, s)
	}
}

func (b *bell) ring() {
	for _, s := range b.sleepers {
		select {
		case s <- struct{}{}:
		default: // awake already
		}
	}
	clear(b.sleepers)
	b.sleepers = b.sleepers[:0]
}

func (b *bell) removeSleeper(s chan struct{}) {
	if i := slices.Index(b.sleepers, s); i >= 0 {
		b.sleepers = slices.Delete(b.sleepers, i, i+1)
	}
}

// pump hands over batches until ctx ends or closed is closed, and reports
// whether it was the latter. next fills the batch with what comes after the
// last one; when there is nothing it has registered s at a bell.
func pump[T any](ctx context.Context, closed <-chan struct{}, s chan struct{}, next func([]T) []T, deliver func(T)) (isClosed bool) {
	batch := make([]T, 0, batchSize)
	for {
		batch = next(batch[:0])
		for _, item := range batch {
			select {
			case <-ctx.Done():
				return false
			case <-closed:
				return true
			default:
				deliver(item)
			}
		}
		if len(batch) > 0 {
			clear(batch)
			continue
		}
		select {
		case <-s:
		case <-ctx.Done():
			return false
		case <-closed:
			return true
		}
	}
}

// batchSize is how many records or posts leave under one taking of the lock.
const batchSize = 256
