package eventlog

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go"
)

// Append implements journal.Log. At is monotone along the partition. Without
// events it returns a zero record. An append whose answer is lost fails and
// may be in the log all the same, and so may one by a process that stood still
// meanwhile for so long that its text may be forgotten.
func (l *Log) Append(ctx context.Context, epoch uint64, channel messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if err := l.store.Check(ctx, "append"); err != nil || len(events) == 0 {
		return journal.Record{}, err
	}
	if l.config.ReadOnly {
		return journal.Record{}, fmt.Errorf("journal: append to %s: %s: %w", channel, l.store.Folder, embedded.ErrReadOnly)
	}
	record, err := l.append(ctx, epoch, channel, events)
	if errors.Is(err, journal.ErrFull) && l.trim(ctx, l.of(channel)) {
		record, err = l.append(ctx, epoch, channel, events)
	}
	if err != nil {
		return journal.Record{}, fmt.Errorf("journal: append to %s: %w", channel, l.store.Ended(err))
	}
	return record, nil
}

func (l *Log) append(ctx context.Context, epoch uint64, channel messages.ChannelID, events []messages.Event) (journal.Record, error) {
	p := l.of(channel)
	subject, err := l.store.Names.LineOf(p.number, channel)
	if err != nil {
		return journal.Record{}, err
	}
	if err := errors.Join(p.fenced(epoch), l.room()); err != nil {
		return journal.Record{}, err
	}
	d, err := encode(channel, events, l.config.Older())
	if err != nil {
		return journal.Record{}, err
	}
	defer d.Done()
	limit := l.store.Patient()
	under, err := l.store.Expect(ctx, limit, d.forTail(p.tail, subject))
	if err != nil {
		d.notSent()
		return journal.Record{}, err
	}
	sealing := l.texts.Keys.Epoch() // before: under a later one nothing is proved
	e, err := p.publish(l, epoch, channel, subject, under.Reply, d)
	if err != nil {
		under.Forget()
		return journal.Record{}, err
	}
	seq, err := under.WaitBoth(ctx, limit)
	if err == nil && !l.texts.Visitor {
		err = sealed.Unsealed(l.texts.Keys.Holds(sealing))
	}
	if err != nil {
		return journal.Record{}, err
	}
	p.saw(seq)
	return journal.Record{Channel: channel, Seq: seq, At: e.at, Generation: e.generation}, nil
}

// publish sends the draft in one go: the order on the connection is the
// order in the log, so what is sent later has no earlier instant.
func (p *partition) publish(l *Log, epoch uint64, channel messages.ChannelID, subject, reply string, d *draft) (entry, error) {
	e := entry{generation: l.config.Generation(), epoch: epoch}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.fence.Pass(epoch); err != nil {
		return entry{}, err
	}
	if epoch != 0 {
		e.process = p.process
	}
	p.lastAt = max(p.lastAt, messages.InstantOf(l.config.Clock()))
	e.at = p.lastAt
	records := d.head(e)
	if !l.texts.Visitor {
		var err error
		if records, err = d.seal(l.texts.Keys, channel, e); err != nil {
			return entry{}, err
		}
	}
	if err := p.admit(records, subject, l.config.Share); err != nil {
		return entry{}, err
	}
	if len(records) == 1 {
		return e, l.store.Request(subject, reply, records[0])
	}
	batch := rand.Text()
	for i, data := range records {
		m := nats.Msg{Subject: subject, Header: nats.Header{headerBatch: {batch}, headerBatchSeq: {strconv.Itoa(i + 1)}}}
		if i == len(records)-1 { // the server answers the last
			m.Header.Set(headerBatchCommit, "1")
			m.Reply = reply
		}
		m.Data = data
		if err := l.store.PublishMsg(&m); err != nil {
			return entry{}, store.Known(err)
		}
	}
	return e, nil
}

// The headers of an atomic batch: the server takes all of it or nothing.
const (
	headerBatch       = "Nats-Batch-Id"
	headerBatchSeq    = "Nats-Batch-Sequence"
	headerBatchCommit = "Nats-Batch-Commit"
)
