package jetstream

import (
	"context"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// A backward reads the messages of one subject from the newest one back, in
// stretches of the stream: the server reads forwards only. While a stretch finds
// little the next one is longer, and one that finds too much is read anew, so
// that what is in memory is bounded however often the subject was written.
type backward struct {
	stream, subject string
	until           uint64 // what comes after is read; 0: all is
	length          uint64 // sequences in the next stretch
}

const (
	firstStretch  = 512 // sequences; also the most messages a stretch may find
	stretchGrowth = 4
)

// backwardFrom begins with the newest message of a subject up to a sequence.
func backwardFrom(stream, subject string, until uint64) backward {
	return backward{stream, subject, until, firstStretch}
}

// stretch gives the next messages, the newest first; none: there are no more.
func (j *Journal) stretch(ctx context.Context, b *backward) ([]*jetstream.RawStreamMsg, error) {
	for b.until != 0 {
		from := b.until - min(b.until, b.length) + 1
		found, whole, err := j.between(ctx, b, from)
		if err != nil {
			return nil, err
		}
		if !whole {
			b.length /= stretchGrowth
			continue
		}
		b.until = from - 1
		if len(found) < firstStretch/stretchGrowth {
			b.length *= stretchGrowth
		}
		if len(found) > 0 {
			slices.Reverse(found)
			return found, nil
		}
	}
	return nil, nil
}

// between gives the messages from a sequence on, oldest first; whole is false
// when they are too many.
func (j *Journal) between(ctx context.Context, b *backward, from uint64) (found []*jetstream.RawStreamMsg, whole bool, err error) {
	for from <= b.until {
		most := int(min(replayBatch, b.until-from+1))
		batch, err := j.batch(ctx, b.stream, b.subject, from, most)
		if err != nil || len(batch) == 0 {
			return found, true, err
		}
		for _, m := range batch {
			if m.Sequence > b.until {
				return found, true, nil
			}
			if len(found) == firstStretch {
				return nil, false, nil
			}
			found, from = append(found, m), m.Sequence+1
		}
	}
	return found, true, nil
}
