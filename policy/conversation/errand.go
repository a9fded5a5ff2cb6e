package conversation

import (
	"strings"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/turn"
)

// promptMax is how many code points there are of what a familiar is woken for.
const promptMax = 4000

// wakeFor wakes familiars with a prompt, or by a clock.
func (s *State) wakeFor(e messages.Commanded, out []Effect) []Effect {
	first := len(out)
	for i := range s.Seats {
		who := s.Seats[i].Familiar
		if e.Familiar != "" && e.Familiar != who || e.Familiar == "" && s.Book.IsElsewhere(i, &s.Lines) {
			continue
		}
		told := because.Obeyed{Command: string(messages.Wake), Clock: e.Timed}
		if !s.duties().AddErrand(duty.Errand{Familiar: who, Prompt: shorten.Runes(e.Text, promptMax), Timed: e.Timed}) {
			out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByRefused, Reason: because.Refused{Of: told, Why: because.TooManyWait}}, out)
			continue
		}
		out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByCommand, Reason: told}, out)
	}
	answers(e.N, out[first:])
	return out
}

// answers has the notes of a command say which turn's tool gave it, but not
// those of what the command has ended.
func answers(n uint64, effects []Effect) {
	for _, effect := range effects {
		if note, ok := effect.(*messages.Note); ok && n != 0 && note.N == 0 && note.Line == "" && note.Trigger == "" {
			note.N = n
		}
	}
}

// runErrand begins the turn of an errand, or drops it when its familiar has left
// or may not speak.
func (s *State) runErrand(errand duty.Errand, out []Effect) []Effect {
	i := s.Seats.Of(errand.Familiar)
	switch {
	case i < 0:
		return out
	case !s.maySpeak(i):
		return s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByNotItsTurn, Trigger: messages.Woken, Reason: s.assigned(i).Reason.Because()}, out)
	case s.Seats[i].Manners.Quiet(s.Now):
		return s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByQuiet, Trigger: messages.Woken, Reason: because.ToldQuiet}, out)
	case errand.Say != "":
		return s.runSay(i, &errand, out)
	case errand.Failed != 0 && s.Now.Sub(errand.Failed) > s.config.Room.AnswerWithin:
		return s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByOutage, Trigger: messages.Woken, Reason: because.ModelAwayTooLong}, out)
	case !s.Seats[i].Pressure.Lets():
		return s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByBudget, Trigger: messages.Woken, Reason: because.BudgetSpent}, out)
	case errand.Timed:
		return s.runTimed(i, &errand, messages.Woken, out)
	}
	s.Seats[i].Wake()
	return s.startTurn(i, &errand, out)
}

// beginTurn puts a turn of seat i in flight that answers no line; errand nil: a side-fork's.
func (s *State) beginTurn(i int, why messages.Trigger, errand *duty.Errand) {
	s.Turn = &turn.Turn{Seat: i, Trigger: why, From: s.Seats[i].Turned, Upto: s.Lines.Last(), Errand: errand, Overrides: s.overrides(i)}
}

// runTimed begins a turn that a clock ordered. It answers no line and moves
// nothing: what waits for the familiar goes on waiting, nobody has a credit or
// a window of it, and what it says stands on top, in no thread.
func (s *State) runTimed(i int, errand *duty.Errand, why messages.Trigger, out []Effect) []Effect {
	s.beginTurn(i, why, errand)
	return s.composeTurn(s.showTyping(false, out))
}

// say has a familiar say a text of the operator's: no model is asked, and the
// rest is as of a turn that a clock ordered. It waits for the turn in flight,
// not for the familiar to be free to speak again: what is refused is refused
// now.
func (s *State) say(e messages.Commanded, out []Effect) []Effect {
	i := s.Seats.Of(e.Familiar)
	if e.Familiar == "" && len(s.Seats) == 1 {
		i = 0
	}
	if i < 0 {
		return s.tellNobody(e, out)
	}
	first := len(out)
	rung, why := messages.ByCommand, because.Reason(nil)
	switch who := s.Seats[i].Familiar; {
	case strings.TrimSpace(e.Text) == "":
		rung, why = messages.ByRefused, because.NothingToSay
	case s.Seats[i].Manners.Quiet(s.Now):
		rung, why = messages.ByQuiet, because.ToldQuiet
	case !s.maySpeak(i):
		rung, why = messages.ByNotItsTurn, s.assigned(i).Reason.Because()
	case !s.duties().AddErrand(duty.Errand{Familiar: who, Say: shorten.Runes(e.Text, promptMax), Timed: true}):
		rung, why = messages.ByRefused, because.TooManyWait
	}
	told := because.Obeyed{Command: string(messages.Say)}
	var reason because.Reason = told
	if why != nil {
		reason = because.Refused{Of: told, Why: why}
	}
	out = s.note(i, messages.Note{Act: messages.Settled, Rung: rung, Reason: reason}, out)
	answers(e.N, out[first:])
	return out
}

// tellNobody notes for every seat that it was not named.
func (s *State) tellNobody(e messages.Commanded, out []Effect) []Effect {
	first := len(out)
	for i := range s.Seats {
		out = s.note(i, refusedNote(messages.Say, because.NobodyNamed), out)
	}
	answers(e.N, out[first:])
	return out
}

// runSay is the turn of a text that is there already: finish says what of it
// is posted. It may pass the turn on, as no other start does, so what that
// keeps from speaking is settled again.
func (s *State) runSay(i int, errand *duty.Errand, out []Effect) []Effect {
	s.beginTurn(i, messages.Woken, errand)
	s.Turn.Await(s.Number.By(s.Now.Add(messages.DeliverWithin)))
	s.beginSpan()
	out = s.takeComposed(messages.Composed{N: s.Turn.N, Parts: []string{errand.Say}, Final: true}, out)
	return s.settleAssigned(out)
}
