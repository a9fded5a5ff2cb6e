package eventlog

import (
	"slices"
	"sync"
	"sync/atomic"

	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// A draft is the events of one append, encoded, each with room for its entry
// before it. The client copies what it is given to send, so drafts are used
// again, once nobody holds them.
type draft struct {
	bytes   []byte
	ends    []int    // of the events
	records [][]byte // of bytes, once they have their heads
	sealed  []byte   // what is sent of them
	above   []byte   // what is before each event there
	kept    [][]byte // the same, one by one
	holds   atomic.Int32

	tail    *tail // hears of it; nil: nobody
	subject string
}

var drafts = sync.Pool{New: func() any { return new(draft) }}

// encode begins a draft of a channel's events, which the caller holds. older: programs
// have the store that know no compact lines.
func encode(channel messages.ChannelID, events []messages.Event, older bool) (d *draft, err error) {
	d = drafts.Get().(*draft)
	d.bytes, d.ends, d.records = d.bytes[:0], d.ends[:0], d.records[:0]
	d.tail, d.subject = nil, ""
	d.holds.Store(1)
	for _, event := range events {
		d.bytes = append(d.bytes, make([]byte, entrySize)...)
		if older {
			d.bytes, err = messages.AppendEvent(d.bytes, event)
		} else {
			d.bytes, err = messages.AppendKept(d.bytes, event, channel)
		}
		if err != nil {
			d.Done()
			return nil, err
		}
		d.ends = append(d.ends, len(d.bytes))
	}
	return d, nil
}

func (d *draft) hold() { d.holds.Add(1) }

// Done ends one hold; the last one gives the draft back.
func (d *draft) Done() {
	if d.holds.Add(-1) == 0 && cap(d.bytes) <= sealed.MostKept {
		drafts.Put(d)
	}
}

// forTail has the draft held for the tail that hears what becomes of it.
func (d *draft) forTail(t *tail, subject string) store.Outcome {
	if t == nil {
		return nil
	}
	d.tail, d.subject = t, subject
	d.hold()
	return d
}

// notSent ends the hold of forTail.
func (d *draft) notSent() {
	if d.tail != nil {
		d.Done()
	}
}

// Answered implements Outcome.
func (d *draft) Answered(seq uint64, err error) {
	if err == nil {
		d.tail.add(seq, d.subject, d)
	}
	d.Done()
}

// GivenUp implements Outcome.
func (d *draft) GivenUp() {
	d.tail.lose()
	d.Done()
}

// head puts e before each event and gives their records.
func (d *draft) head(e entry) [][]byte {
	var room [entrySize]byte
	head := e.append(room[:0], e.version(false))
	start := 0
	for _, end := range d.ends {
		record := d.bytes[start+entrySize-len(head) : end]
		copy(record, head)
		d.records = append(d.records, record)
		start = end
	}
	return d.records
}

// seal returns the records as they are kept, until the draft is used again.
func (d *draft) seal(keys *seal.Keys, channel messages.ChannelID, e entry) (kept [][]byte, err error) {
	d.above = e.append(d.above[:0], e.version(true))
	size := 0
	for _, record := range d.records {
		size += len(record) + seal.Overhead
	}
	d.sealed, d.kept = slices.Grow(d.sealed[:0], size), d.kept[:0]
	for _, record := range d.records {
		start := len(d.sealed)
		d.sealed = append(d.sealed, d.above...)
		if d.sealed, err = keys.Seal(d.sealed, channel, seal.Line, record[len(d.above):], d.above); err != nil {
			return nil, sealed.Unsealed(err)
		}
		d.kept = append(d.kept, d.sealed[start:])
	}
	return d.kept, nil
}
