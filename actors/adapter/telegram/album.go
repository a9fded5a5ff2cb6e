package telegram

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter/telegram/wire"
)

// partsMost is how many parts an album has: more than Telegram lets people put in.
const partsMost = 20

// An album is pictures that somebody posted together. Telegram makes a message of
// each, and nothing says which is the last: it is complete when no more has come
// for a while, or something else has. A part that comes later changes its line.
type album struct {
	id   string
	wait time.Duration
	done chan struct{} // closed when it is complete

	mu      sync.Mutex // the polling goroutine adds, the channel's lane reads
	parts   []*wire.Message
	updates []int64
	closed  bool
	timer   *time.Timer
}

func newAlbum(m *wire.Message, update int64, wait time.Duration) *album {
	b := &album{id: m.Album, wait: wait, done: make(chan struct{}), parts: []*wire.Message{m}, updates: []int64{update}}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer = time.AfterFunc(wait, b.close)
	return b
}

// add adds a message if it is a part and the album is not complete.
func (b *album) add(m *wire.Message, update int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || m.Album != b.id || len(b.parts) >= partsMost {
		return false
	}
	b.put(m)
	b.updates = append(b.updates, update)
	b.timer.Reset(b.wait)
	return true
}

// put adds or replaces a part, in the order of their ids. The lock is held.
func (b *album) put(m *wire.Message) {
	i, known := slices.BinarySearchFunc(b.parts, m.ID, func(p *wire.Message, id int64) int { return cmp.Compare(p.ID, id) })
	if known {
		b.parts[i] = m
		return
	}
	b.parts = slices.Insert(b.parts, i, m)
}

// close says that it is complete.
func (b *album) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		b.timer.Stop()
		close(b.done)
	}
}

// complete waits until it is. false: ctx ended before.
func (b *album) complete(ctx context.Context) bool {
	select {
	case <-b.done:
		return true
	case <-ctx.Done():
		b.close()
		return false
	}
}

// all returns the parts and their updates.
func (b *album) all() ([]*wire.Message, []int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.parts), slices.Clone(b.updates)
}

// first returns the id of the first part, which is the line's.
func (b *album) first() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.parts[0].ID
}

// with returns the parts after one of them has changed.
func (b *album) with(m *wire.Message) []*wire.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put(m)
	return slices.Clone(b.parts)
}

// hasRoom reports whether a part that comes after it was complete may be added.
func (b *album) hasRoom() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed && len(b.parts) < partsMost
}

// isComplete reports whether nothing is added any more.
func (b *album) isComplete() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}
