package telemetry

import (
	"context"
	"encoding/binary"
	"math/rand/v2"

	"go.opentelemetry.io/otel/trace"

	"familiar/internal/fnv"
	"familiar/messages"
)

// ids gives a span the ids that its context asks for, and draws others. It
// implements sdktrace.IDGenerator.
type ids struct{}

type wanted struct{}

// want has the next span begun with ctx have m's ids, as far as it has any.
func want(ctx context.Context, m messages.Meta) context.Context {
	if m.SpanID == ([8]byte{}) {
		return ctx
	}
	return context.WithValue(ctx, wanted{}, m)
}

// NewIDs implements sdktrace.IDGenerator.
func (ids) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	if m, ok := ctx.Value(wanted{}).(messages.Meta); ok {
		return m.TraceID, m.SpanID
	}
	return drawTrace(), drawSpan()
}

// NewSpanID implements sdktrace.IDGenerator.
func (ids) NewSpanID(ctx context.Context, _ trace.TraceID) trace.SpanID {
	if m, ok := ctx.Value(wanted{}).(messages.Meta); ok {
		return m.SpanID
	}
	return drawSpan()
}

func drawTrace() (id [16]byte) {
	binary.NativeEndian.PutUint64(id[:8], rand.Uint64()|1) // no id is 0
	binary.NativeEndian.PutUint64(id[8:], rand.Uint64())
	return id
}

func drawSpan() (id [8]byte) {
	binary.NativeEndian.PutUint64(id[:], rand.Uint64()|1)
	return id
}

// Below returns the ids of a span below parent that is about the n-th of what
// name says: the same each time, so that a span begun before a crash and the
// one begun in its place are one.
func Below(parent messages.Meta, name string, n uint64) messages.Meta {
	h := fnv.Add(fnv.Sum(parent.SpanID[:]), name)
	var number [8]byte
	binary.LittleEndian.PutUint64(number[:], n)
	h = fnv.Add(h, number[:])
	m := messages.Meta{TraceID: parent.TraceID, Flags: parent.Flags}
	binary.BigEndian.PutUint64(m.SpanID[:], h|1)
	return m
}

// IDs returns a place's ids as logs and collectors write them.
func IDs(m messages.Meta) (traceID, spanID string) {
	return trace.TraceID(m.TraceID).String(), trace.SpanID(m.SpanID).String()
}
