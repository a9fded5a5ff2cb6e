package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"familiar/journal/jetstream/embedded"
)

// A Message is one message of a stream as it is kept.
type Message struct {
	Subject string
	Header  nats.Header
	Data    []byte
	Seq     uint64
	At      time.Time // when the server took it
}

// A Reading says which part of a stream is scanned.
type Reading struct {
	Stream      string
	Filters     []string  // subjects; none: all
	After       uint64    // only later ones
	Until       uint64    // not beyond; 0: to the end
	Since       time.Time // only what came then or later; zero: see after
	Newest      bool      // only the newest of each subject; no bound holds
	HeadersOnly bool      // without their data
}

// scanBatch is how many messages a scan has in memory.
const scanBatch = 512

// errSkipped says that the server left out part of a scan: a slow connection
// lost it. Scanning again may help.
var errSkipped = errors.New("part of it was lost on the way")

// Scan hands over a stream's messages, oldest first, up to where its end is
// when it gets there. What is removed meanwhile is left out. It makes nothing
// that outlives it by more than a minute.
func (s *Store) Scan(ctx context.Context, r Reading, each func(Message) error) (err error) {
	config := jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.After + 1,
		AckPolicy: jetstream.AckNonePolicy, FilterSubjects: r.Filters,
		MemoryStorage: true, InactiveThreshold: time.Minute, HeadersOnly: r.HeadersOnly,
	}
	if !r.Since.IsZero() {
		config.DeliverPolicy, config.OptStartSeq, config.OptStartTime = jetstream.DeliverByStartTimePolicy, 0, &r.Since
	}
	if r.Newest {
		config.DeliverPolicy, config.OptStartSeq, config.OptStartTime = jetstream.DeliverLastPerSubjectPolicy, 0, nil
		if len(r.Filters) == 0 {
			config.FilterSubjects = []string{s.Names.Subject(">")}
		}
	}
	bounded, cancel := context.WithTimeout(ctx, embedded.StartWithin)
	defer cancel()
	reader, err := s.js.CreateConsumer(bounded, r.Stream, config)
	if err != nil {
		return fmt.Errorf("read %s: %w", r.Stream, Known(err))
	}
	defer func() { // should it fail, the reader goes by itself
		_ = s.js.DeleteConsumer(context.WithoutCancel(ctx), r.Stream, reader.CachedInfo().Name)
	}()
	for got := uint64(0); ; {
		n, last, err := fetch(ctx, reader, r, got, each)
		if err != nil {
			return fmt.Errorf("read %s: %w", r.Stream, Known(err))
		}
		if got += n; r.Until != 0 && last >= r.Until {
			return nil
		}
		if n == scanBatch {
			continue
		}
		// A batch may be short because the server was slow: it alone knows
		// whether there is more.
		switch at, err := reader.Info(ctx); {
		case err != nil:
			return fmt.Errorf("read %s: %w", r.Stream, Known(err))
		case at.NumPending == 0 && at.Delivered.Consumer <= got:
			return nil
		case at.Delivered.Consumer > got:
			return fmt.Errorf("read %s: %w", r.Stream, errSkipped)
		}
	}
}

// fetch hands over one batch and says how many it was and where it ended.
// before is how many came before.
func fetch(ctx context.Context, reader jetstream.Consumer, r Reading, before uint64, each func(Message) error) (n, last uint64, err error) {
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
		if r.Until != 0 && last > r.Until {
			return n, last, nil
		}
		if err := each(Message{Subject: m.Subject(), Header: m.Headers(), Data: m.Data(), Seq: last, At: meta.Timestamp}); err != nil {
			return n, last, err
		}
	}
	return n, last, batch.Error()
}

// ErrEnough ends a scan whose reader wants no more.
var ErrEnough = errors.New("enough")

// ClockSlack is how far the clock of an outside server may be behind ours when a
// part of the log is looked for by time.
const ClockSlack = 5 * time.Minute
