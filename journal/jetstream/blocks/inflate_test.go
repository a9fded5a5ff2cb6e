package blocks

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/klauspost/compress/s2"
)

// deflated returns a block's records as the server compresses them.
func deflated(t *testing.T, data []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := s2.NewWriter(&packed)
	body, last := data[:len(data)-checksumSize], data[len(data)-checksumSize:]
	if _, err := w.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := binary.AppendUvarint(bytes.Clone(compressed), uint64(len(data)))
	return append(append(file, packed.Bytes()...), last...)
}

// TestInflateRoom: while the program runs every block is inflated once, whose bytes and
// those of its decoder are all that takes room.
func TestInflateRoom(t *testing.T) {
	const size, decoder = 8 << 20, 4 << 20
	data := make([]byte, size)
	draw := rand.New(rand.NewPCG(1, 2))
	for i := range data {
		data[i] = byte(draw.IntN(4))
	}
	file := deflated(t, data)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, damaged := inflate(file)
	runtime.ReadMemStats(&after)
	if damaged || !bytes.Equal(got, data) {
		t.Fatalf("got %d bytes, damaged %t, want those %d that were compressed", len(got), damaged, size)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > size+decoder {
		t.Errorf("it took %d bytes of room for %d", took, size)
	}
}

// TestInflateWrongSize: what a damaged head claims is neither believed nor made room for.
func TestInflateWrongSize(t *testing.T) {
	data := bytes.Repeat([]byte("some records of a block "), 1000)
	file := deflated(t, data)
	begins := bytes.Index(file, s2Begins)
	for _, claimed := range []uint64{0, uint64(len(data)) - 1, 1 << 62} {
		wrong := append(binary.AppendUvarint(bytes.Clone(compressed), claimed), file[begins:]...)
		got, damaged := inflate(wrong)
		if !damaged || !bytes.Equal(got, data) {
			t.Errorf("claimed %d: got %d bytes, damaged %t, want all %d and that the head is wrong", claimed, len(got), damaged, len(data))
		}
		if cap(got) > mostBlock+bytes.MinRead {
			t.Errorf("claimed %d: made room for %d", claimed, cap(got))
		}
	}
}
