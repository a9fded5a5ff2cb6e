package telemetry

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// A tally counts what happens with every line: adding costs a look into a map,
// and the attributes are made when somebody reads. Its kinds are few, so the
// map is replaced when there is another, and read without a lock.
type tally[Kind comparable] struct {
	counts atomic.Pointer[map[Kind]*atomic.Int64]
	mu     sync.Mutex // held to replace counts
}

func (t *tally[Kind]) add(k Kind) {
	n := t.known()[k]
	if n == nil {
		n = t.begin(k)
	}
	n.Add(1)
}

// known returns what is counted so far; nobody writes to it.
func (t *tally[Kind]) known() map[Kind]*atomic.Int64 {
	if counts := t.counts.Load(); counts != nil {
		return *counts
	}
	return nil
}

func (t *tally[Kind]) begin(k Kind) *atomic.Int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	old := t.known()
	if n := old[k]; n != nil {
		return n
	}
	counts := make(map[Kind]*atomic.Int64, len(old)+1)
	maps.Copy(counts, old)
	n := new(atomic.Int64)
	counts[k] = n
	t.counts.Store(&counts)
	return n
}

// show has the tally read under a name.
func (t *tally[Kind]) show(in metric.Meter, name, what string, attributes func(Kind) []Attr) error {
	_, err := in.Int64ObservableCounter(name, metric.WithDescription(what),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			for k, n := range t.known() {
				o.Observe(n.Load(), metric.WithAttributeSet(attribute.NewSet(attributes(k)...)))
			}
			return nil
		}))
	return err
}
