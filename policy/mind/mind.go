// Package mind is what one familiar has in mind to say unasked, or where it
// isn't sure that it was asked: the lines that wait for its thought, when it will
// think of them, the question that is with its judge, and what it is about to say
// once it may.
//
// A line is in one of three conditions: it waits, it is settled, or it is of no
// concern. All up to Settled are settled at once, by a verdict, a turn or a rule.
package mind

import (
	"cmp"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/deadline"
	"familiar/policy/span"
)

// A Mind is one familiar's. In the zero Mind nothing waits.
type Mind struct {
	Settled uint32 `json:"settled,omitempty"` // lines up to here wait no more
	Waiting uint32 `json:"waiting,omitempty"` // newest line that waits; none if <= Settled

	Think   Thought           `json:"think,omitempty"`   // when it will think about speaking unasked
	Called  messages.Trigger  `json:"called,omitempty"`  // the judge is to be asked now, for this reason
	Judging *Question         `json:"judging,omitempty"` // the question that is with the judge; nil: none
	Retry   deadline.Deadline `json:"retry,omitempty"`   // the judge failed: ask again then
	Wish    messages.Trigger  `json:"wish,omitempty"`    // its turn is next, for this reason

	Wished   uint32         `json:"wished,omitempty"`   // of Wish, when each line is judged by itself: the line
	Failures int32          `json:"failures,omitempty"` // of the judge, in a row
	Likely   float64        `json:"likely,omitempty"`   // that it is expected to answer the newest line that waits; 0: not estimated
	Chance   float64        `json:"chance,omitempty"`   // that a line that waits wants an answer, where a second judge may be asked; of an open question its own has it; 0: not estimated
	Hope     float64        `json:"hope,omitempty"`     // answers expected of it since it last asked or spoke: the estimates of what waited, added up
	Verdict  *messages.Meta `json:"verdict,omitempty"`  // of Wish: the question that was answered yes; nil: there was none
}

// A Thought is when a familiar will think about speaking unasked, and why. The
// zero Thought is none.
type Thought struct {
	deadline.Deadline
	Trigger messages.Trigger `json:"why,omitempty"`
	Term    string           `json:"term,omitempty"` // what it waits for
}

// A Question is with the judge.
type Question struct {
	deadline.Deadline                  // N is the order's
	Trigger           messages.Trigger `json:"why"`
	Upto              uint32           `json:"upto"` // the newest line it was shown
	Span              span.Span        `json:"span,omitzero"`

	Others []messages.FamiliarID `json:"others,omitempty"` // siblings whose lines it is about, too: the judge says who is to speak, if anyone

	First  Word    `json:"first,omitempty"`  // with the second judge: what the first one said; "": it is with the first
	Chance float64 `json:"chance,omitempty"` // that a line it is about wants an answer, before anybody was asked; 0: not estimated
}

// InWords returns a verdict on the question, with its reason.
func (q *Question) InWords(v *messages.Judged) because.Reason {
	if v.Error != "" {
		return because.JudgeFailed{Then: because.CountAsNo, Error: v.Error}
	}
	return because.JudgeSaid{Yes: v.Yes, Words: v.Reason, Second: q.First != ""}
}

// A Word is what a judge has said.
type Word string

// The words.
const (
	Yes Word = "yes"
	No  Word = "no"
)

// WordOf returns the word for a verdict.
func WordOf(yes bool) Word {
	if yes {
		return Yes
	}
	return No
}

// Waits reports whether lines wait for its thought.
func (m *Mind) Waits() bool { return m.Waiting > m.Settled }

// IsIdle reports whether nothing waits for its thought, and none is planned.
func (m *Mind) IsIdle() bool { return !m.Waits() && m.Think.N == 0 }

// IsOpen reports whether nothing is under way that has to end before it thinks
// again.
func (m *Mind) IsOpen() bool { return m.Judging == nil && m.Wish == "" && m.Retry.N == 0 }

// IsOpenAt reports the same of a moment at which it may ask a failing judge again.
func (m *Mind) IsOpenAt(now messages.Instant) bool {
	return m.Judging == nil && m.Wish == "" && (m.Retry.N == 0 || m.Retry.At <= now)
}

// IsAsked reports whether the judge is to be asked now about what somebody wants of it.
func (m *Mind) IsAsked() bool { return m.Called != "" && !m.Called.Unsolicited() }

// Passed returns the newest line that is settled, or will be by the open
// question.
func (m *Mind) Passed() uint32 {
	if m.Judging != nil {
		return max(m.Settled, m.Judging.Upto)
	}
	return m.Settled
}

// Purpose returns why it is about to speak; "" when it isn't.
func (m *Mind) Purpose() messages.Trigger {
	if m.Judging != nil {
		return m.Judging.Trigger
	}
	return m.Wish
}

// Concern returns why it is about to speak or to think of it; "" when it is not.
func (m *Mind) Concern() messages.Trigger {
	if why := m.Purpose(); why != "" || !m.Waits() {
		return why
	}
	return cmp.Or(m.Called, m.Think.Trigger, messages.Lull)
}

// Calls reports whether somebody has addressed it by what it is about to think
// of, or to say.
func (m *Mind) Calls() bool {
	why := m.Called
	if m.Judging != nil {
		why = m.Judging.Trigger
	}
	return why == messages.Address || m.Wish == messages.Address
}

