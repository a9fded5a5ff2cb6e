package erasing

import (
	"testing"

	"familiar/messages"
	"familiar/policy/deadline"
)

// TestQueue: one text at a time is with the journal; what is beyond the bound is
// erased with all else.
func TestQueue(t *testing.T) {
	var q Queue
	var numbers deadline.Counter
	q.Add(Text{Line: "1"})
	q.Order(100, &numbers)
	if order, is := q.Open("c"); !is || order.Line != "1" || order.N != 1 || order.Channel != "c" || order.Deadline <= 100 {
		t.Fatalf("got %+v, %v, want the order for line 1", order, is)
	}
	if q.Add(Text{Line: "1"}); len(q) != 1 {
		t.Errorf("%+v wait, want line 1 once: it is being erased", q)
	}
	if q.AddAgain(Text{Line: "1"}); len(q) != 2 || q.Waits() {
		t.Errorf("%+v wait, want line 1 again: more of it may have been written", q)
	}
	if q.Done(2); len(q) != 2 {
		t.Error("the answer to another order counts")
	}
	if q.Done(1); len(q) != 1 || !q.Waits() {
		t.Errorf("%+v wait, want the second to be ordered", q)
	}
	q.Order(200, &numbers)
	q.Add(Text{Before: 10})
	if q.Add(Text{Before: 20}); len(q) != 2 || q[1].Before != 20 {
		t.Errorf("%+v wait, want what is from before 20 once: it has in it what is from before 10", q)
	}
	q = q[:1]
	full := false
	for len(q) < Most {
		full = full || q.Add(Text{Person: messages.PersonID(rune(len(q)))})
	}
	if full {
		t.Errorf("it is full with %d", len(q))
	}
	if full = q.Add(Text{Line: "x"}); !full || len(q) != 2 || !q[1].All {
		t.Errorf("got %v and %+v, want everything erased behind what is out", full, q)
	}
}

// TestOrderNext: the first that waits is ordered, and again from the queue alone.
func TestOrderNext(t *testing.T) {
	var q Queue
	var numbers deadline.Counter
	if out := q.Pending("web//a", nil); out != nil {
		t.Errorf("of nothing there is %v", out)
	}
	q.Add(Text{Line: "1"})
	q.Add(Text{Line: "2"})
	out := q.OrderNext("web//a", 100, &numbers, nil)
	if again := q.Pending("web//a", nil); len(out) != 1 || len(again) != 1 || out[0] != again[0] || out[0].(messages.Erase).Line != "1" || q.Waits() {
		t.Errorf("ordered is %v, and again %v", out, again)
	}
}
