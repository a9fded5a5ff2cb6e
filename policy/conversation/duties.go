package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/turn"
	"familiar/policy/turns"
)

// duties are what no line asks for, to be added to.
func (s *State) duties() *duty.Duties {
	if s.Duties == nil {
		s.Duties = &duty.Duties{}
	}
	return s.Duties
}

// settleDuties begins what is to be done and can be: one turn.
func (s *State) settleDuties(out []Effect) []Effect {
	out = s.startFix(out)
	for k := s.Duties.NextAnswered(); s.Turn == nil && k >= 0; k = s.Duties.NextAnswered() {
		out = s.postCorrection(k, out)
	}
	for s.Turn == nil {
		errand, is := s.Duties.TakeErrand(s.Seats.IsReady)
		if !is {
			break
		}
		out = s.runErrand(errand, out)
	}
	return out
}

// fireDuty does what is due if the deadline of that number is a duty's.
func (s *State) fireDuty(n uint64, out []Effect) []Effect {
	switch due := s.Duties.Fired(n, s.Now, &s.Number).(type) {
	case duty.FixOver:
		return s.leaveFork(out)
	case duty.WhyLate:
		return s.whyLate(&due.WhyAsked, out)
	case duty.ForkOver:
		return s.closeFork(due.K, because.ForkLate, out)
	case duty.LinkLate:
		return s.linkLate(&due.LinkAsked, out)
	case duty.LinkAgain:
		return append(out, due.Order(s.Channel))
	case duty.ForkAgain:
		return append(out, due.Task(s.Channel))
	}
	return out
}

// without gives the tools that a turn of its kind doesn't get, whatever the
// place offers.
func (s *State) without(t *turn.Turn) []messages.Tool {
	seat := &s.Seats[t.Seat]
	if !s.maySpeak(t.Seat) { // it was its turn when this one began
		return slices.DeleteFunc(messages.Tools(), func(tool messages.Tool) bool {
			return tool == messages.ToolSend || tool == messages.ToolSkip
		})
	}
	var bars []messages.Tool
	if t.IsTimed() || s.Duties.IsFork() { // it moves nothing
		bars = append(bars, messages.ToolDisengage, messages.ToolEngage, messages.ToolFork)
	} else if !s.cfg(t.Seat).KeepsWindow() {
		bars = append(bars, messages.ToolEngage)
	}
	if s.Duties.IsFork() { // nothing is said there, and nobody has said anything
		bars = append(bars, messages.ToolSend, messages.ToolReact, messages.ToolEdit, messages.ToolFile)
	}
	if s.config.Unseen() { // both have others do something
		bars = append(bars, messages.ToolEngage, messages.ToolFork)
	}
	if s.Veiled&(1<<t.Seat) != 0 || s.Turns.Is(turns.Single) && !s.Turns.Sees(seat.Familiar) {
		bars = append(bars, messages.ToolHistory)
	}
	return bars
}
