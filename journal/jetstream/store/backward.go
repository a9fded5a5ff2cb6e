package store

import (
	"context"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// A Backward reads the messages of one subject from the newest one back, in
// stretches of the stream: the server reads forwards only. While a stretch finds
// little the next one is longer, and one that finds too much is read anew, so
// that what is in memory is bounded however often the subject was written.
type Backward struct {
	Stream, subject string
	Until           uint64 // what comes after is read; 0: all is
	from            uint64 // where it ends
	length          uint64 // sequences in the next stretch
}

// FirstStretch and stretchGrowth are how a backward reading feels its way.
const (
	FirstStretch  = 512 // sequences; also the most messages a stretch may find
	stretchGrowth = 4
)

// BackwardFrom begins with the newest message of a subject up to a sequence.
func BackwardFrom(stream, subject string, until uint64) Backward {
	return backwardTo(stream, subject, 1, until)
}

// backwardTo is BackwardFrom that ends with the message at `from`.
func backwardTo(stream, subject string, from, until uint64) Backward {
	return Backward{stream, subject, until, max(1, from), FirstStretch}
}

// Stretch returns the next messages, the newest first; none: there are no more.
func (s *Store) Stretch(ctx context.Context, b *Backward) ([]*jetstream.RawStreamMsg, error) {
	for b.Until >= b.from {
		from := max(b.from, b.Until-min(b.Until, b.length)+1)
		found, whole, err := s.between(ctx, b, from)
		if err != nil {
			return nil, err
		}
		if !whole {
			b.length /= stretchGrowth
			continue
		}
		b.Until = from - 1
		if len(found) < FirstStretch/stretchGrowth {
			b.length *= stretchGrowth
		}
		if len(found) > 0 {
			slices.Reverse(found)
			return found, nil
		}
	}
	return nil, nil
}

// between returns the messages from a sequence on, oldest first; whole is false
// when they are too many.
func (s *Store) between(ctx context.Context, b *Backward, from uint64) (found []*jetstream.RawStreamMsg, whole bool, err error) {
	for from <= b.Until {
		most := int(min(ReplayBatch, b.Until-from+1))
		batch, err := s.BatchUntil(ctx, b.Stream, b.subject, from, b.Until, most)
		if err != nil || len(batch) == 0 {
			return found, true, err
		}
		for _, m := range batch {
			if m.Sequence > b.Until {
				return found, true, nil
			}
			if len(found) == FirstStretch {
				return nil, false, nil
			}
			found, from = append(found, m), m.Sequence+1
		}
	}
	return found, true, nil
}

// everything reads all messages of a stream from one sequence to another, oldest
// first; there are at most [FirstStretch] of them.
func (s *Store) everything(ctx context.Context, stream string, from, until uint64) (found []*jetstream.RawStreamMsg, err error) {
	all := Backward{Stream: stream, Until: until}
	found, _, err = s.between(ctx, &all, from)
	return found, err
}
