package messages

// Meta travels with everything that crosses actors, so that one turn is one trace
// from the network's receive to the delivery, even across a crash.
type Meta struct {
	TraceID [16]byte
	SpanID  [8]byte
	At      Instant // when the value was made
	ID      uint32  // small number for logs; 0: none
	Flags   byte    // bit 0: sampled, as in W3C trace context
}

// Sampled reports whether the trace is recorded.
func (m Meta) Sampled() bool { return m.Flags&1 != 0 }
