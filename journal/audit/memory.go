package audit

import (
	"context"
	"crypto/rand"
	"iter"
	"slices"
	"sync"
	"time"

	"familiar/messages"
)

// mostInMemory is how many entries a trail in memory keeps.
const mostInMemory = 1000

// Memory is a trail that ends with the process, for programs that keep nothing. Make it
// with [NewMemory].
type Memory struct {
	key []byte

	mu   sync.Mutex // requests come from goroutines of their own
	kept []Kept
}

var _ Trail = (*Memory)(nil)

// NewMemory returns an empty trail.
func NewMemory() *Memory { return &Memory{key: []byte(rand.Text())} }

// Begin implements [Trail].
func (m *Memory) Begin(_ context.Context, d Deed) (uint64, error) { return m.add(Entry{Deed: d}) }

// End implements [Trail].
func (m *Memory) End(_ context.Context, n uint64, r Result) {
	_, _ = m.add(Entry{Of: n, Result: r}) // which has nothing that can't be written
}

func (m *Memory) add(e Entry) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.At = messages.InstantOf(time.Now())
	var newest Kept
	if len(m.kept) > 0 {
		newest = m.kept[len(m.kept)-1]
	}
	next, err := e.After(newest)
	if err != nil {
		return 0, err
	}
	if m.kept = append(m.kept, next); len(m.kept) > mostInMemory {
		m.kept = slices.Delete(m.kept, 0, 1)
	}
	return next.N, nil
}

// All implements [Trail].
func (m *Memory) All(context.Context) iter.Seq2[Kept, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := slices.Clone(m.kept)
	return func(yield func(Kept, error) bool) {
		for _, k := range now {
			if !yield(k, nil) {
				return
			}
		}
	}
}

// Pseudonym implements [Trail].
func (m *Memory) Pseudonym(_ context.Context, person messages.PersonID) (string, error) {
	return Pseudonym(m.key, person), nil
}
