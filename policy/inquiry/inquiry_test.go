package inquiry

import (
	"encoding/json"
	"testing"

	"familiar/messages"
	"familiar/policy/deadline"
)

func said(id messages.LineID, account messages.AccountID) *messages.Line {
	return &messages.Line{ID: id, Account: account, Channel: "web//a", Author: messages.Author{ID: "ana"}, Text: string(id)}
}

// TestHolding: lines wait in their order, are edited by whose account alone
// heard them, and are dropped with their copies.
func TestHolding(t *testing.T) {
	var q Inquiry
	for k, l := range []*messages.Line{said("1", "aria"), said("2", "aria"), said("1", "bo")} {
		if full := q.Hold(l, messages.Instant(100+k)); full {
			t.Fatalf("full with %d lines", k+1)
		}
	}
	if waits, other := q.Edit(&messages.Line{ID: "2", Account: "aria", Text: "new"}); !waits || other || q.Held[1].Text != "new" || q.Held[1].At != 101 {
		t.Errorf("edited it is %+v; waits %v, other %v", q.Held[1].Line, waits, other)
	}
	if waits, other := q.Edit(&messages.Line{ID: "1", Account: "aria", Text: "new"}); waits || !other {
		t.Errorf("a line that another account heard, too: waits %v, other %v", waits, other)
	}
	if before := q.Before([]*messages.Line{said("0", ""), said("1", ""), said("2", "")}); len(before) != 1 || before[0].ID != "0" {
		t.Errorf("got %v, want what stands before the first that waits", before)
	}
	b, err := json.Marshal(q)
	var again Inquiry
	if err == nil {
		err = json.Unmarshal(b, &again)
	}
	if err != nil || len(again.Held) != 3 || again.Held[2].Account != "bo" {
		t.Errorf("after saving it is %+v, %v", again, err)
	}
	if gone := q.Drop(func(l *messages.Line) bool { return l.ID == "1" }); len(gone) != 2 || len(q.Held) != 1 {
		t.Errorf("dropped %d, %d wait; want both copies gone and one line to wait", len(gone), len(q.Held))
	}
	if held := q.Release(); len(held) != 1 || q.Waiting() {
		t.Errorf("released %d", len(held))
	}
}

// TestOrders: what is asked is answered once.
func TestOrders(t *testing.T) {
	var q Inquiry
	var numbers deadline.Counter
	if !q.askHistory("aria", &numbers) || q.askHistory("aria", &numbers) || q.asksToo("aria") || !q.asksToo("bo") {
		t.Fatalf("after asking aria once it is %+v", q)
	}
	too := q.askToo("bo", &numbers)
	q.askMembers("aria", 100, &numbers)
	if out := q.Pending("web//a", 100, nil); len(out) != 3 || q.asksToo("bo") {
		t.Fatalf("%d orders are open, want 3: %v", len(out), out)
	}
	if open, other := q.AnswerHistory(too); !open || !other || !q.fetches() {
		t.Errorf("bo's answer: open %v, too %v", open, other)
	}
	if open, other := q.AnswerHistory(1); !open || other || q.fetches() {
		t.Errorf("aria's answer: open %v, too %v", open, other)
	}
	if open, _ := q.AnswerHistory(1); open {
		t.Error("the same answer again counts")
	}
	if n := q.Members.N; !q.AnswerMembers(n) || q.AnswerMembers(n) || len(q.Pending("web//a", 100, nil)) != 0 {
		t.Errorf("after all answers it is %+v", q)
	}
}

// TestNone: a channel of which nobody was asked anything.
func TestNone(t *testing.T) {
	var none *Inquiry
	none.Renumber(nil)
	waits, other := none.Edit(said("1", ""))
	open, too := none.AnswerHistory(1)
	if none.Waiting() || none.Holds("1") || none.Opens(1) || none.AnswerMembers(1) || waits || other || open || too || none.Drop(nil) != nil || none.Due().N != 0 || none.Pending("", 0, nil) != nil {
		t.Error("there is something of nothing")
	}
}
