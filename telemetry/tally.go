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
// and the attributes are made when somebody reads. Its kinds are few.
type tally[Kind comparable] struct {
	mu     sync.RWMutex // kinds are added while others are counted
	counts map[Kind]*atomic.Int64
}

func (t *tally[Kind]) add(k Kind) {
	t.mu.RLock()
	n := t.counts[k]
	t.mu.RUnlock()
	if n == nil {
		n = t.begin(k)
	}
	n.Add(1)
}

func (t *tally[Kind]) begin(k Kind) *atomic.Int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = make(map[Kind]*atomic.Int64)
	}
	if t.counts[k] == nil {
		t.counts[k] = new(atomic.Int64)
	}
	return t.counts[k]
}

// show has the tally read under a name.
func (t *tally[Kind]) show(in metric.Meter, name, what string, attributes func(Kind) []Attr) error {
	_, err := in.Int64ObservableCounter(name, metric.WithDescription(what),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			t.mu.RLock()
			counts := maps.Clone(t.counts)
			t.mu.RUnlock()
			for k, n := range counts {
				o.Observe(n.Load(), metric.WithAttributeSet(attribute.NewSet(attributes(k)...)))
			}
			return nil
		}))
	return err
}
