package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/budget"
	"familiar/policy/ladder"
)

// pressed takes the step of the budget's pressure that one seat is told, or
// every one.
func (s *State) pressed(e messages.PressureChanged, out []Effect) []Effect {
	for i := range s.Seats {
		if e.Familiar != "" && e.Familiar != s.Seats[i].Familiar {
			continue
		}
		if n, is := s.Seats[i].Press(e.Step); is {
			out = s.note(i, n, out)
		}
	}
	return out
}

// useBudget frees whoever limits press that a new configuration doesn't have: nobody
// tells a channel that isn't in memory of any when there are none.
func (s *State) useBudget() {
	if s.config.Budget.Limited() {
		return
	}
	for i := range s.Seats {
		if n, is := s.Seats[i].Press(int(budget.Free)); is {
			n.Familiar = s.Seats[i].Familiar
			s.leave(&n)
		}
	}
}

// settleBudget lets nothing wait for a seat that is at the hard limit. Its turn
// in flight goes on: it is paid for.
func (s *State) settleBudget(out []Effect) []Effect {
	for i := range s.Seats {
		if s.Seats[i].Pressure.Lets() {
			continue
		}
		line := s.caller(i)
		out = s.bench(i, messages.ByBudget, because.BudgetSpent, out)
		if line != "" {
			out = s.sayLimit(i, line, out)
		}
	}
	return out
}

// caller gives the newest line by which a human called seat i and waits for its
// answer; "" for none.
func (s *State) caller(i int) messages.LineID {
	seat := &s.Seats[i]
	if line := seat.Pending.NewestHuman(); line != "" {
		return line
	}
	if !seat.Calls() {
		return ""
	}
	return s.withWaiting(i, nil).NewestHuman()
}

// overdrawn tells a human the same who has had what one person may a day, once a day.
func (s *State) overdrawn(i int, l *messages.Line, d *ladder.Decision, out []Effect) []Effect {
	c := &s.config.Budget
	text := c.AnsweredIn(s.tongue(), s.cfg(i).Name)
	if text == "" || !s.cfg(i).IsCalled(l, d) || !s.cfg(i).Hours.At(s.Now).Lets(messages.Address) {
		return out
	}
	if s.Told == nil {
		s.Told = new(budget.Told)
	}
	if !s.Told.Tell(s.Now, budget.PersonOf(s.Channel.Network(), l.Author.ID), c) {
		return out
	}
	return s.announceTo(i, l.ID, text, out)
}

// overspend ends the turn that would have to be composed, or composed again: the
// limit was reached meanwhile. Of one that no agent ever got, each line is told
// by itself.
func (s *State) overspend(out []Effect) []Effect {
	t := s.Turn
	for _, e := range t.Asked {
		if t.N == 0 && e.ID != t.Asked.NewestID() {
			out = s.note(t.Seat, t.NoteOf(e.ID, messages.ByBudget, because.BudgetSpent), out)
		}
	}
	out = s.note(t.Seat, t.Note(messages.ByBudget, because.BudgetSpent), out)
	if line := t.Asked.NewestHuman(); line != "" && !t.Trigger.Unsolicited() {
		out = s.sayLimit(t.Seat, line, out)
	}
	_, out = s.spokeUp(false, false, out)
	return s.endTurn(out)
}

// sayLimit answers a line with the notice that seat i can't, once a day.
func (s *State) sayLimit(i int, line messages.LineID, out []Effect) []Effect {
	c := &s.config.Budget
	text := c.ReachedIn(s.tongue(), s.cfg(i).Name)
	if text == "" || !s.cfg(i).Hours.At(s.Now).Lets(messages.Address) || !s.Seats[i].Pressure.SayLimit(s.Now, c) {
		return out
	}
	return s.announceTo(i, line, text, out)
}
