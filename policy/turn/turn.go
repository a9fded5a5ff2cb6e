// Package turn is one reply being made: with the agent, then with the network.
//
// A Turn knows what it answers and what has become of it, not what may be said or
// who is next: policy/conversation begins it, steps it and ends it.
package turn

import (
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/duty"
	"familiar/policy/posts"
	"familiar/policy/span"
	"familiar/policy/transcript"
)

// A Turn is one reply. A channel has one at a time, so that each familiar sees
// the former's.
type Turn struct {
	deadline.Deadline                    // N is the order's
	Seat              int                `json:"seat"`
	Trigger           messages.Trigger   `json:"why"`
	Judged            bool               `json:"judged,omitempty"` // the judge has said yes to it
	Asked             transcript.Entries `json:"asked,omitempty"`  // lines it answers, oldest first
	From              uint32             `json:"from"`             // observed lines after From, up to Upto, are its context
	Upto              uint32             `json:"upto"`
	Notice            messages.Notice    `json:"notice,omitempty"`
	Tries             int                `json:"tries,omitempty"`   // times the agent failed with what it answers
	Steered           int                `json:"steered,omitempty"` // times it was composed again
	Retry             deadline.Deadline  `json:"retry,omitempty"`   // of a state from before outages were the seat's

	Given  transcript.Entries `json:"given,omitempty"`  // lines it was given since it was ordered, taken or not
	Told   []uint32           `json:"told,omitempty"`   // lines the agent was told of by that, also where they are another's by now
	Breaks int                `json:"breaks,omitempty"` // times what it answers was put off

	Composed   bool       `json:"composed,omitempty"`
	Disengaged bool       `json:"disengaged,omitempty"` // no credit comes of it
	Posts      posts.List `json:"posts,omitempty"`
	Ordered    uint64     `json:"ordered,omitempty"` // the number it was composed by; 0: it is not composed
	Unsaid     *Unsaid    `json:"unsaid,omitempty"`  // nothing of it is known to be posted; nil: something is, and it is noted

	Began     messages.Instant   `json:"began,omitempty"`
	Typing    bool               `json:"typing,omitempty"`    // people were shown that the familiar is typing
	Opens     bool               `json:"opens,omitempty"`     // its parts begin a thread, none is delivered yet
	Thread    messages.ChannelID `json:"thread,omitempty"`    // the one they have begun
	Errand    *duty.Errand       `json:"errand,omitempty"`    // what somebody woke it for; nil: nothing was said
	Overrides bool               `json:"overrides,omitempty"` // its familiar held the window when it began, and the room is assigned to another
	Renewed   uint64             `json:"renewed,omitempty"`   // times that something its order showed has gone since it was given
	Fixes     uint64             `json:"fixes,omitempty"`     // the side-fork whose correction it posts; 0: none
	Span      span.Span          `json:"span,omitzero"`
}

// An Unsaid is what is to be noted of a composed turn once something of it is
// on the network.
type Unsaid struct {
	Reason string `json:"reason,omitempty"` // of what was left out
	Cut    string `json:"cut,omitempty"`    // what ended the model's answer before the model did
	Spare  string `json:"spare,omitempty"`  // which model answered in whose place
}

// Order returns the number by which the turn was given to its agent: once it is
// composed, its deadline has another.
func (t *Turn) Order() uint64 {
	if t.Ordered != 0 {
		return t.Ordered
	}
	return t.N
}

// Newest returns the newest line that it answers. Once all of them are gone that is the
// newest of those, as long as a part is on its way; "": it answers no line.
func (t *Turn) Newest() messages.LineID {
	if id := t.Asked.NewestID(); id != "" {
		return id
	}
	for k := range t.Posts {
		if m := t.Posts[k].Moot; m != nil {
			return m.Line
		}
	}
	return ""
}

// Await has whoever it is with, its agent or the network, answer until then.
func (t *Turn) Await(until deadline.Deadline) { t.Deadline = until }

