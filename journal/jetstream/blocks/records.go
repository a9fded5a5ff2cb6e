package blocks

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A Record is one of a stream as it stands in its files. Its bytes are only lent.
type Record struct {
	Seq     uint64
	At      time.Time
	Subject []byte
	Header  []byte // nil: it has none
	Data    []byte
	Place   Place
}

// A Place is where in a stream's files a record begins.
type Place struct {
	Block uint32
	At    uint32
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
// be as it was, all from there on. So it is with an [*UnreadError].
func (k *Keeper) Records(ctx context.Context, p Part, each func(Record) error) (last uint64, err error) {
	last = p.After
	holding, after := k.holding(p)
	if len(holding) == 0 {
		return last, nil
	}
	p.After = max(p.After, after)
	room := rooms.Get().(*[]byte)
	defer giveBack(room)
	for _, h := range holding {
		came, err := h.read(ctx, p, k.steps, room, each)
		if came > p.After {
			last, p.After = came, came
		}
		if err != nil || came < h.last {
			return last, err
		}
	}
	return last, nil
}

// An UnreadError is that a file is there and can't be read on from a place. The server may
// do better, and otherwise says what is lost.
type UnreadError struct{ Err error }

func (e *UnreadError) Error() string { return "read a block: " + e.Err.Error() }
func (e *UnreadError) Unwrap() error { return e.Err }

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
			of := b.live.within(p.After+1, min(p.Until, there.last())) // what comes behind was taken out
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

// rooms are what parts are read into, one after the other: who reads a stream in many small
// parts would leave more behind than what is in them.
var rooms = sync.Pool{New: func() any {
	room := make([]byte, readStep)
	return &room
}}

// giveBack keeps a room for the next part, unless a record has made it larger.
func giveBack(room *[]byte) {
	if len(*room) == readStep {
		rooms.Put(room)
	}
}

// A reading is a block's while it is read.
type reading struct {
	holder
	part   Part
	checks *reader
	known  *steps
	each   func(Record) error
	newest uint64 // sequence that was handed over, or comes before all of the part
}

// read hands over what the block has of a part, each record the one after the one
// before, and returns how far it came.
func (h holder) read(ctx context.Context, p Part, known *steps, room *[]byte, each func(Record) error) (last uint64, err error) {
	file, err := os.Open(h.path)
	if err != nil {
		return p.After, nil // the server has put another one in its place
	}
	defer file.Close()
	begins := known.before(h.path, p.After+1)
	if _, err := file.Seek(int64(begins), io.SeekStart); err != nil {
		return p.After, &UnreadError{err}
	}
	r := reading{holder: h, part: p, checks: newReader(p.Stream, h.index, nil), known: known, each: each, newest: p.After}
	for have := 0; r.newest < h.last; {
		n, ended := file.Read((*room)[have:])
		have += n
		size, follows, err := r.handOver(ctx, (*room)[:have], begins)
		if err != nil || !follows {
			return r.newest, err
		}
		have, begins = copy(*room, (*room)[size:have]), begins+size
		switch {
		case ended != nil && !errors.Is(ended, io.EOF):
			return r.newest, &UnreadError{ended}
		case ended != nil, have == len(*room) && !grow(room):
			return r.newest, nil
		}
	}
	return r.newest, nil
}

// handOver hands over the records that are whole in a piece of the block that begins at a
// place in it, and returns how many bytes it is done with. follows: none was missing.
func (r *reading) handOver(ctx context.Context, piece []byte, begins int) (at int, follows bool, err error) {
	for r.newest < r.last {
		if size, _ := sizeOf(piece[at:]); size > 0 {
			seq := binary.LittleEndian.Uint64(piece[at+4:])
			r.known.take(r.path, seq, begins+at)
			if seq <= r.newest { // should this be another's bytes, the next one isn't whole
				at += size
				continue
			}
		}
		found, ok := r.checks.record(piece[at:])
		if !ok {
			break
		}
		b, place := piece[at:at+found.size], Place{r.index, uint32(begins + at)}
		at += found.size
		if found.tombstone || found.seq <= r.newest {
			continue
		}
		if err := ctx.Err(); err != nil || found.seq != r.newest+1 {
			return at, false, err
		}
		if err := r.hand(found, b, place); err != nil {
			return at, false, err
		}
		r.newest = found.seq
	}
	return at, true, nil
}

// hand hands over one record, if it is of the part.
func (r *reading) hand(found record, b []byte, at Place) error {
	is := recordOf(found, b)
	if found.erased || is.At.Before(r.part.Since) {
		return nil
	}
	is.Place = at
	return r.each(is)
}

// steps are where some records of blocks begin that were read for others, so that who
// reads a block from its end to its beginning, a part at a time, doesn't read it all each
// time.
type steps struct {
	mu sync.Mutex
	of map[string]map[uint64]int // by block, of every stepEvery-th sequence
}

const stepEvery = 64

// take notes where the record with a sequence begins.
func (s *steps) take(path string, seq uint64, at int) {
	if seq%stepEvery != 0 || seq > mostSequence {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = make(map[string]map[uint64]int)
	}
	if s.of[path] == nil {
		s.of[path] = make(map[uint64]int)
	}
	s.of[path][seq] = at
}

// before returns where a record begins that is not long before the one with a sequence;
// 0: none is known, or it is the block's first.
func (s *steps) before(path string, seq uint64) (at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[path][seq/stepEvery*stepEvery]
}

// forget forgets a block.
func (s *steps) forget(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.of, path)
}

// Folder returns where a stream has its blocks, for [ReadAt]; "": there is no such stream.
func (k *Keeper) Folder(name string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.streams {
		if s.name == name {
			return filepath.Join(k.root, s.folder, blocksDir)
		}
	}
	return ""
}

// likelySize is how much is read first of one record.
const likelySize = 2 << 10

// ReadAt reads the record at a place; false: there is none that is whole any more.
func ReadAt(folder, name string, at Place) (Record, bool) {
	file, err := os.Open(filepath.Join(folder, blockName(at.Block)))
	if err != nil {
		return Record{}, false
	}
	defer file.Close()
	b := make([]byte, likelySize)
	n, _ := file.ReadAt(b, int64(at.At)) // up to where the block ends
	if b = b[:n]; n < leastRecord {
		return Record{}, false
	}
	if size := int(binary.LittleEndian.Uint32(b) &^ headerBit); size > n && size <= mostRecord {
		b = make([]byte, size)
		if _, err := file.ReadAt(b, int64(at.At)); err != nil {
			return Record{}, false
		}
	}
	found, ok := newReader(name, at.Block, nil).record(b)
	if !ok || found.tombstone || found.erased {
		return Record{}, false
	}
	r := recordOf(found, b[:found.size])
	r.Place = at
	return r, true
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
