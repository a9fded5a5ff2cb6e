package conversation

import (
	"strings"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/policy/duty"
	"familiar/policy/turn"
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
	rung, why := byCommand, ""
	switch who := s.Seats[i].Familiar; {
	case strings.TrimSpace(e.Text) == "":
		rung, why = byRefused, "there is no text"
	case s.Seats[i].Manners.Quiet(s.Now):
		rung, why = byQuiet, "told to be quiet"
	case !s.maySpeak(i):
		rung, why = byNotItsTurn, s.assigned(i).Reason.Clause()
	case !s.Duties.AddErrand(duty.Errand{Familiar: who, Say: shorten.Runes(e.Text, promptMax), Timed: true}):
		rung, why = byRefused, "too many wait already"
	}
	reason := string(messages.Say)
	if why != "" {
		reason += ": " + why
	}
	out = s.note(i, messages.Note{Act: messages.Settled, Rung: rung, Reason: reason}, out)
	answers(e.N, out[first:])
	return out
}

// tellNobody notes for every seat that it was not named.
func (s *State) tellNobody(e messages.Commanded, out []Effect) []Effect {
	first := len(out)
	for i := range s.Seats {
		out = s.note(i, messages.Note{Act: messages.Settled, Rung: byRefused, Reason: string(messages.Say) + ": name one of the familiars here"}, out)
	}
	answers(e.N, out[first:])
	return out
}

// runSay is the turn of a text that is there already: finish says what of it
// is posted. It may pass the turn on, as no other start does, so what that
// keeps from speaking is settled again.
func (s *State) runSay(i int, errand *duty.Errand, out []Effect) []Effect {
	s.Turn = &turn.Turn{Seat: i, Trigger: messages.Woken, From: s.Seats[i].Turned, Upto: s.Lines.Last(), Errand: errand, Overrides: s.overrides(i)}
	s.Turn.Deadline = s.Number.By(s.Now.Add(deliverWithin))
	s.beginSpan()
	out = s.takeComposed(messages.Composed{N: s.Turn.N, Parts: []string{errand.Say}, Final: true}, out)
	return s.settleAssigned(out)
}
