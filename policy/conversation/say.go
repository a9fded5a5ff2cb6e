package conversation

import (
	"strings"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
)

// say has a familiar say a text of the operator's: no model is asked, and the
// rest is as of a turn that a clock ordered. It waits for the turn in flight,
// not for the familiar to be free to speak again: what is refused is refused
// now.
func (s *State) say(e messages.Commanded, out []Effect) []Effect {
	i := s.seatOf(e.Familiar)
	if e.Familiar == "" && len(s.Seats) == 1 {
		i = 0
	}
	if i < 0 {
		return s.tellNobody(e, out)
	}
	first := len(out)
	rung, why := byCommand, because.Reason(nil)
	switch who := s.Seats[i].Familiar; {
	case strings.TrimSpace(e.Text) == "":
		rung, why = byRefused, because.NothingToSay
	case s.Seats[i].Manners.Quiet(s.Now):
		rung, why = byQuiet, because.ToldQuiet
	case !s.maySpeak(i):
		rung, why = byNotItsTurn, s.assigned(i).Reason.Because()
	case !s.Duties.AddErrand(duty.Errand{Familiar: who, Say: shorten.Runes(e.Text, promptMax), Timed: true}):
		rung, why = byRefused, because.TooManyWait
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
		out = s.note(i, messages.Note{Act: messages.Settled, Rung: byRefused, Reason: because.Refused{Of: because.Obeyed{Command: string(messages.Say)}, Why: because.NobodyNamed}}, out)
	}
	answers(e.N, out[first:])
	return out
}

// runSay is the turn of a text that is there already: finish says what of it
// is posted. It may pass the turn on, as no other start does, so what that
// keeps from speaking is settled again.
func (s *State) runSay(i int, errand *duty.Errand, out []Effect) []Effect {
	s.Turn = &Turn{Seat: i, Trigger: messages.Woken, From: s.Seats[i].Turned, Upto: s.Lines.Last(), Errand: errand}
	s.Turn.Deadline = s.Number.By(s.Now.Add(deliverWithin))
	s.beginSpan()
	out = s.takeComposed(messages.Composed{N: s.Turn.N, Parts: []string{errand.Say}, Final: true}, out)
	return s.settleAssigned(out)
}