// Renew takes that less may be shown than its order showed.
func (t *Turn) Renew() { t.Renewed++ }

// Form is that of its order as it is now.
func (t *Turn) Form() uint64 { return t.Renewed + 1 }

// IsTimed reports whether a clock ordered the turn.
func (t *Turn) IsTimed() bool { return t.Errand != nil && t.Errand.Timed }

// AsksModel reports whether the turn's words are a model's, asked for by it.
func (t *Turn) AsksModel() bool { return t.Fixes == 0 && !t.IsSay() }

// IsSay reports whether the turn posts words that somebody gave.
func (t *Turn) IsSay() bool { return t.Errand != nil && t.Errand.Say != "" }

// TakesIn reports whether it is seat's, has no words yet and takes in what comes
// meanwhile.
func (t *Turn) TakesIn(seat int) bool { return t.Seat == seat && !t.Composed && !t.IsTimed() }

// Answers reports whether it is seat's and answers that line; no turn answers none.
func (t *Turn) Answers(seat int, no uint32) bool {
	return t != nil && t.Seat == seat && t.Asked.Has(no)
}

// Parts returns its posts; without a turn there are none.
func (t *Turn) Parts() posts.List {
	if t == nil {
		return nil
	}
	return t.Posts
}

// Part returns one of its posts; nil: it is none of them, or there is no turn.
func (t *Turn) Part(id messages.PostID) *posts.Post {
	return t.Parts().Find(id)
}

// Outdated reports whether an answer was on its way when something that it was composed
// from went. Whoever composed it is done, so it has to be ordered again.
func (t *Turn) Outdated(c *messages.Composed) bool { return c.Form != 0 && c.Form < t.Form() }

// Recall appends the order that calls the agent's work off, if it was ordered.
func (t *Turn) Recall(out []messages.Effect) []messages.Effect {
	if t.N == 0 {
		return out
	}
	return append(out, messages.Cancel{N: t.N})
}

// HangsOn returns the line the turn's thread hangs on: the newest that mentions
// the familiar, else the newest. There has to be one.
func (t *Turn) HangsOn() *transcript.Entry {
	for a := len(t.Asked) - 1; a >= 0; a-- {
		if t.mentioned(&t.Asked[a]) {
			return &t.Asked[a]
		}
	}
	return &t.Asked[len(t.Asked)-1]
}

func (t *Turn) mentioned(e *transcript.Entry) bool { return e.Named&(1<<t.Seat) != 0 }

// IsMentioned reports whether a line it answers mentions the familiar.
func (t *Turn) IsMentioned() bool { return len(t.Asked) > 0 && t.mentioned(t.HangsOn()) }

// Owed returns the lines for which a turn that comes to nothing still has to
// answer: all, but where it was unasked or woken only those that address its
// seat.
func (t *Turn) Owed() transcript.Entries {
	all := !t.Trigger.Unsolicited() && t.Trigger != messages.Woken
	return slices.DeleteFunc(slices.Clone(t.Asked), func(e transcript.Entry) bool { return !all && !t.addresses(&e) })
}

func (t *Turn) addresses(e *transcript.Entry) bool { return e.For&(1<<t.Seat) != 0 }

// AddresseesOf returns whom seat's post is for once it is composed: the authors of the
// lines it answers, newest first; unsolicited, only of the newest. Where that seat has no
// turn they are none.
func (t *Turn) AddresseesOf(seat int) []messages.PersonID {
	if t == nil || t.Seat != seat || !t.Composed {
		return nil
	}
	var people []messages.PersonID
	for k := len(t.Asked) - 1; k >= 0; k-- {
		if id := t.Asked[k].Author.ID; id != "" && !slices.Contains(people, id) {
			people = append(people, id)
		}
		if t.Trigger.Unsolicited() {
			break
		}
	}
	return people
}

// mostSteered is how often a turn is composed again because more was said.
const mostSteered = 2

