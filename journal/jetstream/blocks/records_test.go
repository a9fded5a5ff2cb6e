package blocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzRecords: whatever becomes of the files once they are looked at, what is handed over
// of them is what was written, one after the other, and nothing that was taken out.
func FuzzRecords(f *testing.F) {
	f.Add(uint64(1), uint16(0), uint16(0), uint32(0), byte(0))
	f.Add(uint64(2), uint16(7), uint16(0), uint32(300), byte(1))
	f.Add(uint64(3), uint16(0), uint16(20), uint32(5000), byte(0x80))
	f.Add(uint64(30), uint16(0), uint16(0), uint32(0), byte(0)) // the last were taken out
	f.Add(uint64(4), uint16(3), uint16(9), uint32(1<<20), byte(0))
	f.Fuzz(func(t *testing.T, seed uint64, after, most uint16, at uint32, change byte) {
		w := writeStore(t, rand.New(rand.NewPCG(seed, 1)))
		k := &Keeper{root: w.root, steps: new(steps), streams: map[string]*stream{"s": {folder: "s", name: "s", blocks: map[uint32]*blockFile{}}}}
		if _, err := k.streams["s"].readAgain(t.Context(), w.root, new([]byte)); err != nil {
			t.Fatal(err)
		}
		whole := w.harm(at, change)
		until := uint64(math.MaxUint64)
		if most > 0 {
			until = uint64(most)
		}
		for range 2 { // the second time it is known where some begin
			next, places := uint64(after)+1, []Place(nil)
			last, err := k.Records(t.Context(), Part{Stream: "s", After: uint64(after), Until: until}, func(r Record) error {
				for w.erased[next] {
					next++
				}
				if r.Seq != next || r.Seq > until || w.gone[r.Seq] {
					t.Fatalf("record %d is handed over, taken out: %v; want %d up to %d", r.Seq, w.gone[r.Seq], next, until)
				}
				if got := say(r); got != w.wrote[r.Seq] {
					t.Fatalf("record %d is\n%s, want\n%s", r.Seq, got, w.wrote[r.Seq])
				}
				next, places = next+1, append(places, r.Place)
				return nil
			})
			if err != nil || last < next-1 && last != uint64(after) {
				t.Fatalf("it came to %d, %v; %d was handed over", last, err, next-1)
			}
			if want := min(w.last(), until); whole && w.follow && uint64(after)+1 >= w.first && uint64(after) < want && last < want {
				t.Fatalf("it came to %d of %d, and nothing was wrong", last, want)
			}
			for _, place := range places {
				r, ok := ReadAt(filepath.Join(w.root, "s", blocksDir), "s", place)
				if !ok || say(r) != w.wrote[r.Seq] {
					t.Fatalf("at %v is %q, want what was handed over from there", place, say(r))
				}
			}
		}
	})
}

func say(r Record) string {
	return fmt.Sprintf("%d %d %s %q %x", r.Seq, r.At.UnixNano(), r.Subject, r.Header, r.Data)
}

// A written is a stream in files of its own.
type written struct {
	t            *testing.T
	root         string
	files        []string // of its blocks
	wrote        map[uint64]string
	erased, gone map[uint64]bool // overwritten; taken out with a tombstone
	first        uint64          // of those that are there
	follow       bool            // none is missing between them
}

func (w *written) last() (last uint64) {
	for seq := range w.wrote {
		if !w.gone[seq] && !w.erased[seq] {
			last = max(last, seq)
		}
	}
	return last
}

