package mind_test

import (
	"testing"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/deadline"
	"familiar/policy/mind"
)

func question(n uint64, why messages.Trigger, upto uint32) mind.Question {
	return mind.Question{Deadline: deadline.Deadline{N: n, At: 50}, Trigger: why, Upto: upto}
}

// TestWay: a line waits, is thought of, asked about and wished for.
func TestWay(t *testing.T) {
	var m mind.Mind
	if m.Waits() || !m.IsOpen() || m.Concern() != "" {
		t.Fatalf("%+v isn't empty", m)
	}
	m.Await(3, .4)
	m.Plan(mind.Thought{Deadline: deadline.Deadline{N: 1, At: 40}, Trigger: messages.Interjection})
	if !m.Waits() || m.Concern() != messages.Interjection || m.Purpose() != "" {
		t.Errorf("%+v, want it to think of an interjection", m)
	}
	if then := m.Unplan(); then.N != 1 || m.Think.N != 0 {
		t.Errorf("it would have thought %+v", then)
	}
	m.Ask(question(2, messages.Interjection, 3))
	if m.IsOpen() || m.Passed() != 3 || m.Settled != 0 || m.Purpose() != messages.Interjection {
		t.Errorf("%+v, want it to have asked about 3", m)
	}
	m.Await(4, 0)
	q := m.Answered()
	m.Accept(&q, 0)
	if m.Wish != messages.Interjection || m.Wished != 0 || m.Verdict == nil || m.Judging != nil {
		t.Errorf("%+v, want it to speak next", m)
	}
	if why := m.TakeWish(); why != messages.Interjection || m.Trace() == nil || m.Trace() != nil {
		t.Errorf("it spoke for %q, and goes on from a question once", why)
	}
	if m.SettleAll(); m.Waits() || m.Settled != 4 {
		t.Errorf("%+v, want all settled", m)
	}
}

// TestSettle: what is settled stays so.
func TestSettle(t *testing.T) {
	var m mind.Mind
	m.Await(9, 0)
	m.Settle(7)
	q := question(1, messages.Lull, 5)
	if m.Refuse(&q); m.Settled != 7 || !m.Waits() {
		t.Errorf("%+v: a no about older lines has unsettled newer ones", m)
	}
	m.Await(8, 0)
	if m.Waiting != 9 {
		t.Errorf("an older line waits, and %d is the newest", m.Waiting)
	}
}

// TestCall: an address is answered before anything else.
func TestCall(t *testing.T) {
	var m mind.Mind
	if m.Calls() {
		t.Error("nobody has called it")
	}
	m.Call(messages.FollowUp)
	m.Call(messages.Address)
	if m.Call(messages.FollowUp); m.Called != messages.Address || !m.Calls() {
		t.Errorf("it was called for %q", m.Called)
	}
	m.Ask(question(1, messages.Interjection, 1))
	if m.Dismiss(); m.Calls() {
		t.Error("its question is a thought of its own")
	}
	m.Intend(messages.Address, 4)
	if !m.Calls() || m.Wished != 4 {
		t.Errorf("%+v, want it to answer 4", m)
	}
}

// TestRewait: lines were deleted, or wait no more.
func TestRewait(t *testing.T) {
	m := mind.Mind{Settled: 2, Waiting: 6, Likely: .5, Called: messages.Address}
	if m.Rewait(6); m.Likely == 0 || m.Called == "" {
		t.Errorf("%+v: nothing has changed", m)
	}
	if m.Rewait(4); m.Likely != 0 || m.Waiting != 4 || m.Called == "" {
		t.Errorf("%+v, want 4 to wait, and nobody to have estimated it", m)
	}
	if m.Rewait(2); m.Waits() || m.Called != "" {
		t.Errorf("%+v, want nothing to wait", m)
	}
}

func TestLeaveOff(t *testing.T) {
	m := mind.Mind{Called: messages.Address, Wish: messages.Lull, Settled: 3}
	q := question(7, messages.Lull, 3)
	m.Ask(q)
	m.AskAgain(&q, deadline.Deadline{N: 8, At: 60})
	var earliest deadline.Deadline
	if m.Deadlines(func(d deadline.Deadline) { earliest = earliest.Earlier(d) }); earliest.N != 7 {
		t.Errorf("it waits for %+v first", earliest)
	}
	out := m.LeaveOff(nil)
	if len(out) != 1 || out[0] != (messages.Cancel{N: 7}) || !m.IsOpen() || m.Failures != 0 || m.Settled != 3 {
		t.Errorf("%+v after %+v", m, out)
	}
	if len(m.Withdraw(nil)) != 0 {
		t.Error("it has no question to withdraw")
	}
}

// TestInWords: a verdict's reason says which judge has given it; an error counts as no.
func TestInWords(t *testing.T) {
	q := mind.Question{First: mind.Yes}
	if got := q.InWords(&messages.Judged{Yes: true, Reason: "hm"}); got != (because.JudgeSaid{Yes: true, Words: "hm", Second: true}) {
		t.Errorf("got %+v", got)
	}
	if got := q.InWords(&messages.Judged{Error: "away"}); got != (because.JudgeFailed{Then: because.CountAsNo, Error: "away"}) {
		t.Errorf("got %+v", got)
	}
}
