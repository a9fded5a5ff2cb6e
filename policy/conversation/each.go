package conversation

import (
	"familiar/messages"
	"familiar/policy/mind"
)

// Where each line is judged by itself, a question is about one line only, a
// turn that follows answers that line only, and the others wait for questions
// of their own. It is closed: what nobody can be asked about is not answered.

// inQuestion is the newest line that the next question of seat i is about.
func (s *State) inQuestion(i int, why messages.Trigger) uint32 {
	if s.cfg(i).Policy.JudgeEach && why != messages.Question {
		if waiting := s.Lines.Waiting(i, s.Seats[i].Settled, s.Lines.Last()); len(waiting) > 0 {
			return s.Lines.No(waiting[0])
		}
	}
	return s.Lines.Last()
}

// asksOf is the line that a question of seat i is about where each line is
// judged by itself; "" where a question is about all that wait.
func (s *State) asksOf(i int, j *mind.Question) messages.LineID {
	if e := s.Lines.At(j.Upto); e != nil && s.cfg(i).Policy.JudgeEach && j.Trigger != messages.Question {
		return s.Lines.ID(e)
	}
	return ""
}
