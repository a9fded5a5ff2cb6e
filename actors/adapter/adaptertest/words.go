package adaptertest

import (
	"errors"
	"sync"
)

// Words are an [adapter.Words] in memory, over the life of accounts. The zero Words
// has none.
type Words struct {
	mu     sync.Mutex
	words  map[string]word
	broken error
}

type word struct {
	body     string
	revision uint64
}

// Break has every call fail with an error from now on; nil: none.
func (w *Words) Break(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = err
}

// All returns what is kept, by name.
func (w *Words) All() map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := make(map[string]string, len(w.words))
	for name, kept := range w.words {
		all[name] = kept.body
	}
	return all
}

// Read implements adapter.Words.
func (w *Words) Read(name string) (body []byte, revision uint64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	kept := w.words[name]
	return []byte(kept.body), kept.revision, w.broken
}

// Write implements adapter.Words.
func (w *Words) Write(name string, over uint64, body []byte) (revision uint64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch was := w.words[name].revision; {
	case w.broken != nil:
		return 0, w.broken
	case was != over:
		return 0, errors.New("another was written")
	}
	if w.words == nil {
		w.words = map[string]word{}
	}
	w.words[name] = word{string(body), over + 1}
	return over + 1, nil
}
