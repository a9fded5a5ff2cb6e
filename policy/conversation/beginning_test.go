package conversation

import (
	"testing"

	"pgregory.net/rapid"
)

// TestBeginning: a turn is shown the newest of the earlier lines, a few more at
// most, and the first of them stays the same until a step's worth of lines came.
func TestBeginning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var numbers []uint32
		no, moved, first := uint32(0), 0, uint32(0)
		for range rapid.IntRange(1, 200).Draw(t, "lines") {
			no += uint32(rapid.IntRange(1, 3).Draw(t, "gap")) // some are not for this seat
			numbers = append(numbers, no)
			at := beginning(numbers)
			if shown := len(numbers) - at; shown < min(earlier, len(numbers)) || shown >= earlier+earlierStep {
				t.Fatalf("%d lines are shown of %d", shown, len(numbers))
			}
			if numbers[at] != first {
				first = numbers[at]
				moved++
			}
		}
		if most := int(no)/earlierStep + 1; moved > most {
			t.Fatalf("the first line moved %d times in %d lines, want at most %d", moved, no, most)
		}
	})
	if got := beginning(nil); got != 0 {
		t.Errorf("of no lines the first is %d, want 0", got)
	}
}
