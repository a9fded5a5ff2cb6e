package inquiry

import (
	"encoding/json"
	"testing"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/roster"
)

// ask is an account at a moment, that can ask that.
func ask(of messages.AccountID, can Means, now messages.Instant, numbers *deadline.Counter) Asker {
	return Asker{Account: of, Means: can, Channel: "web//a", Now: now, Numbers: numbers}
}

// TestDesk: each account is asked once for what was said before, and for who is
// here as long as that is not known.
func TestDesk(t *testing.T) {
	var d Desk
	var numbers deadline.Counter
	if !d.Idle() || d.Can(Members) {
		t.Fatal("somebody is asked where nobody can be")
	}
	d.Use(Members | History)
	if out, waits := d.AskHistory(ask("deaf", Members, 100, &numbers), nil); len(out) != 0 || waits || !d.IsZero() {
		t.Errorf("who can't be asked is asked %v", out)
	}
	out, waits := d.AskHistory(ask("aria", Members|History, 100, &numbers), nil)
	if len(out) != 1 || !waits {
		t.Fatalf("for the first line got %v", out)
	}
	d.Begin(said("1", "aria"), 100, &numbers)
	if out := d.AskHistoryToo(ask("bo", Members, 100, &numbers), nil); len(out) != 0 {
		t.Errorf("who can't be asked too is asked %v", out)
	}
	for _, want := range []int{1, 0} {
		if out := d.AskHistoryToo(ask("bo", History, 100, &numbers), nil); len(out) != want {
			t.Errorf("of another account got %v, want %d orders", out, want)
		}
	}
	for _, tt := range []struct {
		now    messages.Instant
		orders int
		open   bool
	}{{200, 1, true}, {300, 0, true}, {200 + 1500, 0, false}} {
		if out, open := d.AskMembers(ask("aria", Members, tt.now, &numbers), nil); len(out) != tt.orders || open != tt.open {
			t.Errorf("at %d got %v, open %v", tt.now, out, open)
		}
	}
	d.AnswerMembers(d.Inquiry.Members.N)
	if out, _ := d.AskMembers(ask("aria", Members, messages.Instant(200).Add(roster.FreshFor), &numbers), nil); len(out) != 1 {
		t.Errorf("much later got %v", out)
	}
	if d.Cancel(); !d.IsZero() || !d.Can(History) {
		t.Error("what was asked is not forgotten, or what can be is")
	}
}

// TestReady: the lines go on when all they wait for is there, or its time is
// over.
func TestReady(t *testing.T) {
	var d Desk
	var numbers deadline.Counter
	d.AskHistory(ask("aria", History, 100, &numbers), nil)
	d.AskMembers(ask("aria", Members, 100, &numbers), nil)
	l := said("1", "aria")
	l.ReplyTo = messages.Reply{ID: "q", ThreadRoot: true}
	d.Begin(l, 100, &numbers)
	hangs := func(is bool) func(*messages.Line) bool { return func(*messages.Line) bool { return is } }
	if d.Ready(false, hangs(false)) {
		t.Error("it doesn't wait for what was said before")
	}
	d.AnswerHistory(d.Inquiry.History)
	if d.Ready(true, hangs(false)) || d.Ready(false, hangs(true)) || !d.Ready(false, hangs(false)) {
		t.Error("it waits for the room and the members, if it hangs on them")
	}
	if over := d.Fired(d.Inquiry.Members.N); over != MembersWait || !d.Ready(false, hangs(true)) {
		t.Errorf("the members' deadline ends %v", over)
	}
	if n := d.Until.N; d.Fired(n) != Wait || d.Fired(n+1) != Nothing || (&Desk{}).Fired(n) != Nothing {
		t.Error("a deadline ends what it is not of")
	}
}

// TestSaved: nothing is encoded of a desk that never asked.
func TestSaved(t *testing.T) {
	type channel struct {
		Asking Desk `json:"asking,omitzero"`
	}
	for _, want := range []string{`{}`, `{"asking":{}}`, `{"asking":{"history":3,"history_of":"aria"}}`} {
		var c channel
		if err := json.Unmarshal([]byte(want), &c); err != nil {
			t.Fatal(err)
		}
		if b, err := json.Marshal(&c); err != nil || string(b) != want || c.Asking.IsZero() != (want == "{}") {
			t.Errorf("got %s, %v; want %s", b, err, want)
		}
	}
	var c channel
	if err := json.Unmarshal([]byte(`{"asking":null}`), &c); err != nil || !c.Asking.IsZero() {
		t.Errorf("of null there is %+v, %v", c.Asking.Inquiry, err)
	}
}
