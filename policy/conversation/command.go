package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
)

// obeyCommanded does what a person with the right to do so told the channel. Who
// may, is decided where the command comes from.
func (s *State) obeyCommanded(e messages.Commanded, out []Effect) []Effect {
	if e.Command == messages.EngageHere && e.Familiar == "" {
		e.Familiar = s.config.ToEngage(s.Window.Held(s.Now))
	}
	if e.Command == messages.Turns {
		return s.assign(e, out)
	}
	if e.Command == messages.Say {
		return s.say(e, out)
	}
	if e.Command == messages.Wake && (e.Text != "" || e.Timed) {
		return s.wakeFor(e, out)
	}
	first := len(out)
	for i := range s.Seats {
		if e.Familiar == "" && !(e.Command == messages.Wake && s.Book.IsElsewhere(i, &s.Lines)) || e.Familiar == s.Seats[i].Familiar {
			_, out = s.obey(i, admission.Order{Command: e.Command, For: e.For}, e.By.ID, out)
		}
	}
	answers(e.N, out[first:])
	return s.shareFacts(out)
}

// obey has seat i do what somebody may tell it, and gives the answer to that.
func (s *State) obey(i int, o admission.Order, by messages.PersonID, out []Effect) (admission.Answer, []Effect) {
	seat := &s.Seats[i]
	mine := s.Turn != nil && s.Turn.Seat == i
	told := because.Obeyed{Command: string(o.Command)}
	a := seat.Told().Obey(s.Now, o, by, &s.config.Room.Admission)
	if o.Unclear {
		return a, out
	}
	if hushes(o.Command) {
		out = s.noteEndings(i, seat.Effect.Hush(), by, out)
	}
	switch o.Command { //nolint:exhaustive // the manners have done the rest
	case messages.Disengage:
		seat.Credit.Clear()
		s.stepBack(i)
		if mine {
			s.Turn.StepBack()
			out = s.dropWaiting(s.Turn.Asked.NewestID(), messages.ByCommand, told, out)
		}
	case messages.Quiet:
		s.Floor.Leave(s.Now, seat.Familiar)
		if out = s.clearWaiting(i, told, out); mine {
			out = s.breakOff(told, out)
		}
	case messages.Wake:
		seat.Wake()
	case messages.Stop:
		if mine {
			out = s.breakOff(told, out)
		} else if seat.AwaitsModel() { // what its turn was about
			out = s.noteWaiting(i, messages.ByCommand, told, out)
			out = s.leaveOff(i, out)
			s.Duties.DropErrands(seat.Familiar)
		}
	case messages.EngageHere:
		refused, out := s.engageHere(i, out)
		if a.Reason = because.Written(refused); refused != nil {
			a.Key, a.Other = s.whyNot(i)
		}
		return a, out
	case messages.Clear:
		out = s.clearWaiting(i, told, out)
	case messages.Unlearn:
		seat.Unlearn()
	case messages.Turns, messages.Say: // the channel's, see assign and say
	}
	return a, s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByCommand, Reason: told}, out)
}

// obeyedNote is the note that a command is obeyed, given by that line; "": not by one.
func obeyedNote(line messages.LineID, c messages.Command) messages.Note {
	return messages.Note{Line: line, Act: messages.Settled, Rung: messages.ByCommand, Reason: because.Obeyed{Command: string(c)}}
}

// refusedNote is the note that a command is refused, and why.
func refusedNote(c messages.Command, why because.Reason) messages.Note {
	return messages.Note{Act: messages.Settled, Rung: messages.ByRefused, Reason: because.Refused{Of: because.Obeyed{Command: string(c)}, Why: why}}
}

// breakOff ends the turn in flight as somebody told it to, or what of it is not with
// the network yet.
func (s *State) breakOff(told because.Obeyed, out []Effect) []Effect {
	if s.Turn.Composed {
		return s.dropWaiting(s.Turn.Asked.NewestID(), messages.ByCommand, told, out)
	}
	return s.callOff(s.Turn.Asked.NewestID(), messages.ByCommand, told, out)
}

// clearWaiting forgets what waits for a decision of seat i, as it is told to; the
// transcript stays.
func (s *State) clearWaiting(i int, told because.Obeyed, out []Effect) []Effect {
	seat := &s.Seats[i]
	out = s.handBack(i, out)
	out = s.noteWaiting(i, messages.ByCommand, told, out)
	out = s.leaveOff(i, out)
	seat.Settle(s.Lines.Last())
	seat.Mood.Cleared()
	s.Duties.DropErrands(seat.Familiar)
	return out
}
