package tally

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Lines is what became of the lines that were said.
type Lines struct {
	Said       uint64 `json:"said"`        // handed to the program
	Accepted   uint64 `json:"accepted"`    // it acknowledged
	Again      uint64 `json:"again"`       // times it asked for one to be said again later
	TurnedAway uint64 `json:"turned_away"` // it said that nobody is there
	Decided    uint64 `json:"decided"`
	Waiting    uint64 `json:"waiting"`      // acknowledged and not decided; at the end: lost
	Excused    uint64 `json:"excused"`      // not decided, and need not be: turned away, shed, or of a channel that was closed or broken
	Doubled    uint64 `json:"doubled"`      // decided once more
	OrderBreak uint64 `json:"order_breaks"` // decided before an earlier one of the channel
	Unknown    uint64 `json:"unknown"`      // decided, but never said
	Shed       uint64 `json:"shed"`         // the program said that it was too much
	Repeated   uint64 `json:"repeated"`     // heard once more and dropped as a duplicate: no decision
	Unasked    uint64 `json:"unasked"`      // questions to the judge that found no room: what they were about is left alone
}

// Options is what a tally looks at apart.
type Options struct {
	Channels int
	// Apart says of which channel times are kept apart, because something is
	// wrong with it; nil: of none. What isn't decided there is excused.
	Apart func(channel int) bool
}

// A Tally is the account of one load. Its methods may be called from any
// goroutine.
type Tally struct {
	Options
	mu       sync.Mutex // one for all: a line takes it some four times for 100 ns
	queues   []queue
	shut     map[int]bool // channels in which nobody may be left to decide
	lines    Lines
	decision Histogram // from when a line was due to its decision
	apart    Histogram // the same of the channels apart
	handed   Histogram // from when it was handed over to its decision
	accept   Histogram // until it was acknowledged
	recent   Histogram // decision, since Recent was last asked
	turns    turns
	examples []string
	from     time.Time // see Begin
}

// Begin says from when on it counts how long lines take: those that were due
// before are in the account, but not in its times.
func (t *Tally) Begin(from time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.from = from
}

// mostExamples is how many of the lines that went wrong are named.
const mostExamples = 10

// example names a line that went wrong; the lock is held.
func (t *Tally) example(k Key, wrong, why string) {
	if len(t.examples) < mostExamples {
		t.examples = append(t.examples, fmt.Sprintf("channel %d, line %d: %s (%s)", k.Channel, k.Number, wrong, why))
	}
}

// Examples names the first few lines that were decided wrongly, with the rung
// that did it.
func (t *Tally) Examples() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.examples)
}

// New makes an account in which nothing has happened.
func New(o Options) *Tally {
	if o.Apart == nil {
		o.Apart = func(int) bool { return false }
	}
	return &Tally{Options: o, queues: make([]queue, o.Channels), shut: map[int]bool{}}
}

// Say is told before a line is handed over for the first time, and gives its
// number. A channel's lines are said one after another. calls says whether an
// answer is due.
func (t *Tally) Say(channel int, due, now time.Time, calls bool) Key {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := &t.queues[channel]
	q.newest++
	k := Key{channel, q.newest}
	q.said = append(q.said, said{number: k.Number, unsure: t.shut[channel], due: due, handed: now})
	t.lines.Said++
	if calls {
		t.turns.call(k, now)
		if t.shut[channel] {
			t.turns.excuse(k)
		}
	}
	return k
}

// Accepted is told when the program has acknowledged a line.
func (t *Tally) Accepted(took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines.Accepted++
	t.accept.Add(took)
}

// Again is told when the program wants a line said once more.
func (t *Tally) Again() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines.Again++
}

// Unsure is told when a line was given up: it may have been taken or not.
func (t *Tally) Unsure(k Key, turnedAway bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := &t.queues[k.Channel]
	if at := q.find(k.Number); at >= 0 {
		q.said[at].unsure = true
	}
	if turnedAway {
		t.lines.TurnedAway++
	}
	t.turns.excuse(k)
}

