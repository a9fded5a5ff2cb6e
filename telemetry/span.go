package telemetry

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"familiar/messages"
)

// An Attr is one fact about a span; the keys in names.go make them.
type Attr = attribute.KeyValue

// A Kind says on which side of a conversation a span stands.
type Kind = trace.SpanKind

// The kinds; the zero one is inside the program.
const (
	Client   = trace.SpanKindClient
	Consumer = trace.SpanKindConsumer
	Producer = trace.SpanKindProducer
)

// A Place is where a span stands. The zero Place is below whatever the context
// holds, with ids that are drawn, from now on.
type Place struct {
	Meta   messages.Meta // the span's own ids, where they are known beforehand
	Parent messages.Meta // zero: the context's span; with Meta set, none
	Links  []Link        // what else led to it
	Begun  time.Time     // zero: now
	Kind   Kind          // zero: inside the program
}

// A Link names what a span is about or came of, usually a line.
type Link struct {
	Line messages.LineID // "": it is another span
	Meta messages.Meta
}

// A Span is one step of a trace, under way. The nil one is off.
type Span struct{ span trace.Span }

// Begin begins a span; children are begun with the context it gives. Without
// tracing it gives ctx and nil.
func (t *Telemetry) Begin(ctx context.Context, name string, p Place, attrs ...Attr) (context.Context, *Span) {
	if !t.Tracing() {
		return ctx, nil
	}
	options := []trace.SpanStartOption{trace.WithAttributes(attrs...), trace.WithSpanKind(p.Kind)}
	if !p.Begun.IsZero() {
		options = append(options, trace.WithTimestamp(p.Begun))
	}
	for _, l := range p.Links {
		link := trace.Link{SpanContext: contextOf(l.Meta)}
		if l.Line != "" {
			link.Attributes = []Attr{MessageID.String(string(l.Line))}
		}
		options = append(options, trace.WithLinks(link))
	}
	at := ctx
	switch {
	case p.Parent.TraceID != ([16]byte{}):
		at = trace.ContextWithRemoteSpanContext(ctx, contextOf(p.Parent))
	case p.Meta.TraceID != ([16]byte{}):
		options = append(options, trace.WithNewRoot())
	}
	_, span := t.tracer.Start(want(at, p.Meta), name, options...)
	return trace.ContextWithSpan(ctx, span), &Span{span}
}

// Record makes a span that is over already.
func (t *Telemetry) Record(name string, p Place, end time.Time, attrs ...Attr) {
	_, s := t.Begin(context.Background(), name, p, attrs...)
	s.EndAt(end)
}

func contextOf(m messages.Meta) trace.SpanContext {
	return trace.NewSpanContext(trace.SpanContextConfig{TraceID: m.TraceID, SpanID: m.SpanID, TraceFlags: trace.FlagsSampled, Remote: true})
}

// Set adds facts.
func (s *Span) Set(attrs ...Attr) {
	if s != nil {
		s.span.SetAttributes(attrs...)
	}
}

// Fail says that it did not work out, and why; "" says nothing.
func (s *Span) Fail(why string) {
	if s != nil && why != "" {
		s.span.SetStatus(codes.Error, why)
	}
}

// Waited notes that it waited, for what, how long and until when.
func (s *Span) Waited(term string, took time.Duration, until time.Time) {
	if s != nil {
		s.span.AddEvent(EventWait, trace.WithTimestamp(until), trace.WithAttributes(Term.String(term), Seconds.Float64(took.Seconds())))
	}
}

// End ends it now.
func (s *Span) End() {
	if s != nil {
		s.span.End()
	}
}

// EndAt ends it at a moment.
func (s *Span) EndAt(at time.Time) {
	if s != nil {
		s.span.End(trace.WithTimestamp(at))
	}
}
