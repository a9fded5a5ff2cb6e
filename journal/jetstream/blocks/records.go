package blocks

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"
)

// A Record is one of a stream as it stands in its files. Its bytes are only lent.
type Record struct {
	Seq     uint64
	At      time.Time
	Subject []byte
	Header  []byte // nil: it has none
	Data    []byte
}

// A Part says which records of a stream are read from its files.
type Part struct {
	Stream string
	After  uint64    // only later ones
	Until  uint64    // not beyond
	Since  time.Time // only what came then or later; zero: see After
}

// Records hands over a part of a stream, oldest first, past the server, which so needs
// no memory for its blocks. It has what the store held when it was looked at before the
// server was started, or marked since, if none of that was taken out between others. It
// returns how far it came: what is after that only the server has, and should a file not
// be as it was, all from there on.
func (k *Keeper) Records(ctx context.Context, p Part, each func(Record) error) (last uint64, err error) {
	last = p.After
	holding, after := k.holding(p)
	if len(holding) == 0 {
		return last, nil
	}
	p.After = max(p.After, after)
	room := make([]byte, readStep)
	for _, h := range holding {
		came, err := h.read(ctx, p, &room, each)
		if came > p.After {
			last, p.After = came, came
		}
		if err != nil || came < h.last {
			return last, err
		}
	}
	return last, nil
}

// A holder is a block that has some of a part.
type holder struct {
	index uint32
	path  string
	last  uint64 // of the part that it has
}

// holding returns the blocks that have a part, in their order, and the sequence that the
// first of them comes after.
func (k *Keeper) holding(p Part) (in []holder, after uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.streams {
		if s.name != p.Stream {
			continue
		}
		there := s.live().without(s.taken())
		if len(there) != 1 || p.After+1 < there[0][0] {
			return nil, 0
		}
		for _, index := range s.sorted() {
			b := s.blocks[index]
			of := b.live.within(p.After+1, p.Until)
			switch {
			case len(of) == 0, !p.Since.IsZero() && b.lastAt < p.Since.UnixNano():
				continue
			case b.packed:
				return nil, 0
			case in == nil:
				after = first(of) - 1
			}
			in = append(in, holder{index, filepath.Join(k.root, s.blockPath(index)), of.last()})
		}
	}
	return in, after
}

// readStep is how much of a block is in memory at a time, in bytes, unless a record takes
// more.
const readStep = 256 << 10

// read hands over what the block has of a part, each record the one after the one
// before, and returns how far it came.
func (h holder) read(ctx context.Context, p Part, room *[]byte, each func(Record) error) (last uint64, err error) {
	file, err := os.Open(h.path)
	if err != nil {
		return p.After, nil // the server has put another one in its place
	}
	defer file.Close()
	last = p.After
	checks := newReader(p.Stream, h.index, nil)
	for have := 0; last < h.last; {
		n, ended := file.Read((*room)[have:])
		have += n
		at := 0
		for data := (*room)[:have]; last < h.last; {
			found, ok := checks.record(data[at:])
			if !ok {
				break
			}
			b := data[at : at+found.size]
			at += found.size
			if found.tombstone || found.seq <= last {
				continue
			}
			if err := ctx.Err(); err != nil || found.seq != last+1 {
				return last, err
			}
			if r := recordOf(found, b); !found.erased && !r.At.Before(p.Since) {
				if err := each(r); err != nil {
					return last, err
				}
			}
			last = found.seq
		}
		have = copy(*room, (*room)[at:have])
		switch {
		case ended != nil && !errors.Is(ended, io.EOF):
			return last, ended
		case ended != nil, have == len(*room) && !grow(room):
			return last, nil
		}
	}
	return last, nil
}

// grow makes room for the record that fills it; false: it would fit, and so is damaged.
func grow(room *[]byte) bool {
	size := int(binary.LittleEndian.Uint32(*room) &^ headerBit)
	if size <= len(*room) || size > mostRecord {
		return false
	}
	larger := make([]byte, size+readStep)
	copy(larger, *room)
	*room = larger
	return true
}

// recordOf returns the parts of a record that is whole.
func recordOf(found record, b []byte) Record {
	subject := b[recordHead:][:binary.LittleEndian.Uint16(b[20:])]
	rest := b[recordHead+len(subject) : len(b)-checksumSize]
	r := Record{Seq: found.seq, At: time.Unix(0, found.at), Subject: subject, Data: rest}
	if binary.LittleEndian.Uint32(b)&headerBit != 0 {
		size := binary.LittleEndian.Uint32(rest)
		r.Header, r.Data = rest[4:4+size], rest[4+size:]
	}
	return r
}
