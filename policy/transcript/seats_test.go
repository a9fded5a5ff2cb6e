package transcript

import (
	"testing"

	"familiar/messages"
)

// TestMostLinesShareTheirSeats: what happens to a line as to those before it takes
// no more memory, in whatever order the seats decide.
func TestMostLinesShareTheirSeats(t *testing.T) {
	const all = 6
	var lines Log
	for range 3 * Resident {
		e := lines.Add(&Entry{Author: &messages.Author{ID: "ana"}, Text: "hi"})
		for i := range all {
			lines.MarkDecided(e, 1<<i)
			lines.Wait(e, 1<<i)
		}
	}
	if got, want := len(lines.seats), 1+2*all; got != want {
		t.Errorf("%d sets of seats are kept, want the %d that a line goes through", got, want)
	}
	for e := range lines.Each() {
		if lines.Decided(e) != 1<<all-1 || lines.Waits(e) != 1<<all-1 || lines.For(e)|lines.Hidden(e) != 0 {
			t.Fatalf("line %d says %+v", lines.No(e), lines.Entry(e).Marks)
		}
	}
}

// TestSeatsOfNoLineGo: those of lines that have left are dropped once there are
// many, and no other line gets them.
func TestSeatsOfNoLineGo(t *testing.T) {
	var lines Log
	for no := range uint32(10 * Resident) {
		lines.Add(&Entry{Marks: Marks{Decided: no % 1000, By: int8(no % 5)}, Author: &messages.Author{ID: "ana"}, Text: "hi"})
	}
	if got := len(lines.seats); got > Resident+fewSeats {
		t.Errorf("%d sets of seats are kept for %d lines", got, Resident)
	}
	for e := range lines.Each() {
		if no := lines.No(e) - 1; lines.Decided(e) != no%1000 || lines.By(e) != int8(no%5) {
			t.Errorf("line %d says %+v", lines.No(e), lines.Entry(e).Marks)
		}
	}
}
