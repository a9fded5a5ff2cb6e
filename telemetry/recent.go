package telemetry

import (
	"cmp"
	"container/list"
	"context"
	"encoding/hex"
	"slices"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"familiar/internal/shorten"
)

// What is kept of a trace: a turn of many rounds has fewer spans.
const (
	mostSpans = 256 // further ones are counted
	mostValue = 200 // characters of an attribute or an error
)

// A Trace is what the program remembers of one. The zero Trace is empty.
type Trace struct {
	ID    string      // 32 hexadecimal digits
	Spans []TraceSpan // by their beginning
	Left  int         // spans that are not among them
}

// A TraceSpan is one span that has ended. What somebody said is never in it.
type TraceSpan struct {
	ID, Parent string // 16 hexadecimal digits; Parent "": none, or of another process
	Name       string
	Begun      time.Time
	Took       time.Duration
	Failed     string // why it didn't work out; "": it did
	Facts      []TraceFact
	Waits      []TraceWait
}

// A TraceFact is an attribute of a span.
type TraceFact struct{ Key, Value string }

// A TraceWait is what a span waited for.
type TraceWait struct {
	Term  string
	Took  time.Duration
	Until time.Time
}

// Span returns when a trace began, and how long it took till the last of its spans
// ended.
func (t *Trace) Span() (begun time.Time, took time.Duration) {
	if len(t.Spans) == 0 {
		return begun, 0
	}
	begun = t.Spans[0].Begun
	for i := range t.Spans {
		took = max(took, t.Spans[i].Begun.Add(t.Spans[i].Took).Sub(begun))
	}
	return begun, took
}

// Fact returns what a span has as the value of a key; "": nothing.
func (s *TraceSpan) Fact(key attribute.Key) string {
	for _, f := range s.Facts {
		if f.Key == string(key) {
			return f.Value
		}
	}
	return ""
}

// recent keeps those traces in memory that ended a span last. It implements
// [sdktrace.SpanProcessor].
type recent struct {
	most int

	mu     sync.Mutex
	traces map[trace.TraceID]*list.Element
	newest list.List // of *Trace, the one that grew last first
}

func newRecent(most int) *recent {
	return &recent{most: most, traces: map[trace.TraceID]*list.Element{}}
}

// OnStart implements sdktrace.SpanProcessor.
func (*recent) OnStart(context.Context, sdktrace.ReadWriteSpan) {}

// Shutdown implements sdktrace.SpanProcessor.
func (*recent) Shutdown(context.Context) error { return nil }

// ForceFlush implements sdktrace.SpanProcessor.
func (*recent) ForceFlush(context.Context) error { return nil }

// OnEnd implements sdktrace.SpanProcessor.
func (r *recent) OnEnd(s sdktrace.ReadOnlySpan) {
	kept := keptSpan(s)
	id := s.SpanContext().TraceID()
	r.mu.Lock()
	defer r.mu.Unlock()
	at, known := r.traces[id]
	if !known {
		at = r.newest.PushFront(&Trace{ID: id.String()})
		r.traces[id] = at
	}
	r.newest.MoveToFront(at)
	if t := at.Value.(*Trace); len(t.Spans) < mostSpans {
		t.Spans = append(t.Spans, kept)
	} else {
		t.Left++
	}
	for r.newest.Len() > r.most {
		last := r.newest.Remove(r.newest.Back()).(*Trace)
		delete(r.traces, traceIDOf(last.ID))
	}
}

func traceIDOf(text string) (id trace.TraceID) {
	if b, err := hex.DecodeString(text); err == nil && len(b) == len(id) {
		copy(id[:], b)
	}
	return id
}

// newestOf returns at most so many of them, the one that grew last first.
func (r *recent) newestOf(most int) (all []Trace) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for at := r.newest.Front(); at != nil && len(all) < most; at = at.Next() {
		all = append(all, at.Value.(*Trace).sorted())
	}
	return all
}

func (r *recent) trace(id string) (t Trace, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, known := r.traces[traceIDOf(id)]
	if known {
		t = at.Value.(*Trace).sorted()
	}
	return t, known
}

// sorted returns a copy with the spans in the order in which they began; a parent
// before the children that began with it.
func (t *Trace) sorted() Trace {
	all := *t
	all.Spans = slices.Clone(t.Spans)
	slices.SortStableFunc(all.Spans, func(a, b TraceSpan) int {
		return cmp.Or(a.Begun.Compare(b.Begun), cmp.Compare(b.Took, a.Took))
	})
	return all
}

// said are the attributes that hold, or may quote, what somebody said: what is
// forgotten must not live on here.
var said = map[attribute.Key]bool{System: true, Input: true, Output: true, Arguments: true, Result: true, Reason: true}

func keptSpan(s sdktrace.ReadOnlySpan) TraceSpan {
	kept := TraceSpan{ID: s.SpanContext().SpanID().String(), Name: s.Name(), Begun: s.StartTime(), Took: s.EndTime().Sub(s.StartTime())}
	if parent := s.Parent(); parent.SpanID().IsValid() {
		kept.Parent = parent.SpanID().String()
	}
	if status := s.Status(); status.Code == codes.Error {
		kept.Failed = shorten.Ellipsis(status.Description, mostValue)
	}
	for _, a := range s.Attributes() {
		if !said[a.Key] {
			kept.Facts = append(kept.Facts, TraceFact{string(a.Key), shorten.Ellipsis(a.Value.String(), mostValue)})
		}
	}
	for _, e := range s.Events() {
		if e.Name == EventWait {
			kept.Waits = append(kept.Waits, waitOf(e))
		}
	}
	return kept
}

func waitOf(e sdktrace.Event) TraceWait {
	w := TraceWait{Until: e.Time}
	for _, a := range e.Attributes {
		switch a.Key {
		case Term:
			w.Term = shorten.Ellipsis(a.Value.AsString(), mostValue)
		case Seconds:
			w.Took = time.Duration(a.Value.AsFloat64() * float64(time.Second))
		}
	}
	return w
}

// Recent returns at most so many of the traces in memory, the one that grew last
// first; none where none are kept.
func (t *Telemetry) Recent(most int) []Trace {
	if t == nil || t.recent == nil {
		return nil
	}
	return t.recent.newestOf(most)
}

// RecentTrace returns one by its id.
func (t *Telemetry) RecentTrace(id string) (Trace, bool) {
	if t == nil || t.recent == nil {
		return Trace{}, false
	}
	return t.recent.trace(id)
}
