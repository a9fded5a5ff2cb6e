package blocks

import (
	"context"
	"encoding/binary"
)

// A block is what is known of one file of records.
type block struct {
	live    Spans  // sequences of the records that are there
	gone    Spans  // sequences of erased ones
	tombs   Spans  // what its tombstones say is gone, in any block
	last    uint64 // the highest sequence of any record or tombstone
	lastAt  int64  // when that one came
	size    int    // of what was read, before compression
	holes   []hole
	altered bool // the bytes around the records are not as the server writes them
}

// A hole is bytes that are no record.
type hole struct {
	at, size      int
	after, before uint64 // sequences next to it; before is 0 at the block's end
	subject       string // of the record that stood at its beginning, where that can be told
}

// walk reads the records of a block that begins after others of it, which b
// has already. Where there is none it searches for the next one.
func (b *block) walk(ctx context.Context, r *reader, data []byte) error {
	budget := searchBudget
	var tombs []uint64
	defer func() { b.tombs = b.tombs.and(spansOf(tombs)) }()
	for at := 0; at < len(data); {
		found, ok := r.record(data[at:])
		if ok {
			if b.take(found); found.tombstone {
				tombs = append(tombs, found.seq)
			}
			at += found.size
			continue
		}
		next, err := r.search(ctx, data, at, b.highest(), &budget)
		if err != nil {
			return err
		}
		lost := hole{at: b.size + at, size: next - at, after: b.highest(), subject: r.subjectOf(data[at:])}
		if next < len(data) {
			after, _ := r.record(data[next:])
			lost.before = after.seq
			if after.tombstone {
				lost.before = 0
			}
		}
		b.holes = append(b.holes, lost)
		at = next
	}
	b.size += len(data)
	return nil
}

// highest is the sequence of the newest record, whether or not it is erased.
func (b *block) highest() uint64 { return max(b.live.last(), b.gone.last()) }

func (b *block) take(r record) {
	if r.seq >= b.last {
		b.last, b.lastAt = r.seq, r.at
	}
	switch {
	case r.tombstone:
	case r.seq <= b.highest(): // the server counts the first one only
	case r.erased:
		b.gone = b.gone.add(r.seq)
	default:
		b.live = b.live.add(r.seq)
	}
}

// searchBudget bounds what is hashed in search of records in one block: bytes
// that look like the head of a record may be many.
const searchBudget = 256 << 20

// search returns where the next record begins after the one at `from`, which is
// damaged: usually where that one would end. len(data): nowhere.
func (r *reader) search(ctx context.Context, data []byte, from int, after uint64, budget *int) (int, error) {
	if size, _ := sizeOf(data[from:]); size > 0 && from+size < len(data) {
		if _, ok := r.record(data[from+size:]); ok {
			return from + size, nil
		}
	}
	for at := from + 1; at+leastRecord <= len(data); at++ {
		if at&0xffff == 0 && ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		size, _ := sizeOf(data[at:])
		if size == 0 || !likely(data[at:], after) {
			continue
		}
		if *budget -= size; *budget < 0 {
			break
		}
		if _, ok := r.record(data[at:]); ok {
			return at, nil
		}
	}
	return len(data), nil
}

// likely reports whether these bytes may be the head of a record: a sequence
// that comes after, and a time between 2001 and 2128 or, of an erased record,
// none.
func likely(b []byte, after uint64) bool {
	const from, until = 1e18, 5e18
	seq, at := binary.LittleEndian.Uint64(b[4:]), int64(binary.LittleEndian.Uint64(b[12:]))
	number := seq &^ (erasedBit | tombstoneBit)
	if number > mostSequence || seq&tombstoneBit == 0 && number <= after {
		return false
	}
	return at == 0 && seq&erasedBit != 0 || at > from && at < until
}

// missing returns the sequences that a hole may have held.
func (h hole) missing() Spans {
	if h.before <= h.after+1 {
		return nil
	}
	return Spans{{h.after + 1, h.before - 1}}
}

// whole returns the records of data without its holes.
func (b *block) whole(data []byte) []byte {
	var kept []byte
	from := 0
	for _, h := range b.holes {
		kept = append(kept, data[from:h.at]...)
		from = h.at + h.size
	}
	return append(kept, data[from:]...)
}
