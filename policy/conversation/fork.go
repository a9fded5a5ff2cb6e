package conversation

import (
	"cmp"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/finish"
	"familiar/policy/floor"
	"familiar/policy/transcript"
	"familiar/policy/turn"
)

// A side-fork corrects a wrong reply of ours without cluttering the channel: a
// turn asks for it, a virtual channel is told the task and works there, and
// the one corrected answer is told back and posted in reply to the wrong line.
// The task is told again until the answer is in, and each side knows the other
// by the fork's number, so that a crash neither loses nor repeats anything.

// forkWhyMax is how many code points there are of what is wrong.
const forkWhyMax = 2000

// beginFork begins one because the turn in flight asks for it, or notes why not.
func (s *State) beginFork(f messages.Fork, out []Effect) []Effect {
	t := s.Turn
	n := t.NoteOf(f.Line, messages.ByFork, because.ForkBegun)
	if refused := s.unforkable(f); refused != nil {
		n.Rung, n.Reason = messages.ByRefused, because.Undone{Deed: because.Fork, Why: refused}
		return s.note(t.Seat, n, out)
	}
	e := s.Lines.Find(f.Line)
	begun := duty.Fork{
		Familiar: s.Seats[t.Seat].Familiar, No: s.Lines.No(e), Line: f.Line, Text: s.Lines.Text(e), Said: e.At(), Why: shorten.Runes(f.Why, forkWhyMax),
	}
	for i := range t.Asked {
		begun.Asked = append(begun.Asked, t.Asked[i].No)
	}
	order := s.duties().Begin(begun, s.Now, &s.Number).Task(s.Channel)
	return append(s.note(t.Seat, n, out), order)
}

// unforkable says why the turn in flight can't correct that line aside; nil
// when it can.
func (s *State) unforkable(f messages.Fork) because.Reason {
	t := s.Turn
	e := s.Lines.Find(f.Line)
	switch {
	case s.Duties.IsFork():
		return because.ForkInFork
	case t.IsTimed():
		return because.ClockOrdered
	case !s.maySpeak(t.Seat):
		return because.NotItsTurn
	case f.Line == "" || e == nil || e.Gone() || s.Lines.No(e) > t.Upto || int(s.Lines.By(e)) != t.Seat+1:
		return because.NotItsOwnReply
	case s.Veiled&(1<<t.Seat) != 0: // aside it could read what it was not to see
		return because.NotToSeeAll
	case s.Duties.Corrects(f.Line):
		return because.BeingCorrected
	case s.Duties.FullOfForks():
		return because.TooManyForks
	}
	return nil
}

// forkAnswered takes the correction of a side-fork, or, without a text, why
// there is none.
func (s *State) forkAnswered(from messages.ChannelID, fork uint64, text, why string, out []Effect) []Effect {
	k := s.Duties.Answered(s.Channel, from, fork, text)
	if k < 0 || text != "" { // settleDuties posts it
		return out
	}
	return s.closeFork(k, because.Uncorrected{Words: shorten.Runes(why, 200)}, out)
}

// closeFork ends one without a correction.
func (s *State) closeFork(k int, reason because.Reason, out []Effect) []Effect {
	f := s.Duties.Close(k)
	if i := s.Seats.Of(f.Familiar); i >= 0 {
		out = s.note(i, messages.Note{Line: f.Line, Act: messages.Settled, Rung: messages.ByFork, Reason: reason}, out)
	}
	return append(out, f.Over(s.Channel))
}

// closeForks ends those that are meant.
func (s *State) closeForks(these func(*duty.Fork) bool, reason because.Reason, out []Effect) []Effect {
	for k := s.Duties.Fork(these); k >= 0; k = s.Duties.Fork(these) {
		out = s.closeFork(k, reason, out)
	}
	return out
}

