package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/duty"
	"familiar/policy/turns"
)

// settleDuties begins what is to be done and can be: one turn.
func (s *State) settleDuties(out []Effect) []Effect {
	out = s.startFix(out)
	answered := func(f *duty.Fork) bool { return f.Answer != "" }
	for k := s.Duties.Fork(answered); s.Turn == nil && k >= 0; k = s.Duties.Fork(answered) {
		out = s.postCorrection(k, out)
	}
	for s.Turn == nil {
		errand, is := s.Duties.TakeErrand(s.isReady)
		if !is {
			break
		}
		out = s.runErrand(errand, out)
	}
	return out
}

// fireDuty does what is due if the deadline of that number is a duty's.
func (s *State) fireDuty(n uint64, out []Effect) []Effect {
	if fix := s.Duties.Fix; fix != nil && fix.Is(n) {
		return s.leaveFork(out)
	}
	if w := s.Duties.TakeWhy(n); w != nil {
		return s.whyLate(w, out)
	}
	if k := s.Duties.Fork(func(f *duty.Fork) bool { return f.Is(n) }); k >= 0 {
		return s.forkDue(k, out)
	}
	return out
}

// pendingDuties are the orders of duties that may not have been carried out.
func (s *State) pendingDuties(out []Effect) []Effect {
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
	if !s.maySpeak(t.Seat) { // it was its turn when this one began
		return slices.DeleteFunc(messages.Tools(), func(tool messages.Tool) bool {
			return tool == messages.ToolSend || tool == messages.ToolSkip
		})
	}
	var bars []messages.Tool
	if t.timed() || s.isFork() { // it moves nothing
		bars = append(bars, messages.ToolDisengage, messages.ToolEngage, messages.ToolFork)
	} else if !s.cfg(t.Seat).KeepsWindow() {
		bars = append(bars, messages.ToolEngage)
	}
	if s.isFork() { // nothing is said there, and nobody has said anything
		bars = append(bars, messages.ToolSend, messages.ToolReact, messages.ToolEdit, messages.ToolFile)
	}
	if s.config.Unseen() { // both have others do something
		bars = append(bars, messages.ToolEngage, messages.ToolFork)
	}
	if s.Veiled&(1<<t.Seat) != 0 || s.Turns.Mode == turns.Single && !s.Turns.Sees(seat.Familiar) {
		bars = append(bars, messages.ToolHistory)
	}
	return bars
}
