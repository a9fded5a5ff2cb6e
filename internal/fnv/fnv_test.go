package fnv_test

import (
	"hash/fnv"
	"testing"

	own "familiar/internal/fnv"
)

func FuzzAdd(f *testing.F) {
	f.Add("", "")
	f.Add("discord/1/2", "\x00aria")
	f.Fuzz(func(t *testing.T, head, tail string) {
		h := fnv.New64a()
		h.Write([]byte(head + tail))
		if got := own.Add(own.Sum(head), []byte(tail)); got != h.Sum64() {
			t.Errorf("%q and %q: got %x, want %x", head, tail, got, h.Sum64())
		}
	})
}

func TestSumAllocatesNothing(t *testing.T) {
	text, sum := "discord/1/2", uint64(0)
	if n := testing.AllocsPerRun(100, func() { sum += own.Sum(text) }); n != 0 {
		t.Errorf("a hash takes %v allocations", n)
	}
}
