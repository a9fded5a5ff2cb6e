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
// 32 MB, enough for 4 million lines by a few people at a time.
const (
	authorsTogether = 16
	mostIndexed     = 8 << 20
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
		answer := l.store.Ask(ctx, w.partition.index, index.Question{
			Stream: w.stream, Channel: channel, Until: w.newest.Sequence, Query: index.Query{Author: who},
		})
		back := store.ReadSpans(w.stream, w.subject, answer.Spans)
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