// beginFix takes the task of a side-fork. One that is known is told again
// because its answer is not in.
func (s *State) beginFix(from messages.ChannelID, task messages.ForkBegun, out []Effect) []Effect {
	if parent, ok := s.Channel.Fixes(); !ok || parent != from {
		return out
	}
	if s.Duties.IsFork() {
		if s.Duties.Fix.ID >= task.Fork {
			return s.Duties.TellFixed(s.Channel, out)
		}
		out = s.leaveFork(out) // the line is corrected once more, and nobody said that the last time was over
	}
	s.duties().BeginFix(from, task, s.Now, &s.Number)
	return out
}

// startFix begins the turn that does the work.
func (s *State) startFix(out []Effect) []Effect {
	if !s.Duties.Fixing() || s.Turn != nil {
		return out
	}
	i := s.Seats.Of(s.Duties.Fix.Familiar)
	if i < 0 {
		return s.Duties.FinishFix(s.Channel, "", because.ForkFamiliarGone, out)
	}
	if !s.Seats[i].Pressure.Lets() {
		return s.Duties.FinishFix(s.Channel, "", because.BudgetSpent, out)
	}
	if s.Seats[i].AwaitsModel() {
		return out
	}
	s.beginTurn(i, messages.Woken, nil)
	return s.composeTurn(out)
}

// fixed takes the last text of the turn as the answer and tells it back.
func (s *State) fixed(c messages.Composed, o finish.Outcome, out []Effect) []Effect {
	answer, rung := "", messages.BySpoke
	for _, p := range o.Parts {
		if p.Result == finish.OK {
			answer = p.Text
		}
	}
	if answer == "" {
		rung = messages.BySilence
	}
	out = s.note(s.Turn.Seat, s.Turn.NoteOf("", rung, o.Reason), out)
	if answer != "" {
		out = s.noteAll(s.Turn.Seat, s.Turn.Said(c.Cut, c.Spared()), out)
	}
	s.yieldFloor(s.Turn.Seat, floor.Silent)
	return s.endTurn(s.Duties.FinishFix(s.Channel, answer, cmp.Or[because.Reason](o.Reason, because.NoText), out))
}

// leaveFork has nothing of a side-fork stay, also not in the journal: its
// texts were said elsewhere, and whoever wants them gone asks there.
func (s *State) leaveFork(out []Effect) []Effect {
	s.Duties.LeaveFix()
	return s.forgetAll(out)
}

// postCorrection posts the answer of a side-fork once, in reply to the wrong line or,
// where it is too long for the place, in a thread off it, unless nothing may be
// said any more; either way the fork is closed. It moves
// no credit and no window: the turn that began the fork has.
func (s *State) postCorrection(k int, out []Effect) []Effect {
	f := s.Duties.Forks[k]
	i := s.Seats.Of(f.Familiar)
	switch {
	case i < 0:
		return s.closeFork(k, nil, out)
	case s.Seats[i].Manners.Quiet(s.Now):
		return s.closeFork(k, because.ToldQuiet, out)
	case !s.maySpeak(i):
		return s.closeFork(k, s.assigned(i).Reason.Because(), out)
	case s.Guard.Stopped(s.Now, &s.config.Room.Guard):
		return s.closeFork(k, because.OnlyBots, out)
	case s.Now >= f.Until:
		return s.closeFork(k, because.ForkLate, out)
	}
	out = s.closeFork(k, because.ForkCorrected, out)
	s.Turn = &turn.Turn{
		Deadline: s.Number.By(s.Now.Add(messages.DeliverWithin)), Seat: i, Trigger: messages.Woken, Asked: transcript.Entries{f.Wrong(&s.Lines, i, ownAuthor(s.cfg(i)))},
		From: s.Seats[i].Turned, Upto: s.Lines.Last(), Composed: true, Fixes: f.ID,
	}
	s.beginSpan()
	out = s.part(0, f.Answer, out)
	s.Turn.Opens = s.opensThread()
	return s.handOver(&s.Turn.Posts[0], out)
}

// ownAuthor is a seat as the author of what it says.
func ownAuthor(c *SeatConfig) messages.Author {
	return messages.Author{ID: c.Self, Name: c.Name, Bot: true}
}
