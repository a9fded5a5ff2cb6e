package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/transcript"
)

// postCorrection posts the answer of a side-fork once, in reply to the wrong line or,
// where it is too long for the place, in a thread off it, unless nothing may be
// said any more; either way the fork is closed. It moves
// no credit and no window: the turn that began the fork has.
func (s *State) postCorrection(k int, out []Effect) []Effect {
	f := s.Duties.Forks[k]
	i := s.seatOf(f.Familiar)
	switch {
	case i < 0:
		return s.closeFork(k, nil, out)
	case s.Seats[i].Manners.Quiet(s.Now):
		return s.closeFork(k, because.ToldQuiet, out)
	case !s.maySpeak(i):
		return s.closeFork(k, s.assigned(i).Reason.Because(), out)
	case s.Guard.Stopped(s.Now, s.config.Room.Guard):
		return s.closeFork(k, because.OnlyBots, out)
	case s.Now >= f.Until:
		return s.closeFork(k, because.ForkLate, out)
	}
	out = s.closeFork(k, because.ForkCorrected, out)
	s.Turn = &Turn{
		Deadline: s.Number.By(s.Now.Add(deliverWithin)), Seat: i, Trigger: messages.Woken, Asked: []transcript.Entry{s.wrong(i, &f)},
		From: s.Seats[i].Turned, Upto: s.Lines.Last(), Composed: true, Fixes: f.ID,
	}
	s.beginSpan()
	out = s.part(0, f.Answer, out)
	s.Turn.Opens = s.opensThread()
	return s.handOver(0, out)
}

// wrong is the line that a side-fork corrects, as a turn of seat i answers it.
func (s *State) wrong(i int, f *duty.Fork) transcript.Entry {
	if e := s.Lines.At(f.No); e != nil {
		return s.Lines.Entry(e)
	}
	c := s.cfg(i)
	return transcript.Entry{
		Marks:  transcript.Marks{No: f.No, By: int8(i + 1), At: f.Said},
		Author: &messages.Author{ID: c.Self, Name: c.Name, Bot: true}, ID: f.Line, Text: f.Text,
	}
}
