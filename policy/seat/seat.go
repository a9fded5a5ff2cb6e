// Package seat is one familiar's place in one channel: what is addressed to it,
// what it thinks of saying, whom it lets go on, what it was asked to refrain from,
// what it has learned and keeps in mind, and whether its model can be had.
//
// A [Seat] is composed of values that each own one of these, and says what follows
// from several of them together; [Seats] what follows from several seats. Both are
// told the moment, the lines and the configuration. They know no floor or room, and
// order nothing but that a question is called off: policy/conversation does, which
// has the seats of a channel.
package seat

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/backlog"
	"familiar/policy/budget"
	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/deadline"
	"familiar/policy/effect"
	"familiar/policy/ladder"
	"familiar/policy/learning"
	"familiar/policy/memory"
	"familiar/policy/mind"
	"familiar/policy/odds"
	"familiar/policy/seating"
)

// A Seat is one familiar's place in the channel.
type Seat struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Credit   credit.Ledger       `json:"credit"`
	Mood     chattiness.State    `json:"mood"`

	backlog.Backlog // what is addressed to it, in no turn yet

	Turned   uint32 `json:"turned,omitempty"`   // lines up to here were shown in a turn
	Withdrew uint32 `json:"withdrew,omitempty"` // it stepped back after this line: answering up to here opens no window

	mind.Mind // what it thinks of saying unasked

	Engaged messages.Instant `json:"engaged,omitempty"` // when it was last addressed while no turn was in flight
	Joined  bool             `json:"joined,omitempty"`  // it has spoken here
	ladder  ladder.Order     // of the configuration in force; here it fills the room behind the flag

	Odds odds.Seat `json:"odds,omitzero"` // what passed between people and it

	Pressure budget.State     `json:"pressure,omitzero"` // of what may be spent
	Manners  *admission.State `json:"manners,omitzero"`  // what it was asked to refrain from; nil: nothing ever was

	Effect  effect.State    `json:"effect,omitzero"`   // what follows from what it says and leaves unsaid
	Learned *learning.State `json:"learned,omitempty"` // from that; nil: nothing yet

	Outage *Outage `json:"outage,omitempty"` // its model has failed and not answered since; nil: that isn't so

	Memory *memory.State `json:"memory,omitempty"` // what it keeps in mind of the channel; nil: nothing was ever to be
}

// Use has it decide by a configuration from now on.
func (s *Seat) Use(c *seating.SeatConfig) { s.ladder = ladder.OrderOf(c.Policy.Ladder.Rungs) }

// Decide returns what its ladder says of a line with such facts.
func (s *Seat) Decide(f messages.Facts, c *seating.SeatConfig) ladder.Decision {
	return s.ladder.Decide(f, &c.Policy.Ladder)
}

// Told returns what it was asked to refrain from, to be changed.
func (s *Seat) Told() *admission.State {
	if s.Manners == nil {
		s.Manners = &admission.State{}
	}
	return s.Manners
}

// Press puts it under that step of the budget's pressure, by which whatever lets it
// speak unasked is harder on it, and returns what is to be noted; false: it was.
func (s *Seat) Press(step int) (n messages.Note, is bool) {
	was := s.Pressure.Step
	s.Pressure.Set(step)
	reason := because.Pressed{Step: int(s.Pressure.Step), Of: int(budget.Hard), Was: int(was)}
	return messages.Note{Act: messages.Settled, Rung: messages.ByBudget, Reason: reason}, s.Pressure.Step != was
}

// Unsettled returns the beginnings of the notes that say what becomes of all that
// waits for it: one for each addressed line, then one for what it was about to say
// or to think of.
func (s *Seat) Unsettled() (notes []messages.Note) {
	for _, e := range s.Pending {
		notes = append(notes, messages.Note{Line: e.ID})
	}
	if why := s.Concern(); why != "" {
		notes = append(notes, messages.Note{Trigger: why})
	}
	return notes
}

// Spent returns the newest line that waits no more once its turn has begun: the newest of
// all, or, where each line is judged by itself, the one that its judge has said yes to.
func (s *Seat) Spent(last uint32, judged bool, c *seating.SeatConfig) uint32 {
	switch {
	case !c.Policy.JudgeEach:
		return last
	case judged:
		return max(s.Settled, s.Wished)
	default:
		return s.Settled
	}
}

// Grant lets these people go on without addressing it, which itself needs no credit.
func (s *Seat) Grant(people []messages.PersonID, now messages.Instant, c *seating.SeatConfig) {
	if c.Policy.Credit.Scope == credit.Channel {
		return // nobody's own: see policy/window
	}
	people = slices.DeleteFunc(people, func(id messages.PersonID) bool { return id == c.Self || s.Manners.Leaves(id) })
	s.Credit.GrantAll(people, now, c.Policy.Credit)
}

// LetsGoOn reports whether a line of that author needs no address to be for it: its author
// holds a credit, or, where credit is the channel's, it holds the window.
func (s *Seat) LetsGoOn(author messages.PersonID, holder messages.FamiliarID, now messages.Instant, c *seating.SeatConfig) bool {
	if c.Policy.Credit.Scope != credit.Channel {
		return s.Credit.Has(author, now)
	}
	return holder == s.Familiar
}

// CallSoon has its judge asked at once about what it heard, unless it has just been refused
// too often: then that waits like the rest.
func (s *Seat) CallSoon(now messages.Instant, c *seating.SeatConfig, b *budget.Config) {
	if !s.Mood.HoldsBack(now, &c.Policy.Chattiness, s.Stretch(c, b)) {
		s.Call(messages.Interjection)
	}
}

// Ponder has a line wait that it is expected to answer as likely as that; 0: not estimated.
func (s *Seat) Ponder(no uint32, likely float64, c *seating.SeatConfig) {
	if c.Second {
		s.Expect(likely)
	}
	s.Await(no, likely)
}

// Doubts reports whether the verdict on a question is to be put before a second judge, and
// how likely an answer is expected by it.
func Doubts(j *mind.Question, v *messages.Judged, c *seating.SeatConfig) (after float64, doubted bool) {
	if !c.Second || j.First != "" || v.Error != "" || len(j.Others) > 0 || !c.Policy.Odds.On {
		return 0, false
	}
	return c.Policy.Odds.Second.Doubts(j.Chance, v.Yes)
}

// Engage has the first line that waits for its answer wait for more of the same, since it was
// addressed, and its turn begins then.
func (s *Seat) Engage(now messages.Instant, numbers *deadline.Counter, c *seating.Debounce) {
	last := s.Engaged
	s.Engaged = now
	if wait := c.Wait(now, last, s.Pending[0].At); wait > now || *c != (seating.Debounce{}) {
		s.Debounce = numbers.By(wait)
	}
}

// Fired takes the deadline of that number, if it is one after which what waits may go on, and
// reports whether it is.
func (s *Seat) Fired(n uint64) bool {
	switch {
	case n == s.Debounce.N:
		s.Debounce = deadline.Deadline{}
	case n == s.Retry.N:
		s.Retry = deadline.Deadline{}
	case s.Outage != nil && n == s.Outage.N:
		s.TryNow()
	default:
		return false
	}
	return true
}
