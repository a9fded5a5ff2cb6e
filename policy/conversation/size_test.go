package conversation

import (
	"reflect"
	"testing"
)

// TestSizes: Go has memory of some sizes only, and puts 8 bytes before what is larger
// than 512 and has pointers. What doesn't fit here takes 128 bytes more of a
// channel, or 64 of a seat.
func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		story string
		value reflect.Type
		fits  uintptr
	}{
		{"a channel", reflect.TypeFor[Channel](), 1024},
		{"a seat", reflect.TypeFor[Seat](), 512},
	} {
		got := tt.value.Size()
		if got > 512 {
			got += 8
		}
		if got > tt.fits {
			t.Errorf("%s takes %d bytes, want at most %d", tt.story, got, tt.fits)
		}
	}
}

// TestStepAllocates: an observed line costs one allocation, the notes of all seats.
func TestStepAllocates(t *testing.T) {
	for _, c := range []*Config{testConfig(t, "ladder"), sixSeats(t)} {
		h := newHearing(c)
		if got := testing.AllocsPerRun(500, h.line); got > 1 {
			t.Errorf("a line that %d familiars hear costs %v allocations, want 1", len(c.Seats), got)
		}
	}
}
