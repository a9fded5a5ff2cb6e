package telemetry

import (
	"encoding/binary"
	"math"
	"time"

	"familiar/messages"
)

// Receive returns a line that the network hands over its place: a trace of its
// own, unless the network named one, and whether it is traced even when nobody
// speaks because of it. Without tracing it gives m. Only a line that is surely
// traced is told the time, which costs more than all the rest: another's
// receive begins when the journal took it.
func (t *Telemetry) Receive(m messages.Meta) messages.Meta {
	if !t.Tracing() {
		return m
	}
	if m.TraceID != ([16]byte{}) {
		m.SpanID = drawSpan()
	} else {
		m.TraceID = drawTrace()
		copy(m.SpanID[:], m.TraceID[:8]) // as random as a draw of its own
		m.Flags = 0
		if binary.NativeEndian.Uint64(m.TraceID[8:]) < t.least {
			m.Flags = 1
		}
	}
	if m.Sampled() {
		m.At = messages.InstantOf(time.Now())
	}
	return m
}

// threshold returns the draw of 64 bits below which that share lies.
func threshold(share float64) uint64 {
	if share >= 1 {
		return math.MaxUint64
	}
	return uint64(share * (1 << 63) * 2)
}
