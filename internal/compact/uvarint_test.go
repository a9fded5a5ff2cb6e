package compact

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestUvarint: it reads what the standard library reads, whatever follows, and refuses
// what that refuses.
func TestUvarint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	same := func(b []byte) {
		t.Helper()
		got, n := Uvarint(b)
		want, m := binary.Uvarint(b)
		if m <= 0 {
			want, m = 0, 0
		}
		if got != want || max(n, 0) != m {
			t.Fatalf("% x: got %d of %d bytes, want %d of %d", b, got, n, want, m)
		}
	}
	for bit := range 65 {
		for range 200 {
			v := uint64(0)
			if bit > 0 {
				v = r.Uint64()>>(64-bit) | 1<<(bit-1)
			}
			b := binary.AppendUvarint(nil, v)
			for k := range b {
				same(b[:k])
			}
			for range 12 {
				same(b)
				b = append(b, byte(r.Uint32()))
			}
		}
	}
	for range 100_000 { // what nobody writes: too long, or longer than it must be
		b := make([]byte, r.IntN(14))
		for k := range b {
			if b[k] = byte(r.Uint32()); r.IntN(8) > 0 {
				b[k] |= 0x80
			}
			if r.IntN(4) == 0 {
				b[k] &= 0x81
			}
		}
		same(b)
	}
}
