// Package duty is what the familiars of a channel have to do that no line asks
// for: errands somebody woke them for, replies that are corrected aside, questions
// why they spoke or kept quiet, and what people say of their accounts elsewhere.
//
// It keeps what is to be done, bounded, and says what is due. Doing it is
// policy/conversation's.
package duty

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

const (
	// ErrandsMost is how many errands wait for a turn in flight.
	ErrandsMost = 8
	// ForksMost is how many replies are corrected aside at a time.
	ForksMost = 4
	// WhysMost is how many questions a channel has open at a time.
	WhysMost = 4

	// ForkFor is how long a side-fork has; then it is closed without an answer.
	ForkFor = 30 * time.Minute

	forkAgain = 5 * time.Minute // its task is told again
)

// Duties are a channel's. The zero Duties are none, and so is nil, to which nothing
// can be added.
type Duties struct {
	Errands []Errand `json:"errands,omitempty"` // to begin as soon as no turn is in flight, in order
	Forks   []Fork   `json:"forks,omitempty"`   // replies that are corrected aside
	Fix     *Fix     `json:"fix,omitempty"`     // this channel is such a side-fork

	Whys []WhyAsked `json:"whys,omitempty"` // questions that wait for the ledger, oldest first

	Links []LinkAsked `json:"links,omitempty"` // questions about linked accounts that wait for an answer
}

// An Errand is what somebody woke a familiar for.
type Errand struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Prompt   string              `json:"prompt,omitempty"` // shown to the model as the operator's words
	Timed    bool                `json:"timed,omitempty"`  // a clock ordered it: it moves nothing
	Say      string              `json:"say,omitempty"`    // what it is to say in these words; no model is asked

	Failed messages.Instant `json:"failed,omitempty"` // its model couldn't be had at first; 0: it was not tried
}

// A Fork is a reply of ours that is being corrected aside.
type Fork struct {
	deadline.Deadline                     // when the task is told again, or the fork closed
	ID                uint64              `json:"id"`
	Familiar          messages.FamiliarID `json:"familiar"`
	No                uint32              `json:"no"` // of the wrong line
	Line              messages.LineID     `json:"line"`
	Text              string              `json:"text"`
	Said              messages.Instant    `json:"said"`
	Why               string              `json:"why,omitempty"`
	Asked             []uint32            `json:"asked,omitempty"` // lines that the turn answered which began it
	Until             messages.Instant    `json:"until"`
	Answer            string              `json:"answer,omitempty"` // waits for the turn in flight to end
}

// A Fix is the task of a side-fork, the channel that is told of a [Fork]. Its
// one turn is the work; nothing of it is posted there, its text is told back.
type Fix struct {
	deadline.Deadline                     // then the channel is left, whatever became of it
	ID                uint64              `json:"id"` // the fork's, as its parent counts
	Parent            messages.ChannelID  `json:"parent"`
	Familiar          messages.FamiliarID `json:"familiar"`
	Text              string              `json:"text"` // the wrong reply
	Why               string              `json:"why,omitempty"`
	Done              bool                `json:"done,omitempty"`
	Answer            string              `json:"answer,omitempty"` // once done; "": there is none, because of Failure
	Failure           string              `json:"failure,omitempty"`
}

// A WhyAsked is a question, typed in the channel, that waits for the notes of
// the ledger: the state keeps no decision once it is taken.
type WhyAsked struct {
	deadline.Deadline                     // N is the order's
	Familiar          messages.FamiliarID `json:"familiar"`
	Asked             messages.LineID     `json:"asked"`           // the command, which the answer replies to
	Line              messages.LineID     `json:"about,omitempty"` // "": the newest
	Last              int                 `json:"last,omitempty"`  // so many of them
}

// IsZero reports whether there is nothing to do.
func (d *Duties) IsZero() bool {
	return d == nil || len(d.Errands) == 0 && len(d.Forks) == 0 && d.Fix == nil && len(d.Whys) == 0 && len(d.Links) == 0
}

// AddErrand adds an errand behind the others; false: too many wait.
func (d *Duties) AddErrand(e Errand) bool {
	if len(d.Errands) >= ErrandsMost {
		return false
	}
	d.Errands = append(d.Errands, e)
	return true
}

