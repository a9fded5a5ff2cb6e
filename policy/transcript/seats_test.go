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

// TestWaiting: what a seat thinks about is neither settled nor unheard.
func TestWaiting(t *testing.T) {
	var lines Log
	for k := range 4 {
		lines.Add(&Entry{Author: &messages.Author{ID: "ana", Bot: k == 3}, Text: "hi"})
	}
	for _, no := range []uint32{1, 2, 4} {
		lines.Wait(lines.At(no), 1)
	}
	lines.MarkUnheard(lines.At(4), 1)
	waiting := lines.Waiting(0, 1, 4)
	if len(waiting) != 1 || lines.No(waiting[0]) != 2 || !lines.WaitsFor(waiting[0], 0, 1) || lines.WaitsFor(waiting[0], 1, 1) {
		t.Errorf("%d lines wait, want the second only, for the first seat", len(waiting))
	}
	if got := lines.NewestWaiting(0, 1); got != 2 {
		t.Errorf("the newest that waits is %d, want 2", got)
	}
	if got := lines.NewestWaiting(0, 2); got != 0 {
		t.Errorf("the newest that waits is %d, want none", got)
	}
}

func TestBotSpoke(t *testing.T) {
	var lines Log
	say := func(by int8, bot bool) {
		lines.Add(&Entry{Marks: Marks{By: by}, Author: &messages.Author{Bot: bot}, Text: "hi"})
	}
	if lines.BotSpoke(nil, 0) {
		t.Error("a bot spoke where nobody did")
	}
	say(0, false)
	say(2, true)
	say(1, true)
	if !lines.BotSpoke(nil, 0) || !lines.BotSpoke(nil, 1) {
		t.Error("a sibling's line isn't a bot's")
	}
	lines.MarkUnheard(lines.At(2), 1)
	if lines.BotSpoke(nil, 0) {
		t.Error("who hasn't heard the sibling answers it")
	}
	if lines.BotSpoke(Entries{{Author: &messages.Author{}}}, 1) {
		t.Error("what is asked for counts before what was said since")
	}
}
