package jetstream

import (
	"sync"
	"sync/atomic"

	"familiar/messages"
)

// A draft is the events of one append, encoded, each with room for its entry
// before it. The client copies what it is given to send, so drafts are used
// again, once nobody holds them.
type draft struct {
	bytes   []byte
	ends    []int    // of the events
	records [][]byte // of bytes, once sealed
	holds   atomic.Int32
}

var drafts = sync.Pool{New: func() any { return new(draft) }}

// mostKept bounds the room that is kept for the next draft or snapshot, in
// bytes: one that was far larger is left to the collector.
const mostKept = 64 << 10

// encode begins a draft, which the caller holds.
func encode(events []messages.Event) (d *draft, err error) {
	d = drafts.Get().(*draft)
	d.bytes, d.ends, d.records = d.bytes[:0], d.ends[:0], d.records[:0]
	d.holds.Store(1)
	for _, event := range events {
		d.bytes = append(d.bytes, make([]byte, entrySize)...)
		if d.bytes, err = messages.AppendEvent(d.bytes, event); err != nil {
			d.done()
			return nil, err
		}
		d.ends = append(d.ends, len(d.bytes))
	}
	return d, nil
}

func (d *draft) hold() { d.holds.Add(1) }

// done ends one hold; the last one gives the draft back.
func (d *draft) done() {
	if d.holds.Add(-1) == 0 && cap(d.bytes) <= mostKept {
		drafts.Put(d)
	}
}

// seal puts e before each event and gives their records.
func (d *draft) seal(e entry) [][]byte {
	var room [entrySize]byte
	head := e.append(room[:0], nil)
	start := 0
	for _, end := range d.ends {
		record := d.bytes[start+entrySize-len(head) : end]
		copy(record, head)
		d.records = append(d.records, record)
		start = end
	}
	return d.records
}
