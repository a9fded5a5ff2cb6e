package eventlog

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/index"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// authorsTogether is how many of a channel's records are looked through for one
// of an author. mostIndexed bounds what the indexes of all partitions take: some
// 16 MB, enough for 2 million lines by a few people at a time.
const (
	authorsTogether = 16
	mostIndexed     = 4 << 20
)

// authorsIn returns what the index of a partition keeps of a record.
func authorsIn(r *journal.Record) index.Message {
	m := index.Message{Channel: r.Channel, Seq: r.Seq, From: r.At, To: r.At}
	for _, l := range journal.LinesOf(r.Event) {
		m.AddAuthor(l.Author.ID)
	}
	return m
}

// Indexed returns the streams that this log has an index of.
func (l *Log) Indexed() (all []store.Indexed) {
	for _, p := range l.partitions {
		records := l.Decoder()
		all = append(all, store.Indexed{Stream: l.store.Names.Lines(p.number), Index: p.index, Read: func(raw *jetstream.RawStreamMsg) (index.Message, bool) {
			r, err := records.Record(store.Message{Subject: raw.Subject, Seq: raw.Sequence, Data: raw.Data})
			if err != nil {
				return index.Message{}, false
			}
			return authorsIn(&r), true
		}})
	}
	return all
}

// RewindOf implements [journal.AuthorSeeker].
func (l *Log) RewindOf(ctx context.Context, channel messages.ChannelID, who messages.PersonID) iter.Seq2[journal.Record, error] {
	return l.walk(ctx, "rewind", channel, func(w *walk) error {
		spans := w.partition.index.Spans(channel, w.newest.Sequence, index.Query{Keys: []index.Key{index.PersonKey(who)}})
		back := store.ReadSpans(w.stream, w.subject, spans)
		for {
			found, err := l.store.NextOf(ctx, &back)
			if err != nil || len(found) == 0 {
				return err
			}
			for _, m := range found {
				if !w.show(m) {
					return nil
				}
			}
		}
	})
}