// WakeAgain has whoever was woken in vain for an errand woken again, before anybody else;
// nil: nothing was said of what for.
func (d *Duties) WakeAgain(who messages.FamiliarID, of *Errand, now messages.Instant) {
	errand := Errand{Familiar: who}
	if of != nil {
		errand = *of
	}
	if errand.Failed == 0 {
		errand.Failed = now
	}
	d.Errands = slices.Insert(d.Errands, 0, errand)
}

// TakeErrand takes the oldest errand that is ready; false: none is.
func (d *Duties) TakeErrand(ready func(Errand) bool) (Errand, bool) {
	if d == nil {
		return Errand{}, false
	}
	k := slices.IndexFunc(d.Errands, ready)
	if k < 0 {
		return Errand{}, false
	}
	e := d.Errands[k]
	d.Errands = slices.Delete(d.Errands, k, k+1)
	return e, true
}

// DropErrands forgets what a familiar was woken for, and returns how often it was.
func (d *Duties) DropErrands(who messages.FamiliarID) int {
	if d == nil {
		return 0
	}
	all := len(d.Errands)
	d.Errands = slices.DeleteFunc(d.Errands, func(e Errand) bool { return e.Familiar == who })
	return all - len(d.Errands)
}

// Retries reports whether that familiar was woken in vain and is to be woken
// again.
func (d *Duties) Retries(who messages.FamiliarID) bool {
	return d != nil && slices.ContainsFunc(d.Errands, func(e Errand) bool { return e.Familiar == who && e.Failed != 0 })
}

// Begin adds a fork, whose task is told now.
func (d *Duties) Begin(f Fork, now messages.Instant, numbers *deadline.Counter) *Fork {
	f.ID, f.Until = numbers.Next(), now.Add(ForkFor)
	f.Deadline = numbers.By(now.Add(forkAgain))
	d.Forks = append(d.Forks, f)
	return &d.Forks[len(d.Forks)-1]
}

// Corrects reports whether a line is being corrected.
func (d *Duties) Corrects(line messages.LineID) bool {
	return d.Fork(func(f *Fork) bool { return f.Line == line }) >= 0
}

// FullOfForks reports whether no more can be corrected aside at a time.
func (d *Duties) FullOfForks() bool { return d != nil && len(d.Forks) >= ForksMost }

// Fork returns where the fork is that these is true of; -1 for none.
func (d *Duties) Fork(these func(*Fork) bool) int {
	if d == nil {
		return -1
	}
	for k := range d.Forks {
		if these(&d.Forks[k]) {
			return k
		}
	}
	return -1
}

// Close takes fork k off the list.
func (d *Duties) Close(k int) Fork {
	f := d.Forks[k]
	d.Forks = slices.Delete(d.Forks, k, k+1)
	return f
}

// tellAgain notes that a fork's task is told again.
func (f *Fork) tellAgain(now messages.Instant, numbers *deadline.Counter) {
	f.Deadline = numbers.By(min(now.Add(forkAgain), f.Until))
}

// Fixing reports whether this channel is a side-fork that has not answered yet.
func (d *Duties) Fixing() bool { return d.IsFork() && !d.Fix.Done }

// TakeWhy takes the question of that number off the list; nil if there is none.
func (d *Duties) TakeWhy(n uint64) *WhyAsked {
	if d == nil {
		return nil
	}
	k := slices.IndexFunc(d.Whys, func(w WhyAsked) bool { return w.Is(n) })
	if k < 0 {
		return nil
	}
	w := d.Whys[k]
	d.Whys = slices.Delete(d.Whys, k, k+1)
	return &w
}

// AsksWhy reports whether the question of that number is open.
func (d *Duties) AsksWhy(n uint64) bool {
	return d != nil && slices.ContainsFunc(d.Whys, func(w WhyAsked) bool { return w.N == n })
}

// Due returns the earliest deadline of a duty.
func (d *Duties) Due() (due deadline.Deadline) {
	if d == nil {
		return due
	}
	for i := range d.Forks {
		due = due.Earlier(d.Forks[i].Deadline)
	}
	if d.Fix != nil {
		due = due.Earlier(d.Fix.Deadline)
	}
	if len(d.Whys) > 0 {
		due = due.Earlier(d.Whys[0].Deadline)
	}
	for k := range d.Links {
		due = due.Earlier(d.Links[k].Deadline)
	}
	return due
}

// Renumber gives open questions new numbers.
func (d *Duties) Renumber(numbers *deadline.Counter) {
	if d == nil {
		return
	}
	for k := range d.Whys {
		d.Whys[k].N = numbers.Next()
	}
}
