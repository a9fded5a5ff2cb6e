package conversation

import (
	"familiar/messages"
	"familiar/policy/ladder"
)

// Where each line is judged by itself, a question is about one line only, a
// turn that follows answers that line only, and the others wait for questions
// of their own. It is closed: what nobody can be asked about is not answered.

// asksEach reports whether an ask of that rung is a question by itself.
func (p *Policy) asksEach(rung messages.Rung) bool { return p.JudgeEach && rung == ladder.Rest }

// trigger says why a line that this rung claimed makes the familiar think.
// Nobody has addressed it where each line is judged.
func (p *Policy) trigger(r ladder.Rung) messages.Trigger {
	if p.asksEach(r) {
		return messages.Interjection
	}
	return trigger(r)
}

// inQuestion is the newest line that the next question of seat i is about.
func (s *State) inQuestion(i int, why messages.Trigger) uint32 {
	if s.cfg(i).Policy.JudgeEach && why != messages.Question {
		if waiting := s.waiting(i, s.Lines.Last()); len(waiting) > 0 {
			return waiting[0].No()
		}
	}
	return s.Lines.Last()
}

// asksOf is the line that a question of seat i is about where each line is
// judged by itself; "" where a question is about all that wait.
func (s *State) asksOf(i int, j *Judging) messages.LineID {
	if e := s.Lines.At(j.Upto); e != nil && s.cfg(i).Policy.JudgeEach && j.Trigger != messages.Question {
		return s.Lines.ID(e)
	}
	return ""
}

// wishes has seat i's next turn be for that reason, with the lines up to upto
// that wait for it; where no line is judged by itself, with all.
func (s *State) wishes(i int, why messages.Trigger, upto uint32) {
	s.Seats[i].Wish = why
	s.Seats[i].Verdict = nil
	if s.cfg(i).Policy.JudgeEach {
		s.Seats[i].Wished = upto
	}
}

// spent is the newest line that waits no more once seat i's turn has begun:
// the newest of all, or the one the judge has said yes to.
func (s *State) spent(i int, judged bool) uint32 {
	seat := &s.Seats[i]
	switch {
	case !s.cfg(i).Policy.JudgeEach:
		return s.Lines.Last()
	case judged:
		return max(seat.Settled, seat.Wished)
	default:
		return seat.Settled
	}
}