// Await has a line wait which it is expected to answer as likely as that; 0: not
// estimated, so that only the judge can tell.
func (m *Mind) Await(no uint32, likely float64) {
	m.Waiting, m.Likely = max(m.Waiting, no), likely
	if likely == 0 {
		likely = 1
	}
	m.Hope += likely
}

// Expect takes in how likely a line wants an answer that is about to wait; 0:
// nobody has estimated it, and it changes nothing.
func (m *Mind) Expect(likely float64) {
	if !m.Waits() {
		m.Chance = 0
	}
	m.Chance = either(m.Chance, likely)
}

// either returns how likely one of two is at least, of which neither says anything
// about the other.
func either(p, q float64) float64 { return 1 - (1-p)*(1-q) }

// Call has the judge asked at once. That somebody addressed it is not forgotten
// for a lesser reason.
func (m *Mind) Call(why messages.Trigger) {
	if m.Called != messages.Address {
		m.Called = why
	}
}

// Rewait says that the newest line that waits is no newer than that.
func (m *Mind) Rewait(newest uint32) {
	if newest < m.Waiting {
		m.Likely = 0
	}
	if m.Waiting = min(m.Waiting, newest); !m.Waits() {
		m.Called = ""
	}
}

// Settle has no line up to that one wait any more.
func (m *Mind) Settle(upto uint32) { m.Settled = max(m.Settled, upto) }

// SettleAll has no line wait any more.
func (m *Mind) SettleAll() { m.Settle(m.Waiting) }

// Plan has it think of speaking then.
func (m *Mind) Plan(t Thought) { m.Think = t }

// Unplan has it think of nothing, and returns what it would have thought of.
func (m *Mind) Unplan() Thought {
	t := m.Think
	m.Think = Thought{}
	return t
}

// Dismiss has it think of nothing, whoever has called it.
func (m *Mind) Dismiss() { m.Think, m.Called = Thought{}, "" }

// Ask puts a question to the judge.
func (m *Mind) Ask(q Question) {
	q.Chance = m.Chance
	m.Judging, m.Hope, m.Chance = &q, 0, 0
}

// AskSecond puts a question that the first judge has answered before the second.
func (m *Mind) AskSecond(q Question) { m.Judging = &q }

// Join has what waits be part of a sibling's question: it thinks of nothing else
// meanwhile. What it settles comes with the verdict.
func (m *Mind) Join() {
	m.Dismiss()
	m.Retry, m.Hope = deadline.Deadline{}, 0
}

// Answered returns the question that the judge has answered. There has to be one.
func (m *Mind) Answered() Question {
	q := *m.Judging
	m.Judging = nil
	return q
}

// Withdraw takes the open question back and appends the order that says so.
func (m *Mind) Withdraw(out []messages.Effect) []messages.Effect {
	if m.Judging == nil {
		return out
	}
	n := m.Judging.N
	m.Chance = either(m.Judging.Chance, m.Chance)
	m.Judging = nil
	return append(out, messages.Cancel{N: n})
}

// Accept takes a yes: what the question was about is to be said; only is the
// line it was about, where each line is judged by itself, else 0.
func (m *Mind) Accept(q *Question, only uint32) {
	m.Failures = 0
	m.Intend(q.Trigger, only)
	m.Verdict = &q.Span.Meta
}

// Refuse takes a no.
func (m *Mind) Refuse(q *Question) {
	m.Failures = 0
	m.Settle(q.Upto)
}

// Intend has its next turn be for that reason, about one line only; 0: about all
// that wait.
func (m *Mind) Intend(why messages.Trigger, only uint32) {
	if m.Wish, m.Verdict = why, nil; only != 0 {
		m.Wished = only
	}
}

// Wake has its next turn be because somebody wants one.
func (m *Mind) Wake() { m.Wish = messages.Woken }

// TakeWish ends its waiting for a word, and returns why it was to have one; ""
// when it wasn't.
func (m *Mind) TakeWish() messages.Trigger {
	why := m.Wish
	m.Wish = ""
	return why
}

// BeginTurn has nobody asked any more whether it is to speak: it does.
func (m *Mind) BeginTurn() { m.Called, m.Retry, m.Hope = "", deadline.Deadline{}, 0 }

// AskAgain has the judge, which has failed to answer q, asked again then.
func (m *Mind) AskAgain(q *Question, then deadline.Deadline) {
	m.Failures++
	m.Chance = either(q.Chance, m.Chance)
	m.Retry = then
}

// Unestimate forgets how likely it is expected to answer.
func (m *Mind) Unestimate() { m.Likely = 0 }

// LeaveOff has it be about to do nothing, and appends the order that calls its
// question off. What it settled stays.
func (m *Mind) LeaveOff(out []messages.Effect) []messages.Effect {
	out = m.Withdraw(out)
	m.Called, m.Wish, m.Retry, m.Failures = "", "", deadline.Deadline{}, 0
	return out
}

// Trace returns the span of the question that was answered yes, once.
func (m *Mind) Trace() *messages.Meta {
	v := m.Verdict
	m.Verdict = nil
	return v
}

// Deadlines calls do with each deadline it waits for.
func (m *Mind) Deadlines(do func(deadline.Deadline)) {
	do(m.Think.Deadline)
	do(m.Retry)
	if m.Judging != nil {
		do(m.Judging.Deadline)
	}
}
