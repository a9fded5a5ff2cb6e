package transcript

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// TestPropertyLine: however large the numbers of a line are, and whatever follows them,
// they are read as they were written.
func TestPropertyLine(t *testing.T) {
	number := rapid.OneOf(rapid.Uint64Max(1<<7-1), rapid.Uint64Max(1<<14-1), rapid.Uint64Max(1<<21-1), rapid.Uint64())
	rapid.Check(t, func(t *rapid.T) {
		var want, got [5]uint64
		var b []byte
		for k := range want {
			want[k] = number.Draw(t, "number")
			b = binary.AppendUvarint(b, want[k])
		}
		size := len(b)
		r := reader{b: append(b, rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "what follows")...)}
		got[0], got[1], got[2], got[3], got[4] = r.line()
		if got != want || r.at != size || r.damaged {
			t.Fatalf("read %v up to %d, damaged: %v; want %v up to %d", got, r.at, r.damaged, want, size)
		}
		cut := reader{b: b[:rapid.IntRange(0, size-1).Draw(t, "cut")]}
		if cut.line(); !cut.damaged {
			t.Fatalf("%d bytes of %d are read as whole", len(cut.b), size)
		}
	})
}