// writeStore writes a stream as the server does, of some blocks, of which some records
// were taken out: the first, the last, or any.
func writeStore(t *testing.T, random *rand.Rand) *written {
	w := &written{t: t, root: t.TempDir(), wrote: map[uint64]string{}, erased: map[uint64]bool{}, gone: map[uint64]bool{}, follow: true}
	if err := os.MkdirAll(filepath.Join(w.root, "s", blocksDir), 0o700); err != nil {
		t.Fatal(err)
	}
	blocks, each := 1+random.IntN(3), 1+random.IntN(300)
	out := map[uint64]bool{}
	count := uint64(blocks * each)
	switch random.IntN(4) {
	case 0:
		for seq := range random.Uint64N(count) {
			out[seq+1] = true
		}
	case 1:
		for seq := range random.Uint64N(count) {
			out[count-seq] = true
		}
	case 2:
		out[1+random.Uint64N(count)] = true
	}
	seq, large := uint64(0), random.Uint64N(20*count)
	for index := uint32(1); index <= uint32(blocks); index++ {
		r, file := newReader("s", index, nil), []byte(nil)
		for range each {
			seq++
			is := Record{Seq: seq, At: time.Unix(1_700_000_000, int64(seq)), Subject: []byte("line." + fmt.Sprint(random.IntN(20))), Data: make([]byte, random.IntN(60))}
			if seq == large {
				is.Data = make([]byte, readStep+random.IntN(readStep))
			}
			for i := range is.Data {
				is.Data[i] = byte(random.Uint32())
			}
			if random.IntN(2) == 0 {
				is.Header = []byte("NATS/1.0\r\nA: b\r\n\r\n")
			}
			marks := uint64(0)
			if out[seq] && random.IntN(2) == 0 {
				w.erased[seq], marks = true, erasedBit
			}
			w.wrote[seq] = say(is)
			file = append(file, r.bytes(is, marks)...)
		}
		if index == uint32(blocks) {
			for seq := range out {
				if w.gone[seq] = !w.erased[seq]; w.gone[seq] {
					file = append(file, r.tombstone(seq, int64(seq))...)
				}
			}
		}
		path := filepath.Join(w.root, "s", blocksDir, blockName(index))
		w.files = append(w.files, path)
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for w.first = 1; out[w.first]; w.first++ {
	}
	for seq := w.first; seq < w.last(); seq++ {
		w.follow = w.follow && !out[seq]
	}
	return w
}

// bytes returns a record as it stands in a block.
func (r *reader) bytes(is Record, marks uint64) []byte {
	length := uint32(recordHead + len(is.Subject) + len(is.Data) + checksumSize)
	if is.Header != nil {
		length = length + 4 + uint32(len(is.Header)) | headerBit
	}
	b := binary.LittleEndian.AppendUint32(nil, length)
	b = binary.LittleEndian.AppendUint64(b, is.Seq|marks)
	b = binary.LittleEndian.AppendUint64(b, uint64(is.At.UnixNano()))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(is.Subject)))
	b = append(b, is.Subject...)
	r.hash.Reset()
	r.hash.Write(b[4:20])
	r.hash.Write(is.Subject)
	if is.Header != nil {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(is.Header)))
		b = append(b, is.Header...)
		r.hash.Write(is.Header)
	}
	r.hash.Write(is.Data)
	b = append(b, is.Data...)
	return binary.LittleEndian.AppendUint64(b, r.hash.Sum64())
}

// harm changes a byte of a file or, where that is by nothing, cuts the file off there, and
// reports whether all is as it was. What no checksum covers, the length of a subject, stays.
func (w *written) harm(at uint32, change byte) (whole bool) {
	path := w.files[int(at)%len(w.files)]
	file, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	place := int(at/4) % (len(file) + 1)
	if at == 0 || place == len(file) {
		return true
	}
	switch {
	case change == 0:
		file = file[:place]
	case inSubjectLength(file, place):
		return true
	default:
		file[place] ^= change
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		w.t.Fatal(err)
	}
	return false
}

// inSubjectLength reports whether a place in a block is in the length of a subject.
func inSubjectLength(file []byte, place int) bool {
	for at := 0; at < place; {
		if place == at+20 || place == at+21 {
			return true
		}
		at += int(binary.LittleEndian.Uint32(file[at:]) &^ headerBit)
	}
	return false
}

// TestForgetSteps: where records begin is forgotten of a block that is gone, and of one
// that has another in its place, or else a program that runs for long would remember them
// all.
func TestForgetSteps(t *testing.T) {
	w := writeStore(t, rand.New(rand.NewPCG(1, 1)))
	for seed := uint64(2); len(w.files) < 3; seed++ {
		w = writeStore(t, rand.New(rand.NewPCG(seed, 1)))
	}
	s := &stream{folder: "s", name: "s", blocks: map[uint32]*blockFile{}}
	k := &Keeper{root: w.root, steps: new(steps), streams: map[string]*stream{"s": s}}
	if _, err := s.readAgain(t.Context(), w.root, new([]byte)); err != nil {
		t.Fatal(err)
	}
	for _, path := range w.files {
		k.steps.take(path, stepEvery, 1234)
	}
	data, err := os.ReadFile(w.files[1])
	if err != nil {
		t.Fatal(err)
	}
	beside := w.files[1] + ".tmp" // as the server rewrites one
	if err := errors.Join(os.Remove(w.files[0]), os.WriteFile(beside, data, 0o600), os.Rename(beside, w.files[1])); err != nil {
		t.Fatal(err)
	}
	before := maps.Clone(s.blocks)
	if _, err := s.readAgain(t.Context(), w.root, new([]byte)); err != nil {
		t.Fatal(err)
	}
	k.forgetSteps(s, before)
	for i, path := range w.files {
		if known := k.steps.before(path, stepEvery) != 0; known != (i > 1) {
			t.Errorf("of block %d it is known where records begin: %t", i+1, known)
		}
	}
}
