package backlog_test

import (
	"slices"
	"testing"

	"familiar/messages"
	"familiar/policy/backlog"
	"familiar/policy/deadline"
	"familiar/policy/transcript"
)

func lines(nos ...uint32) (all transcript.Entries) {
	for _, no := range nos {
		all = append(all, transcript.Entry{Marks: transcript.Marks{No: no}, ID: messages.LineID(rune(no)), Author: &messages.Author{}})
	}
	return all
}

func numbers(all transcript.Entries) (nos []uint32) {
	for _, e := range all {
		nos = append(nos, e.No)
	}
	return nos
}

func check(t *testing.T, what string, got transcript.Entries, want ...uint32) {
	t.Helper()
	if !slices.Equal(numbers(got), want) {
		t.Errorf("%s: %v, want %v", what, numbers(got), want)
	}
}

func TestOrder(t *testing.T) {
	var b backlog.Backlog
	b.Add(lines(3)[0])
	b.Return(lines(1))
	b.TakeOver(lines(2))
	check(t, "waiting", b.Pending, 1, 2, 3)
	b.Debounce = deadline.Deadline{N: 1}
	if b.IsReady() {
		t.Error("it is ready while it waits for more")
	}
	check(t, "taken", b.Take(), 1, 2, 3)
	if b.Debounce.N != 0 || b.IsReady() {
		t.Error("something is left")
	}
}

// TestMost: the oldest go first, however they came.
func TestMost(t *testing.T) {
	var b backlog.Backlog
	for no := range uint32(backlog.Most) {
		if shed := b.Add(lines(no + 2)[0]); shed != nil {
			t.Fatalf("line %d sheds %v", no+2, numbers(shed))
		}
	}
	check(t, "shed for one more", b.Add(lines(backlog.Most + 2)[0]), 2)
	check(t, "shed for older ones", b.Return(lines(1, 2)), 1, 2)
	if len(b.Pending) != backlog.Most {
		t.Errorf("%d wait", len(b.Pending))
	}
}

// TestInterrupt: a line goes before what a turn was about, which comes after it.
func TestInterrupt(t *testing.T) {
	b := backlog.Backlog{Pending: lines(5)}
	if !b.Interrupt(lines(1, 2), 1) || !b.Owes(2) || !b.Owes(5) || b.Owes(3) {
		t.Fatalf("%+v", b)
	}
	b.Resume()
	check(t, "while the new line waits", b.Pending, 5)
	b.Take()
	if n := b.TakeBreaks(); n != 1 {
		t.Errorf("put off %d times, want 1", n)
	}
	b.Interrupt(lines(5), 2)
	b.Resume()
	check(t, "once it is answered", b.Pending, 1, 2, 5)
	if n := b.TakeBreaks(); n != 2 || b.Paused != nil {
		t.Errorf("put off %d times, and %+v is left", n, b.Paused)
	}
	if b.Interrupt(nil, 1) || b.Paused != nil {
		t.Error("there was nothing to put off")
	}
}

func TestUnpause(t *testing.T) {
	b := backlog.Backlog{Pending: lines(5)}
	b.Interrupt(lines(1), 2)
	b.CountPauses(1)
	check(t, "all of it", b.Pending, 1, 5)
	if b.Paused == nil || b.Paused.Times != 2 || len(b.Paused.Asked) != 0 {
		t.Errorf("%+v, want it counted twice", b.Paused)
	}
	b.Unpause()
	if b.Paused != nil {
		t.Error("it is paused still")
	}
}

func TestStrike(t *testing.T) {
	b := backlog.Backlog{Pending: lines(1, 2), Debounce: deadline.Deadline{N: 1}}
	b.Interrupt(lines(3, 4), 1)
	odd := func(e transcript.Entry) bool { return e.No%2 == 1 }
	check(t, "struck", b.Strike(odd), 1, 3)
	check(t, "left", b.Pending, 2)
	check(t, "paused", b.Paused.Asked, 4)
	if b.Debounce.N == 0 {
		t.Error("a line waits still")
	}
	b.Strike(func(transcript.Entry) bool { return true })
	if b.Debounce.N != 0 {
		t.Error("nothing waits any more, and its deadline does")
	}
}

func TestRevise(t *testing.T) {
	b := backlog.Backlog{Pending: lines(1)}
	b.Interrupt(lines(2), 1)
	for _, no := range []uint32{1, 2} {
		b.Revise(&messages.Line{ID: lines(no)[0].ID, Text: "new"})
	}
	if b.Pending[0].Text != "new" || b.Paused.Asked[0].Text != "new" {
		t.Errorf("%+v", b)
	}
}
