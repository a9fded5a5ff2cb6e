package jetstream

import (
	"sync"

	"familiar/messages"
)

// A draft is the events of one append, encoded, each with room for its entry
// before it. The client copies what it is given to send, so drafts are used
// again.
type draft struct {
	bytes []byte
	ends  []int // of the events
}

var drafts = sync.Pool{New: func() any { return new(draft) }}

// mostKept bounds the room that is kept for the next draft or snapshot, in
// bytes: one that was far larger is left to the collector.
const mostKept = 64 << 10

// encode begins a draft; done gives it back.
func encode(events []messages.Event) (d *draft, err error) {
	d = drafts.Get().(*draft)
	d.bytes, d.ends = d.bytes[:0], d.ends[:0]
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

func (d *draft) done() {
	if cap(d.bytes) <= mostKept {
		drafts.Put(d)
	}
}

// record gives the bytes of the event i with its entry; they are the draft's.
func (d *draft) record(i int, e entry) []byte {
	start := 0
	if i > 0 {
		start = d.ends[i-1]
	}
	head := e.append(make([]byte, 0, entrySize), nil)
	start += entrySize - len(head)
	copy(d.bytes[start:], head)
	return d.bytes[start:d.ends[i]]
}
