package conversation

import (
	"cmp"
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/finish"
	"familiar/policy/floor"
	"familiar/policy/ties"
)

// fixKept is how long a side-fork outlives the time it had, in case nobody
// tells it that it is closed.
const fixKept = duty.ForkFor + time.Hour

// isFork reports whether this channel is a side-fork.
func (s *State) isFork() bool { return s.Duties.Fix != nil }

// beginFix takes the task of a side-fork. One that is known is told again
// because its answer is not in.
func (s *State) beginFix(from messages.ChannelID, task messages.ForkBegun, out []Effect) []Effect {
	if parent, ok := s.Channel.Fixes(); !ok || parent != from {
		return out
	}
	if s.isFork() && s.Duties.Fix.ID >= task.Fork {
		return s.pendingFix(out)
	}
	if s.isFork() { // the line is corrected once more, and nobody said that the last time was over
		out = s.leaveFork(out)
	}
	s.Duties.Fix = &duty.Fix{
		Deadline: s.Number.By(s.Now.Add(fixKept)), ID: task.Fork, Parent: from, Familiar: task.Familiar, Text: task.Text, Why: task.Why,
	}
	return out
}

// startFix begins the turn that does the work.
func (s *State) startFix(out []Effect) []Effect {
	if !s.Duties.Fixing() || s.Turn != nil {
		return out
	}
	i := s.seatOf(s.Duties.Fix.Familiar)
	if i < 0 {
		return s.unfixed(because.ForkFamiliarGone, out)
	}
	if !s.Seats[i].Pressure.Lets() {
		return s.unfixed(because.BudgetSpent, out)
	}
	if s.Seats[i].awaitsModel() {
		return out
	}
	s.Turn = &Turn{Seat: i, Trigger: messages.Woken, From: s.Seats[i].Turned, Upto: s.Lines.Last()}
	return s.composeTurn(out)
}

// brief adds to a turn's order what it is about besides lines.
func (s *State) brief(order *messages.Compose) {
	if errand := s.Turn.Errand; errand != nil {
		order.Prompt, order.Timed = errand.Prompt, errand.Timed
	}
	if !s.Duties.Fixing() {
		return
	}
	fix, c := s.Duties.Fix, s.cfg(s.Turn.Seat)
	own := messages.Author{ID: c.Self, Name: c.Name, Bot: true}
	order.Notice = messages.FixNotice
	order.Addressed = append(order.Addressed, messages.Quoted{ID: "wrong", Author: own, Text: fix.Text, Own: true})
	if fix.Why != "" {
		order.Addressed = append(order.Addressed, messages.Quoted{ID: "why", Author: own, Text: fix.Why, Own: true})
	}
}

// fixed takes the last text of the turn as the answer and tells it back.
func (s *State) fixed(c messages.Composed, o finish.Outcome, out []Effect) []Effect {
	fix := s.Duties.Fix
	fix.Done = true
	for _, p := range o.Parts {
		if p.Result == finish.OK {
			fix.Answer = p.Text
		}
	}
	rung := bySpoke
	if fix.Answer == "" {
		rung, fix.Failure = bySilence, because.Written(cmp.Or[because.Reason](o.Reason, because.NoText))
	}
	out = s.note(s.Turn.Seat, messages.Note{Act: messages.Settled, Rung: rung, Trigger: s.Turn.Trigger, N: c.N, Reason: o.Reason}, out)
	if fix.Answer != "" {
		out = s.curtailed(c.Cut, out)
	}
	s.yieldFloor(s.Turn.Seat, floor.Silent)
	return s.endTurn(s.pendingFix(out))
}

// unfixed ends the work without an answer, unless it has one.
func (s *State) unfixed(reason because.Reason, out []Effect) []Effect {
	if !s.Duties.Fixing() {
		return out
	}
	s.Duties.Fix.Done, s.Duties.Fix.Failure = true, because.Written(reason)
	return s.pendingFix(out)
}

// pendingFix tells the answer back, from the state alone, if there is one.
func (s *State) pendingFix(out []Effect) []Effect {
	if !s.isFork() || !s.Duties.Fix.Done {
		return out
	}
	fix := s.Duties.Fix
	if fix.Answer == "" {
		return append(out, ties.Tell(s.Channel, fix.Parent, messages.ForkUnfixed{Fork: fix.ID, Familiar: fix.Familiar, Why: fix.Failure}))
	}
	return append(out, ties.Tell(s.Channel, fix.Parent, messages.ForkFixed{Fork: fix.ID, Familiar: fix.Familiar, Text: fix.Answer}))
}

// forkClosed leaves the side-fork because its parent says so.
func (s *State) forkClosed(from messages.ChannelID, closed messages.ForkClosed, out []Effect) []Effect {
	if !s.isFork() || s.Duties.Fix.ID != closed.Fork || s.Duties.Fix.Parent != from {
		return out
	}
	return s.leaveFork(out)
}

// leaveFork has nothing of a side-fork stay, also not in the journal: its
// texts were said elsewhere, and whoever wants them gone asks there.
func (s *State) leaveFork(out []Effect) []Effect {
	s.Duties.Fix = nil
	return s.forgetAll(out)
}
