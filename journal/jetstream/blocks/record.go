package blocks

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"

	"github.com/minio/highwayhash"
)

// A record in a block, all numbers little-endian:
//
//	length 4 | sequence 8 | time 8 | length of the subject 2 | subject | [length of the header 4 | header] | message | checksum 8
//
// The length's highest bit says that there is a header. Of the sequence the
// highest bit says that the record was erased, the next one that it is a
// tombstone: the mark that another record is gone.
const (
	recordHead   = 22
	checksumSize = 8
	leastRecord  = recordHead + checksumSize
	mostRecord   = 32 << 20
	headerBit    = 1 << 31
	erasedBit    = 1 << 63
	tombstoneBit = 1 << 62

	// mostSequence is far beyond what a stream comes to. A sequence above it
	// stands in bytes that are no record.
	mostSequence = 1 << 48
)

// A record is one that is whole: its checksum is right and its parts fit.
type record struct {
	size      int
	seq       uint64
	at        int64 // Unix nanoseconds
	erased    bool
	tombstone bool
}

// A reader checks the records of one block: the key of its checksums is made
// of the stream's name and the block's number.
type reader struct {
	hash     hash.Hash64
	subjects []string // beginnings that its subjects may have; none: any
}

func newReader(stream string, index uint32, subjects []string) *reader {
	return &reader{hash: hashOf(fmt.Sprintf("%s-%d", stream, index)), subjects: subjects}
}

// hashOf returns the server's hash with the key it makes of a name.
func hashOf(name string) hash.Hash64 {
	key := sha256.Sum256([]byte(name))
	h, err := highwayhash.New64(key[:])
	if err != nil {
		panic(err) // of the key's length, which is a constant
	}
	return h
}

// sizeOf returns the length that the record at the beginning of b claims; 0: no
// record is so long or so short, or b ends before it does.
func sizeOf(b []byte) (size int, header bool) {
	if len(b) < leastRecord {
		return 0, false
	}
	length := binary.LittleEndian.Uint32(b)
	header = length&headerBit != 0
	size = int(length &^ headerBit)
	least := leastRecord + int(binary.LittleEndian.Uint16(b[20:]))
	if header {
		least += 4
	}
	if size < least || size > mostRecord || size > len(b) {
		return 0, header
	}
	return size, header
}

// record reads the one at the beginning of b.
func (r *reader) record(b []byte) (record, bool) {
	size, header := sizeOf(b)
	if size == 0 {
		return record{}, false
	}
	seq := binary.LittleEndian.Uint64(b[4:])
	found := record{
		size: size, seq: seq &^ (erasedBit | tombstoneBit), at: int64(binary.LittleEndian.Uint64(b[12:])),
		erased: seq&erasedBit != 0, tombstone: seq&tombstoneBit != 0,
	}
	if found.seq > mostSequence {
		return record{}, false
	}
	end := size - checksumSize
	subject := b[recordHead : recordHead+int(binary.LittleEndian.Uint16(b[20:]))]
	rest := b[recordHead+len(subject) : end]
	r.hash.Reset()
	r.hash.Write(b[4:20])
	r.hash.Write(subject)
	if header {
		if !r.fitsHeader(rest) {
			return record{}, false
		}
		rest = rest[4:]
	}
	r.hash.Write(rest)
	if r.hash.Sum64() != binary.LittleEndian.Uint64(b[end:]) {
		return record{}, false
	}
	if !found.erased && !found.tombstone && !r.fitsSubject(subject) {
		return record{}, false
	}
	return found, true
}

// fitsHeader reports whether a header stands where its length, which no
// checksum covers, says.
func (r *reader) fitsHeader(rest []byte) bool {
	size := int64(binary.LittleEndian.Uint32(rest))
	if size > int64(len(rest)-4) {
		return false
	}
	header := rest[4 : 4+size]
	return bytes.HasPrefix(header, []byte("NATS/1.0")) && bytes.HasSuffix(header, []byte("\r\n\r\n"))
}

// fitsSubject reports whether these bytes are a subject of the stream: no
// checksum covers the length of a subject either.
func (r *reader) fitsSubject(subject []byte) bool {
	if len(subject) == 0 || subject[0] == '.' || subject[len(subject)-1] == '.' || bytes.Contains(subject, []byte("..")) {
		return false
	}
	for _, c := range subject {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	if len(r.subjects) == 0 {
		return true
	}
	for _, begin := range r.subjects {
		if bytes.HasPrefix(subject, []byte(begin)) {
			return true
		}
	}
	return false
}

// subjectOf returns the subject of a record that is damaged elsewhere; "": it
// can't be told.
func (r *reader) subjectOf(b []byte) string {
	if len(b) < recordHead {
		return ""
	}
	size := int(binary.LittleEndian.Uint16(b[20:]))
	if size > len(b)-recordHead {
		return ""
	}
	subject := b[recordHead : recordHead+size]
	if !r.fitsSubject(subject) {
		return ""
	}
	return string(subject)
}

// tombstone returns the bytes of one for that sequence.
func (r *reader) tombstone(seq uint64, at int64) []byte {
	b := binary.LittleEndian.AppendUint32(nil, leastRecord)
	b = binary.LittleEndian.AppendUint64(b, seq|tombstoneBit)
	b = binary.LittleEndian.AppendUint64(b, uint64(at))
	b = append(b, 0, 0)
	r.hash.Reset()
	r.hash.Write(b[4:20])
	return binary.LittleEndian.AppendUint64(b, r.hash.Sum64())
}
