package store

import (
	"context"

	"familiar/journal/jetstream/index"

	"github.com/nats-io/nats.go/jetstream"
)

// Spans reads messages of one subject from several parts of its stream, the newest
// first.
type Spans struct {
	stream, subject string
	rest            []index.Span
	now             Backward
}

// ReadSpans begins with the first of the spans, which is the newest.
func ReadSpans(stream, subject string, spans []index.Span) Spans {
	return Spans{stream: stream, subject: subject, rest: spans, now: Backward{from: 1}}
}

// NextOf returns the next messages, the newest first; none: there are no more.
func (s *Store) NextOf(ctx context.Context, p *Spans) ([]*jetstream.RawStreamMsg, error) {
	for {
		found, err := s.Stretch(ctx, &p.now)
		if err != nil || len(found) > 0 || len(p.rest) == 0 {
			return found, err
		}
		p.now = backwardTo(p.stream, p.subject, p.rest[0].First, p.rest[0].Last)
		p.rest = p.rest[1:]
	}
}
