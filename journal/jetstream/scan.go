package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"familiar/journal/jetstream/embedded"
)

// A stored is one message of a stream as it is kept.
type stored struct {
	subject string
	header  nats.Header
	data    []byte
	seq     uint64
	at      time.Time // when the server took it
}

// A reading says which part of a stream is scanned.
type reading struct {
	stream  string
	filters []string  // subjects; none: all
	after   uint64    // only later ones
	until   uint64    // not beyond; 0: to the end
	since   time.Time // only what came then or later; zero: see after
	newest  bool      // only the newest of each subject; no bound holds
	heads   bool      // without their data
}

// scanBatch is how many messages a scan has in memory.
const scanBatch = 512

// errSkipped says that the server left out part of a scan: a slow connection
// lost it. Scanning again may help.
var errSkipped = errors.New("part of it was lost on the way")

// scan hands over a stream's messages, oldest first, up to where its end is
// when it gets there. What is removed meanwhile is left out. It makes nothing
// that outlives it by more than a minute.
func (j *Journal) scan(ctx context.Context, r reading, each func(stored) error) (err error) {
	config := jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.after + 1,
		AckPolicy: jetstream.AckNonePolicy, FilterSubjects: r.filters,
		MemoryStorage: true, InactiveThreshold: time.Minute, HeadersOnly: r.heads,
	}
	if !r.since.IsZero() {
		config.DeliverPolicy, config.OptStartSeq, config.OptStartTime = jetstream.DeliverByStartTimePolicy, 0, &r.since
	}
	if r.newest {
		config.DeliverPolicy, config.OptStartSeq, config.OptStartTime = jetstream.DeliverLastPerSubjectPolicy, 0, nil
		if len(r.filters) == 0 {
			config.FilterSubjects = []string{j.names.Subject(">")}
		}
	}
	bounded, cancel := context.WithTimeout(ctx, embedded.StartWithin)
	defer cancel()
	reader, err := j.js.CreateConsumer(bounded, r.stream, config)
	if err != nil {
		return fmt.Errorf("read %s: %w", r.stream, known(err))
	}
	defer func() { // should it fail, the reader goes by itself
		_ = j.js.DeleteConsumer(context.WithoutCancel(ctx), r.stream, reader.CachedInfo().Name)
	}()
	for got := uint64(0); ; {
		n, last, err := fetch(ctx, reader, r, got, each)
		if err != nil {
			return fmt.Errorf("read %s: %w", r.stream, known(err))
		}
		if got += n; r.until != 0 && last >= r.until {
			return nil
		}
		if n == scanBatch {
			continue
		}
		// A batch may be short because the server was slow: it alone knows
		// whether there is more.
		switch at, err := reader.Info(ctx); {
		case err != nil:
			return fmt.Errorf("read %s: %w", r.stream, known(err))
		case at.NumPending == 0 && at.Delivered.Consumer <= got:
			return nil
		case at.Delivered.Consumer > got:
			return fmt.Errorf("read %s: %w", r.stream, errSkipped)
		}
	}
}

// fetch hands over one batch and says how many it was and where it ended.
// before is how many came before.
func fetch(ctx context.Context, reader jetstream.Consumer, r reading, before uint64, each func(stored) error) (n, last uint64, err error) {
	batch, err := reader.FetchNoWait(scanBatch)
	if err != nil {
		return 0, 0, err
	}
	for m := range batch.Messages() {
		if err := ctx.Err(); err != nil {
			return n, last, err
		}
		meta, err := m.Metadata()
		if err != nil {
			return n, last, err
		}
		if n++; meta.Sequence.Consumer != before+n {
			return n, last, errSkipped
		}
		last = meta.Sequence.Stream
		if r.until != 0 && last > r.until {
			return n, last, nil
		}
		if err := each(stored{m.Subject(), m.Headers(), m.Data(), last, meta.Timestamp}); err != nil {
			return n, last, err
		}
	}
	return n, last, batch.Error()
}
