package eventlog

import (
	"context"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// A walk is one way through the records of a channel.
type walk struct {
	log             *Log
	partition       *partition
	stream, subject string
	newest          *jetstream.RawStreamMsg // when it begins
	records         *Decoder
	yield           func(journal.Record, error) bool
}

// walk yields what pass comes by; an error, in the end, says what was to be done.
func (l *Log) walk(ctx context.Context, what string, channel messages.ChannelID, pass func(*walk) error) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		err := l.store.Check(ctx, what)
		if err == nil {
			if err = l.begin(ctx, channel, yield, pass); err != nil {
				err = fmt.Errorf("journal: %s %s: %w", what, channel, l.store.Ended(err))
			}
		}
		if err != nil {
			yield(journal.Record{}, err)
		}
	}
}

// begin passes through a channel that has records.
func (l *Log) begin(ctx context.Context, channel messages.ChannelID, yield func(journal.Record, error) bool, pass func(*walk) error) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	p := l.of(channel)
	w := &walk{log: l, partition: p, stream: l.store.Names.Lines(p.number), subject: l.store.Names.Line(p.number, name), records: l.Decoder(), yield: yield}
	if w.newest, err = l.newestOf(ctx, p, w.stream, w.subject); err != nil || w.newest == nil {
		return err
	}
	return pass(w)
}

// show yields a record, and reports whether the walk goes on. One that can't be
// read, or that doesn't count, is left out.
func (w *walk) show(m *jetstream.RawStreamMsg) bool {
	if !w.log.counts(w.partition, m.Sequence, m.Data) {
		return true
	}
	record, ok := w.log.readRecord(w.partition, w.records, store.Message{Subject: m.Subject, Seq: m.Sequence, Data: m.Data})
	return !ok || w.yield(record, nil)
}
