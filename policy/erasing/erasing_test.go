package erasing

import (
	"slices"
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
	q.OrderNext("c", 100, &numbers, false, nil)
	if order, is := q.Open("c"); !is || order.Line != "1" || order.N != 1 || order.Channel != "c" || order.Deadline <= 100 {
		t.Fatalf("got %+v, %v, want the order for line 1", order, is)
	}
	if q.Add(Text{Line: "1"}); len(q) != 1 {
		t.Errorf("%+v wait, want line 1 once: it is being erased", q)
	}
	if q.AddAgain(Text{Line: "1"}); len(q) != 2 || q.Waits(false) {
		t.Errorf("%+v wait, want line 1 again: more of it may have been written", q)
	}
	if q.Done(2); len(q) != 2 {
		t.Error("the answer to another order counts")
	}
	if q.Done(1); len(q) != 1 || !q.Waits(false) {
		t.Errorf("%+v wait, want the second to be ordered", q)
	}
	q.OrderNext("c", 200, &numbers, false, nil)
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
	if out := q.Pending("web//a", false, nil); out != nil {
		t.Errorf("of nothing there is %v", out)
	}
	q.Add(Text{Line: "1"})
	q.Add(Text{Line: "2"})
	out := q.OrderNext("web//a", 100, &numbers, false, nil)
	if again := q.Pending("web//a", false, nil); len(out) != 1 || len(again) != 1 || out[0] != again[0] || out[0].(messages.Erase).Line != "1" || q.Waits(false) {
		t.Errorf("ordered is %v, and again %v", out, again)
	}
}

// TestHeld: while it is held a queue gives no order, looks each hour whether it still is,
// and then goes on where it was.
func TestHeld(t *testing.T) {
	const minute = messages.Instant(60_000)
	for _, tt := range []struct {
		story    string
		ordered  bool // the order was out as the hold came
		released bool
	}{
		{"held from the start", false, false},
		{"an order is out as the hold comes: it is not given again", true, false},
		{"released, with nothing out", false, true},
		{"released, with the order out that was out before", true, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var q Queue
			var numbers deadline.Counter
			q.Add(Text{Line: "1"})
			q.Add(Text{Line: "2"})
			if tt.ordered {
				q.OrderNext("c", 100, &numbers, false, nil)
				if out := q.Pending("c", true, nil); out != nil || !q.Busy() {
					t.Errorf("held, and given again: %v", out)
				}
			}
			if out := q.OrderNext("c", 100+minute, &numbers, true, nil); out != nil || q.Busy() || q.Waits(true) {
				t.Errorf("held, and ordered: %v, busy %v", out, q.Busy())
			}
			if due := q.Due(); !due.Is(numbers.Next()-1) || due.At != 100+61*minute {
				t.Errorf("it looks again at %+v, want in an hour", due)
			}
			if !tt.released {
				return
			}
			if !q.Waits(false) {
				t.Fatal("it doesn't wait for its order")
			}
			if out := q.OrderNext("c", 100+2*minute, &numbers, false, nil); len(out) != 1 || out[0].(messages.Erase).Line != "1" || !q.Busy() || q.Waits(false) {
				t.Errorf("released it orders %v", out)
			}
			if q.Done(q.Due().N); len(q) != 1 || !q.Waits(false) || q[0].Line != "2" {
				t.Errorf("after the first %+v wait", q)
			}
		})
	}
}

// TestAskedBy: an order that may be given much later is for what was there when it was
// asked for, and the newest such order stands for those it covers.
func TestAskedBy(t *testing.T) {
	var numbers deadline.Counter
	held := func(texts ...Text) (q Queue) {
		for i, text := range texts {
			q.AddAgain(text.AskedBy(messages.Instant(i + 1)))
			if q.Waits(true) {
				q.OrderNext("c", messages.Instant(i+1), &numbers, true, nil)
			}
		}
		return q
	}
	many := make([]Text, Most+1)
	for i := range many {
		many[i] = Text{Line: messages.LineID(rune(1 + i))}
	}
	for _, tt := range []struct {
		story string
		of    Queue
		want  []Text
	}{
		{"two lines", held(Text{Line: "1"}, Text{Line: "2"}), []Text{{Line: "1", Until: 2}, {Line: "2", Until: 3}}},
		{"a line twice", held(Text{Line: "1"}, Text{Line: "2"}, Text{Line: "2"}), []Text{{Line: "1", Until: 2}, {Line: "2", Until: 3}}},
		{"somebody twice", held(Text{Person: "ana"}, Text{Person: "ana"}), []Text{{Person: "ana", Until: 3}}},
		{"everything", held(Text{Line: "1"}, Text{Person: "ana"}, Text{All: true}), []Text{{Before: 4, Until: 4}}},
		{"a line after everything", held(Text{All: true}, Text{Line: "1"}), []Text{{Before: 2, Until: 2}, {Line: "1", Until: 3}}},
		{"more than it holds", held(many...), []Text{{Before: Most + 2, Until: Most + 2}}},
	} {
		if !slices.EqualFunc(tt.of, tt.want, func(got, want Text) bool {
			got.Deadline, got.Held = want.Deadline, want.Held
			return got == want
		}) {
			t.Errorf("%s: got %+v, want %+v", tt.story, tt.of, tt.want)
		}
	}
}
