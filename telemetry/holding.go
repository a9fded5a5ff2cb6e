package telemetry

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel/metric"
)

// A Holding is a partition or an account as one process of a deployment has it. Its
// take-over is one trace, its giving up another, each with its stages below it. The nil
// one is off.
type Holding struct {
	to    *Telemetry
	share string // partition, account or shard
	which Attr

	mu      sync.Mutex // stages end in several goroutines
	taking  *movement  // nil: it is taken over
	leaving *movement  // nil: it is to stay
}

// A movement is a take-over or a giving up that is under way.
type movement struct {
	ctx   context.Context // has its span
	span  *Span
	began time.Time
	cause string
}

// TakeOver begins the take-over of a share, "partition", "account" or "shard", which says which.
// cause is why it moves, from the process that had it; "": none is known.
func (t *Telemetry) TakeOver(share string, which Attr, cause, from string) *Holding {
	if t == nil {
		return nil
	}
	h := &Holding{to: t, share: share, which: which}
	h.taking = h.begin(SpanTakeOver, cause)
	if from != "" {
		h.taking.span.Set(From.String(from))
	}
	return h
}

func (h *Holding) begin(name, cause string) *movement {
	m := &movement{began: time.Now(), cause: cause}
	m.ctx, m.span = h.to.Begin(context.Background(), name, Place{}, Share.String(h.share), h.which, Cause.String(cause))
	return m
}

// Under returns ctx with the holding, for who does its stages.
func (h *Holding) Under(ctx context.Context) context.Context {
	return context.WithValue(ctx, held{}, h)
}

// Held returns the holding that ctx is of; nil: none.
func Held(ctx context.Context) *Holding {
	h, _ := ctx.Value(held{}).(*Holding)
	return h
}

type held struct{}

// Stage begins a stage of what is under way, which end ends. Stages that fail are in
// the trace and are not counted.
func (h *Holding) Stage(name string) (end func(error)) {
	if h == nil {
		return func(error) {}
	}
	h.mu.Lock()
	under, began := h.underWay(), time.Now()
	counted := under == h.taking
	h.mu.Unlock()
	if under == nil {
		return func(error) {}
	}
	_, span := h.to.Begin(under.ctx, name, Place{})
	return func(err error) {
		if err != nil {
			span.Fail(err.Error())
		} else if counted && h.to.counts() {
			h.to.counters.stages.Record(context.Background(), since(began), metric.WithAttributes(Share.String(h.share), Stage.String(name)))
		}
		span.End()
	}
}

// underWay returns what is; nil: nothing.
func (h *Holding) underWay() *movement {
	if h.leaving != nil {
		return h.leaving
	}
	return h.taking
}

// Live says that it is taken over.
func (h *Holding) Live() {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.taking == nil || h.leaving != nil {
		return
	}
	h.taking.span.End()
	if h.to.counts() {
		h.to.counters.takeOvers.Record(context.Background(), since(h.taking.began), metric.WithAttributes(Share.String(h.share), Cause.String(h.taking.cause)))
	}
	h.taking = nil
}

// Age returns for how long it has been taken over; 0: it is, or is given up.
func (h *Holding) Age() time.Duration {
	if h == nil {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.taking == nil || h.leaving != nil {
		return 0
	}
	return time.Since(h.taking.began)
}

// GiveUp begins its giving up. Saying so again does nothing.
func (h *Holding) GiveUp(cause string) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.leaving == nil {
		h.leaving = h.begin(SpanGiveUp, cause)
	}
}

// Over says that it is given up, or never came to be held; why it failed, if it did.
func (h *Holding) Over(err error) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.taking != nil && h.leaving != nil {
		h.taking.span.Fail("given up: " + h.leaving.cause)
	}
	for _, m := range []*movement{h.taking, h.leaving} {
		if m == nil {
			continue
		}
		if err != nil {
			m.span.Fail(err.Error())
		}
		m.span.End()
	}
	if h.leaving != nil && h.to.counts() {
		h.to.counters.giveUps.Record(context.Background(), since(h.leaving.began), metric.WithAttributes(Share.String(h.share), Cause.String(h.leaving.cause)))
	}
	h.taking, h.leaving = nil, nil
}
