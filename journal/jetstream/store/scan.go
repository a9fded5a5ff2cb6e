package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/layout"
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

// What interrupts a scan.
var (
	errSkipped = errors.New("part of it was lost in transit")
	errBehind  = errors.New("the server that answers is behind the one that takes the writes")
)

// scanTries is how often a scan goes on in vain where it was interrupted. In a
// cluster that is also where one server has made a consumer of which another
// doesn't know yet, or doesn't have the newest messages yet; then it waits for scanPause.
const (
	scanTries = 50
	scanPause = 20 * time.Millisecond
)

// Scan hands over a stream's messages, oldest first, up to where its end is
// when it gets there: all that was acknowledged when it began. What is removed meanwhile is
// left out. It makes nothing that outlives it by more than a minute.
//
// Where a second passes between two messages of a batch, as on a machine that is
// busy, the client gives the rest of it up: then the scan goes on after the last
// message it has handed over.
func (s *Store) Scan(ctx context.Context, r Reading, each func(Message) error) error {
	end, err := s.acknowledged(ctx, r)
	if err != nil {
		return err
	}
	last, tries := uint64(0), 0
	for {
		before := last
		err := s.scanAfter(ctx, r, &last, each)
		if err == nil && last < end {
			err = s.checkEnd(ctx, r, last, end)
		}
		early := errors.Is(err, errBehind) || s.Outside() && errors.Is(err, nats.ErrNoResponders)
		if !early && !errors.Is(err, errSkipped) {
			return err
		}
		if tries++; last > before {
			tries = 0
		}
		if tries == scanTries || early && !s.wait(ctx, scanPause) {
			return err
		}
	}
}

// acknowledged returns up to where a scan has to come: in a cluster any server may read
// for it, and one may be behind. 0: the one that reads has everything.
func (s *Store) acknowledged(ctx context.Context, r Reading) (uint64, error) {
	if !s.Outside() {
		return 0, nil
	}
	bounded, cancel := context.WithTimeout(ctx, embedded.StartWithin)
	defer cancel()
	state, err := s.State(bounded, r.Stream)
	if err != nil {
		return 0, fmt.Errorf("read %s: %w", r.Stream, err)
	}
	if r.Until != 0 {
		return min(state.LastSeq, r.Until), nil
	}
	return state.LastSeq, nil
}

// checkEnd fails if there are messages for a scan after the last it handed over, up to
// where it has to come.
func (s *Store) checkEnd(ctx context.Context, r Reading, last, end uint64) error {
	filters := r.Filters
	if len(filters) == 0 {
		filters = []string{""}
	}
	for _, filter := range filters {
		missed, err := s.missed(ctx, r, filter, last)
		if err != nil {
			return err
		}
		if missed != nil && missed.Sequence <= end && !missed.Time.Before(r.Since) {
			return fmt.Errorf("read %s: %w", r.Stream, errBehind)
		}
	}
	return nil
}

// missed reads a message that a scan should have handed over after its last, if there is
// any: the next or, where it begins with a moment and found nothing, the newest.
func (s *Store) missed(ctx context.Context, r Reading, filter string, last uint64) (*jetstream.RawStreamMsg, error) {
	if last > 0 || r.Since.IsZero() {
		return s.nextSurely(ctx, r.Stream, filter, max(r.After, last)+1)
	}
	return s.SurelyWithin(ctx, r.Stream, cmp.Or(filter, ">"))
}

// scanAfter hands over what comes after *last, which it moves on.
func (s *Store) scanAfter(ctx context.Context, r Reading, last *uint64, each func(Message) error) error {
	bounded, cancel := context.WithTimeout(ctx, embedded.StartWithin)
	defer cancel()
	reader, err := s.js.CreateConsumer(bounded, r.Stream, r.consumer(s.Names, *last))
	if err != nil {
		return fmt.Errorf("read %s: %w", r.Stream, Known(err))
	}
	defer func() { // should it fail, the reader goes by itself
		_ = s.js.DeleteConsumer(context.WithoutCancel(ctx), r.Stream, reader.CachedInfo().Name)
	}()
	for got := uint64(0); ; {
		n, err := fetch(ctx, reader, r, got, last, each)
		if err != nil {
			return fmt.Errorf("read %s: %w", r.Stream, Known(err))
		}
		if got += n; r.Until != 0 && *last >= r.Until {
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

// consumer returns what reads r after sequence `last`; 0: all of it.
func (r *Reading) consumer(names layout.Names, last uint64) jetstream.ConsumerConfig {
	config := jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: max(r.After, last) + 1,
		AckPolicy: jetstream.AckNonePolicy, FilterSubjects: r.Filters,
		MemoryStorage: true, InactiveThreshold: time.Minute, HeadersOnly: r.HeadersOnly,
	}
	if !r.Since.IsZero() && last == 0 {
		config.DeliverPolicy, config.OptStartSeq, config.OptStartTime = jetstream.DeliverByStartTimePolicy, 0, &r.Since
	}
	if r.Newest { // from the first again: fetch leaves out what was handed over
		config.DeliverPolicy, config.OptStartSeq, config.OptStartTime = jetstream.DeliverLastPerSubjectPolicy, 0, nil
		if len(r.Filters) == 0 {
			config.FilterSubjects = []string{names.Subject(">")}
		}
	}
	return config
}

// fetch hands over one batch, of what comes after *last, and says how many
// messages it had. before is how many came before.
func fetch(ctx context.Context, reader jetstream.Consumer, r Reading, before uint64, last *uint64, each func(Message) error) (n uint64, err error) {
	batch, err := reader.FetchNoWait(scanBatch)
	if err != nil {
		return 0, err
	}
	for m := range batch.Messages() {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		meta, err := m.Metadata()
		if err != nil {
			return n, err
		}
		if n++; meta.Sequence.Consumer != before+n {
			return n, errSkipped
		}
		seq := meta.Sequence.Stream
		if seq <= *last {
			continue
		}
		*last = seq
		if r.Until != 0 && seq > r.Until {
			return n, nil
		}
		if err := each(Message{Subject: m.Subject(), Header: m.Headers(), Data: m.Data(), Seq: seq, At: meta.Timestamp}); err != nil {
			return n, err
		}
	}
	return n, batch.Error()
}

// ErrEnough ends a scan whose reader wants no more.
var ErrEnough = errors.New("enough")

// ClockSlack is how far the clock of an outside server may be behind ours when a
// part of the log is looked for by time: as far as two machines' that are five minutes
// off, each in another direction.
const ClockSlack = 10 * time.Minute
