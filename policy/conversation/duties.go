package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
	"familiar/policy/turns"
)

// Duties are what the familiars of a channel have to do that no line asks for.
type Duties struct {
	Errands []Errand `json:"errands,omitempty"` // to begin as soon as no turn is in flight, in order
	Forks   []Fork   `json:"forks,omitempty"`   // replies that are corrected aside
	Fix     *Fix     `json:"fix,omitempty"`     // this channel is such a side-fork

	Whys []WhyAsked `json:"whys,omitempty"` // questions that wait for the ledger, oldest first
}

// duties gives them to be added to.
func (s *State) duties() *Duties {
	if s.Duties == nil {
		s.Duties = &Duties{}
	}
	return s.Duties
}

// doneDuties forgets that there were any.
func (s *State) doneDuties() {
	if d := s.Duties; d != nil && len(d.Errands) == 0 && len(d.Forks) == 0 && d.Fix == nil && len(d.Whys) == 0 {
		s.Duties = nil
	}
}

// settleDuties begins what is to be done and can be: one turn.
func (s *State) settleDuties(out []Effect) []Effect {
	if s.Duties == nil {
		return out
	}
	out = s.startFix(out)
	for s.Turn == nil && s.corrected() >= 0 {
		out = s.correct(s.corrected(), out)
	}
	for k := s.nextErrand(); s.Turn == nil && k >= 0; k = s.nextErrand() {
		out = s.runErrand(k, out)
	}
	s.doneDuties()
	return out
}

// dutyDue gives the earliest deadline of a duty.
func (s *State) dutyDue() (d deadline.Deadline) {
	if s.Duties == nil {
		return d
	}
	for i := range s.Duties.Forks {
		if c := s.Duties.Forks[i].Deadline; c.N != 0 && (d.N == 0 || c.At < d.At) {
			d = c
		}
	}
	if fix := s.Duties.Fix; fix != nil && (d.N == 0 || fix.At < d.At) {
		d = fix.Deadline
	}
	if len(s.Duties.Whys) > 0 && (d.N == 0 || s.Duties.Whys[0].At < d.At) {
		d = s.Duties.Whys[0].Deadline
	}
	return d
}

// fireDuty does what is due if the deadline of that number is a duty's.
func (s *State) fireDuty(n uint64, out []Effect) []Effect {
	if s.Duties == nil {
		return out
	}
	if fix := s.Duties.Fix; fix != nil && fix.Deadline.N == n {
		return s.leaveFork(out)
	}
	if w := s.takeWhy(n); w != nil {
		return s.whyLate(w, out)
	}
	k := slices.IndexFunc(s.Duties.Forks, func(f Fork) bool { return f.Deadline.N == n })
	if k < 0 {
		return out
	}
	return s.forkDue(k, out)
}

// pendingDuties are the orders of duties that may not have been carried out.
func (s *State) pendingDuties(out []Effect) []Effect {
	if s.Duties == nil {
		return out
	}
	for i := range s.Duties.Forks {
		out = append(out, s.forkOrder(&s.Duties.Forks[i]))
	}
	for i := range s.Duties.Whys {
		out = append(out, s.whyOrder(&s.Duties.Whys[i]))
	}
	return s.pendingFix(out)
}

// without gives the tools that a turn of its kind doesn't get, whatever the
// place offers.
func (s *State) without(t *Turn) []messages.Tool {
	seat := &s.Seats[t.Seat]
	if !s.may(t.Seat) { // it was its turn when this one began
		return slices.DeleteFunc(messages.Tools(), func(tool messages.Tool) bool {
			return tool == messages.ToolSend || tool == messages.ToolSkip
		})
	}
	var bars []messages.Tool
	if t.timed() || s.isFork() { // it moves nothing
		bars = append(bars, messages.ToolDisengage, messages.ToolEngage, messages.ToolFork)
	} else if !keepsWindow(&s.cfg(t.Seat).Policy.Credit) {
		bars = append(bars, messages.ToolEngage)
	}
	if s.isFork() { // nothing is said there, and nobody has said anything
		bars = append(bars, messages.ToolSend, messages.ToolReact, messages.ToolEdit, messages.ToolFile)
	}
	if s.config.unseen { // both have others do something
		bars = append(bars, messages.ToolEngage, messages.ToolFork)
	}
	if s.Veiled&(1<<t.Seat) != 0 || s.Turns.Mode == turns.Single && !s.Turns.Sees(seat.Familiar) {
		bars = append(bars, messages.ToolHistory)
	}
	return bars
}