// IsSteerable reports whether it may be composed again: it has no words yet, and was not
// too often.
func (t *Turn) IsSteerable() bool { return !t.Composed && t.Steered < mostSteered }

// Steer counts that it is composed again, with further lines to answer and all that was
// said up to that one.
func (t *Turn) Steer(lines transcript.Entries, upto uint32) {
	t.Asked = append(t.Asked, lines...)
	t.Steered++
	t.Upto = upto
}

// BeginSpan begins its span: below the verdict that led to it, unless somebody woke it,
// else below the newest line it answers; nil: no verdict did.
func (t *Turn) BeginSpan(drawn uint64, now messages.Instant, verdict *messages.Meta) {
	var parent *messages.Meta
	for a := range t.Asked {
		if t.Asked[a].Trace != nil {
			parent = t.Asked[a].Trace
		}
	}
	if t.Judged && t.Trigger != messages.Woken && verdict != nil {
		parent = verdict
	}
	t.Span = span.Begin(drawn, now, parent)
}

// StepBack has its familiar say nothing more unasked: no credit comes of it.
func (t *Turn) StepBack() { t.Disengaged = true }

// Advise chooses the one remark that its model is shown beside what was said: that only bots
// have talked lately, or that several people are here.
func (t *Turn) Advise(onlyBots, crowd bool) {
	switch {
	case onlyBots:
		t.Notice = messages.GuardNotice
	case crowd && !t.Judged:
		t.Notice = messages.GroupNudge
	default:
		t.Notice = messages.NoNotice
	}
}

// Compose takes that it has words, which the network has until then to take. Once something
// of them is there, that is to be noted; opens says that its parts begin a thread.
func (t *Turn) Compose(until deadline.Deadline, opens bool, u Unsaid) {
	t.Composed, t.Ordered = true, t.N
	t.Opens, t.Unsaid = opens, &u
	t.Await(until)
}

// Renumber gives the order that it is with its agent by a new number.
func (t *Turn) Renumber(numbers *deadline.Counter) {
	if t != nil && !t.Composed && t.N != 0 {
		t.N = numbers.Next()
	}
}

// StrikeAsked takes lines out of those it answers.
func (t *Turn) StrikeAsked(goes func(transcript.Entry) bool) {
	t.Asked = slices.DeleteFunc(t.Asked, goes)
}

// TakeUnsaid returns, once, what is to be noted now that something of the turn is
// on the network; nil when it was noted, or nothing is composed.
func (t *Turn) TakeUnsaid() *Unsaid {
	u := t.Unsaid
	t.Unsaid = nil
	return u
}

// Revise gives a line's new text to what the turn was given, and to what it
// answers while it has no words: if its order is given again, it is by that text.
func (t *Turn) Revise(l *messages.Line) {
	t.Given.Revise(l)
	if !t.Composed {
		t.Asked.Revise(l)
	}
}

// Each calls do with each list of lines.
func (t *Turn) Each(do func(transcript.Entries)) {
	do(t.Asked)
	do(t.Given)
}

// Landed takes the network's word that a part began that thread; "" where it
// stands in the channel itself. The others go where the first one went.
func (t *Turn) Landed(p *posts.Post, thread messages.ChannelID) {
	if p.Opens && t.Opens {
		t.Opens, t.Thread = false, thread
	}
}

// Opening returns the part that the network was given to begin a thread off root;
// nil when there is none.
func (t *Turn) Opening(root messages.LineID) *posts.Post {
	for k := range t.Posts {
		if p := &t.Posts[k]; p.Opens && p.Handed() && p.ReplyTo == root {
			return p
		}
	}
	return nil
}

// Reseat moves the turn along with its seat, to[old] each, and reports whether it
// still has one.
func (t *Turn) Reseat(to []int) bool {
	if t.Seat >= len(to) || to[t.Seat] < 0 {
		return false
	}
	t.Seat = to[t.Seat]
	t.Posts.Reseat(to)
	t.Each(func(lines transcript.Entries) { lines.Reseat(to) })
	return true
}
