package command

import (
	"testing"

	"familiar/messages"
	"familiar/messages/because"
)

// TestNobodyDecides: a channel that says nothing is not taken for one that did.
func TestNobodyDecides(t *testing.T) {
	var d decisions
	answer, forget := d.await(ask{"c", "aria", 7})
	see := d.watched(nil)
	for _, n := range []messages.Note{
		{Channel: "c", Familiar: "aria", N: 8, Rung: "command", Reason: because.Read("command", "engage")},
		{Channel: "c", Familiar: "bo", N: 7, Rung: "command", Reason: because.Read("command", "engage")},
		{Channel: "d", Familiar: "aria", N: 7, Rung: "command", Reason: because.Read("command", "engage")},
		{Channel: "c", Familiar: "aria", N: 7, Rung: "spoke"},
	} {
		see([]*messages.Note{&n})
	}
	select {
	case got := <-answer:
		t.Fatalf("got %q of another decision", got)
	default:
	}
	mine := &messages.Note{Channel: "c", Familiar: "aria", N: 7, Rung: "refused", Reason: because.Read("refused", "engage: bo holds the window")}
	see([]*messages.Note{mine, mine})
	if got := <-answer; got != "bo holds the window" {
		t.Errorf("got %q, want why", got)
	}
	forget()
	see([]*messages.Note{mine})
	if d.open.Load() != 0 || len(d.waiting) != 0 {
		t.Errorf("%d wait still", d.open.Load())
	}
}