// Shut is told that nobody is left in a channel, or before somebody leaves it:
// what waits there, and what is said until Open, may never be decided.
func (t *Tally) Shut(channel int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shut[channel] = true
	q := &t.queues[channel]
	for i := range q.said {
		q.said[i].unsure = true
		t.turns.excuse(Key{channel, q.said[i].number})
	}
	t.turns.shut(channel)
}

// Open is told that somebody is in a channel again.
func (t *Tally) Open(channel int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.shut, channel)
}

// Shed is told that the program let a line go and said so.
func (t *Tally) Shed(k Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines.Shed++
	q := t.queue(k)
	if q == nil {
		return
	}
	if at := q.find(k.Number); at >= 0 {
		q.said[at].unsure = true
		t.turns.excuse(k)
	}
}

// repeated is told when the program says that it dropped a line which it had
// already, as when it wrote one again that its journal was slow to acknowledge.
func (t *Tally) repeated() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines.Repeated++
}

// Unasked is told when the program says that a question to the judge found no
// room.
func (t *Tally) Unasked() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines.Unasked++
}

// Noted is told what the program says of a line, in the words of its notes, and
// reports whether that decides on it: what settles it or follows from it later
// doesn't, nor does a turn on it that failed and is tried again.
func (t *Tally) Noted(k Key, now time.Time, act, rung, term string) (decides bool) {
	switch {
	case act == "settled" || act == "followed" || term == "retry":
		return false
	case act == "drop" && rung == "duplicate":
		t.repeated()
		return false
	}
	t.Decided(k, now, act == "engage", rung)
	return true
}

// Decided is told of each decision on a line. answers says whether it is to be
// answered; why, the rung or rule, counts calls that are not.
func (t *Tally) Decided(k Key, now time.Time, answers bool, why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.queue(k)
	if q == nil || k.Number > q.newest {
		t.lines.Unknown++
		t.example(k, "decided, but never said", why)
		return
	}
	at := q.find(k.Number)
	if at < 0 {
		if !t.Apart(k.Channel) { // what broke there may have been begun again
			t.lines.Doubled++
			t.example(k, "decided again", why)
		}
		return
	}
	line, overtook := q.decide(at)
	if overtook {
		t.lines.OrderBreak++
		t.example(k, "decided before an earlier one", why)
	}
	t.lines.Decided++
	if !answers {
		t.turns.decline(k, why)
	}
	switch {
	case line.due.Before(t.from):
		return
	case t.Apart(k.Channel):
		t.apart.Add(now.Sub(line.due))
		return
	}
	t.decision.Add(now.Sub(line.due))
	t.recent.Add(now.Sub(line.due))
	t.handed.Add(now.Sub(line.handed))
}

// queue returns the channel's; nil if there is none.
func (t *Tally) queue(k Key) *queue {
	if k.Channel < 0 || k.Channel >= len(t.queues) {
		return nil
	}
	return &t.queues[k.Channel]
}

// Counts returns the account of the lines without Waiting and Excused, for which
// every channel has to be looked at.
func (t *Tally) Counts() Lines {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lines
}

// Lines returns the account of the lines as it stands.
func (t *Tally) Lines() Lines {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := t.lines
	for c := range t.queues {
		sure, unsure := t.queues[c].waiting()
		if t.Apart(c) {
			sure, unsure = 0, sure+unsure
		}
		lines.Waiting += uint64(sure)
		lines.Excused += uint64(unsure)
	}
	return lines
}

// Latency is how long lines took.
type Latency struct {
	Decision Times `json:"decision"` // from when a line was due to its decision
	Handed   Times `json:"handed"`   // from when it was handed to the program: without what the driver was late
	Accept   Times `json:"accept"`   // until the program had it in its journal
	Apart    Times `json:"apart"`    // Decision in the channels apart, which the others leave out
}

// Latency returns how long lines have taken so far.
func (t *Tally) Latency() Latency {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Latency{Decision: t.decision.Times(), Handed: t.handed.Times(), Accept: t.accept.Times(), Apart: t.apart.Times()}
}

// Recent returns the times of the decisions since it was last asked.
func (t *Tally) Recent() Times {
	t.mu.Lock()
	defer t.mu.Unlock()
	times := t.recent.Times()
	t.recent = Histogram{}
	return times
}
