package conversation

import (
	"slices"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/ties"
	"familiar/policy/transcript"
)

// A side-fork corrects a wrong reply of ours without cluttering the channel: a
// turn asks for it, a virtual channel is told the task and works there, and
// the one corrected answer is told back and posted in reply to the wrong line.
// The task is told again until the answer is in, and each side knows the other
// by the fork's number, so that a crash neither loses nor repeats anything.
// fix.go is the other side.

// forkWhyMax is how many code points there are of what is wrong.
const forkWhyMax = 2000

// beginFork begins one because the turn in flight asks for it, or notes why not.
func (s *State) beginFork(f messages.Fork, out []Effect) []Effect {
	t := s.Turn
	n := messages.Note{Line: f.Line, Act: messages.Settled, Rung: byFork, Trigger: t.Trigger, N: t.N, Reason: because.ForkBegun}
	if refused := s.unforkable(f); refused != nil {
		n.Rung, n.Reason = byRefused, because.Undone{Deed: because.Fork, Why: refused}
		return s.note(t.Seat, n, out)
	}
	e := s.Lines.Find(f.Line)
	begun := duty.Fork{
		Familiar: s.Seats[t.Seat].Familiar, No: e.No(), Line: f.Line, Text: s.Lines.Text(e), Said: e.At(), Why: shorten.Runes(f.Why, forkWhyMax),
	}
	for i := range t.Asked {
		begun.Asked = append(begun.Asked, t.Asked[i].No)
	}
	order := s.forkOrder(s.Duties.Begin(begun, s.Now, &s.Number))
	return append(s.note(t.Seat, n, out), order)
}

// unforkable says why the turn in flight can't correct that line aside; ""
// when it can.
func (s *State) unforkable(f messages.Fork) because.Reason {
	t := s.Turn
	e := s.Lines.Find(f.Line)
	switch {
	case s.isFork():
		return because.ForkInFork
	case t.timed():
		return because.ClockOrdered
	case !s.maySpeak(t.Seat):
		return because.NotItsTurn
	case f.Line == "" || e == nil || e.Gone() || e.No() > t.Upto || int(e.By()) != t.Seat+1:
		return because.NotItsOwnReply
	case s.Veiled&(1<<t.Seat) != 0: // aside it could read what it was not to see
		return because.NotToSeeAll
	case s.Duties.Corrects(f.Line):
		return because.BeingCorrected
	case len(s.Duties.Forks) >= duty.ForksMost:
		return because.TooManyForks
	}
	return nil
}

// forkOrder tells the side-fork its task, from the state alone.
func (s *State) forkOrder(f *duty.Fork) messages.Tell {
	return ties.Tell(s.Channel, s.Channel.Fix(f.Line), messages.ForkBegun{Fork: f.ID, Familiar: f.Familiar, Text: f.Text, Why: f.Why})
}

// forkAnswered takes the correction of a side-fork, or, without a text, why
// there is none.
func (s *State) forkAnswered(from messages.ChannelID, fork uint64, text, why string, out []Effect) []Effect {
	k := s.Duties.Fork(func(f *duty.Fork) bool { return f.ID == fork && s.Channel.Fix(f.Line) == from })
	switch {
	case k < 0 || s.Duties.Forks[k].Answer != "":
		return out // closed, or told twice
	case text == "":
		return s.closeFork(k, because.Uncorrected{Words: shorten.Runes(why, 200)}, out)
	}
	s.Duties.Forks[k].Answer = text // settleDuties posts it
	return out
}

// forkDue tells the task again, or closes a fork whose time is over.
func (s *State) forkDue(k int, out []Effect) []Effect {
	f := &s.Duties.Forks[k]
	if s.Now >= f.Until {
		return s.closeFork(k, because.ForkLate, out)
	}
	f.TellAgain(s.Now, &s.Number)
	return append(out, s.forkOrder(f))
}

// closeFork ends one without a correction.
func (s *State) closeFork(k int, reason because.Reason, out []Effect) []Effect {
	f := s.Duties.Close(k)
	if i := s.seatOf(f.Familiar); i >= 0 {
		out = s.note(i, messages.Note{Line: f.Line, Act: messages.Settled, Rung: byFork, Reason: reason}, out)
	}
	return append(out, ties.Tell(s.Channel, s.Channel.Fix(f.Line), messages.ForkClosed{Fork: f.ID, Familiar: f.Familiar}))
}

// closeForks ends those that are meant.
func (s *State) closeForks(these func(*duty.Fork) bool, reason because.Reason, out []Effect) []Effect {
	for k := s.Duties.Fork(these); k >= 0; k = s.Duties.Fork(these) {
		out = s.closeFork(k, reason, out)
	}
	return out
}

// about reports whether a fork corrects a line that goes, or was begun to
// answer one.
func (s *State) about(f *duty.Fork, goes func(transcript.Entry) bool) bool {
	author := messages.Author{}
	if i := s.seatOf(f.Familiar); i >= 0 {
		author.ID = s.cfg(i).Self
	}
	if goes(transcript.Entry{Marks: transcript.Marks{No: f.No, At: f.Said}, Author: &author, ID: f.Line}) {
		return true
	}
	return slices.ContainsFunc(f.Asked, func(no uint32) bool {
		e := s.Lines.At(no)
		return e != nil && goes(s.Lines.Entry(e))
	})
}
