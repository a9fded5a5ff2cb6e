package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/chattiness"
	"familiar/policy/floor"
	"familiar/policy/mind"
	"familiar/policy/seating"
)

// termFloor is the term of a deadline that waits for the floor.
const termFloor = "floor"

// floored reports whether the floor is in use: there is somebody to share it
// with, and nobody for whom each line is a question of its own, which isn't
// about a right to speak.
func (s *State) floored() bool {
	return s.config.Room.Floor.On && len(s.Seats) > 1 &&
		!s.config.JudgesEach()
}

// mayAsk reports whether the judge may be asked whether seat i is to speak
// unasked, and takes the floor for it. If not, the thought waits in the
// floor's queue, which is noted when it gets there, or a sibling that is
// likelier to have something to say is asked in its place.
func (s *State) mayAsk(i int, why messages.Trigger, out []Effect) (bool, []Effect) {
	if !why.Unsolicited() || !s.floored() {
		return true, out
	}
	var buf [seating.MaxSeats]floor.Bid
	bids := s.Seats.Bids(s.Now, s.config, buf[:0])
	if k := s.Seats.Of(s.Floor.Choose(s.Now, s.Seats[i].Familiar, bids, s.config.Room.Floor)); k != i {
		if out = s.askJudge(k, why, out); s.Seats.QuestionAbout(i) != nil {
			return false, out // and that question is about seat i, too
		}
	}
	if s.takeFloor(i) {
		return true, out
	}
	return false, s.awaitFloor(i, why, out)
}

// takeFloor takes the floor for seat i, or moves the deadline of the one it
// has. Refused, the seat is in the queue.
func (s *State) takeFloor(i int) bool {
	return !s.floored() || s.Floor.Take(s.Now, s.Seats[i].Familiar, s.config.Room.Floor)
}

// awaitFloor leaves seat i's lines waiting until it may take the floor.
func (s *State) awaitFloor(i int, why messages.Trigger, out []Effect) []Effect {
	seat := &s.Seats[i]
	if !s.cfg(i).Judged {
		return s.dropWish(i, why, out)
	}
	free := s.Floor.FreeFor(s.Now, seat.Familiar, s.config.Room.Floor)
	seat.Plan(mind.Thought{Deadline: s.Number.By(free), Trigger: why, Term: termFloor})
	return s.note(i, messages.Note{Act: messages.Wait, Rung: messages.ByFloor, Trigger: why, Due: free, Term: termFloor, Reason: because.FloorTaken}, out)
}

// patient puts off a thought of seat i whose moment has come, and which waits
// in the floor's queue, until its chance.
func (s *State) patient(i int, due chattiness.Due) chattiness.Due {
	if due.At == 0 || due.At > s.Now || !s.floored() || !s.Floor.Waits(s.Seats[i].Familiar) {
		return due
	}
	if free := s.Floor.FreeFor(s.Now, s.Seats[i].Familiar, s.config.Room.Floor); free > s.Now {
		due.At, due.Term = free, termFloor
	}
	return due
}

// mayStart reports whether a turn of seat i may begin for that reason, and
// takes the floor for one that nobody asked for. One that somebody did needs
// none.
func (s *State) mayStart(i int, why messages.Trigger) bool {
	return !why.Unsolicited() || s.takeFloor(i)
}

// freeFloor frees the floor that seat i had for a turn that will not be.
func (s *State) freeFloor(i int) { s.yieldFloor(i, floor.Cancelled) }

// renewFloor moves the floor's deadline while the turn that has it goes on. A
// turn that has lost it ends without: nobody else's can begin before.
func (s *State) renewFloor() {
	if i := s.Turn.Seat; s.floored() && s.Floor.Held(s.Now) == s.Seats[i].Familiar {
		s.takeFloor(i)
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
