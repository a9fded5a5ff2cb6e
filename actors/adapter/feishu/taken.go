package feishu

import (
	"sync"
)

// takenKept is how many events are remembered as taken.
const takenKept = 20_000

// taken remembers events that need no second answer than yes, across
// connections: the network delivers at least once.
type taken struct {
	mu   *sync.Mutex
	keys recent[string, struct{}]
}

func newTaken() taken {
	return taken{mu: &sync.Mutex{}, keys: newRecent[string, struct{}](takenKept)}
}

func (t *taken) has(key string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, known := t.keys.get(key)
	return known
}

func (t *taken) add(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keys.put(key, struct{}{})
}
