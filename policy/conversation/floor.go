package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/chattiness"
	"familiar/policy/floor"
	"familiar/policy/mind"
	"familiar/policy/seating"
)

// The terms of deadlines that chattiness doesn't set.
const (
	termFloor = "floor" // the floor is waited for
	termRetry = "retry" // a judge or a model has failed
)

// mayAsk reports whether the judge may be asked whether seat i is to speak
// unasked, and takes the floor for it. If not, the thought waits in the
// floor's queue, which is noted when it gets there, or a sibling that is
// likelier to have something to say is asked in its place.
func (s *State) mayAsk(i int, why messages.Trigger, out []Effect) (bool, []Effect) {
	c, seat := s.config.Floor(), &s.Seats[i]
	if !why.Unsolicited() || !c.On {
		return true, out
	}
	var buf [seating.MaxSeats]floor.Bid
	bids := s.Seats.Bids(s.Now, s.config, buf[:0])
	if k := s.Seats.Of(s.Floor.Choose(s.Now, seat.Familiar, bids, c)); k != i {
		if out = s.askJudge(k, why, out); s.Seats.QuestionAbout(i) != nil {
			return false, out // and that question is about seat i, too
		}
	}
	if s.Floor.Take(s.Now, seat.Familiar, c) {
		return true, out
	}
	return false, s.awaitFloor(i, why, out)
}

// awaitFloor leaves seat i's lines waiting until it may take the floor.
func (s *State) awaitFloor(i int, why messages.Trigger, out []Effect) []Effect {
	seat := &s.Seats[i]
	if !s.cfg(i).Judged {
		// nobody could say later whether what it was about to say is still wanted
		return s.giveUp(i, messages.Note{Rung: messages.ByFloor, Trigger: why, Reason: because.FloorTakenUnjudged}, out)
	}
	free := s.Floor.FreeFor(s.Now, seat.Familiar, s.config.Floor())
	seat.Plan(mind.Thought{Deadline: s.Number.By(free), Trigger: why, Term: termFloor})
	return s.note(i, messages.Note{Act: messages.Wait, Rung: messages.ByFloor, Trigger: why, Due: free, Term: termFloor, Reason: because.FloorTaken}, out)
}

// patient puts off a thought of seat i whose moment has come, and which waits
// in the floor's queue, until its chance.
func (s *State) patient(i int, due chattiness.Due) chattiness.Due {
	who := s.Seats[i].Familiar
	if due.At == 0 || due.At > s.Now || !s.Floor.Waits(who) {
		return due
	}
	if free := s.Floor.FreeFor(s.Now, who, s.config.Floor()); free > s.Now {
		due.At, due.Term = free, termFloor
	}
	return due
}

// renewFloor moves the floor's deadline while the turn that has it goes on. A
// turn that has lost it ends without: nobody else's can begin before.
func (s *State) renewFloor() {
	who := s.Seats[s.Turn.Seat].Familiar
	if c := s.config.Floor(); c.On && s.Floor.Held(s.Now) == who {
		s.Floor.Take(s.Now, who, c)
	}
}

// yieldFloor frees the floor if seat i has it. While an unasked question of the
// seat's is with the judge, the floor is the question's.
func (s *State) yieldFloor(i int, end floor.End) {
	if j := s.Seats[i].Judging; j != nil && j.Trigger.Unsolicited() {
		return
	}
	s.Floor.Release(s.Now, s.Seats[i].Familiar, end, s.config.Room.Floor)
}

// yieldThought frees the floor that seat i has for a question or for a turn
// that hasn't begun.
func (s *State) yieldThought(i int) {
	if s.Turn == nil || s.Turn.Seat != i {
		s.yieldFloor(i, floor.Cancelled)
	}
}
