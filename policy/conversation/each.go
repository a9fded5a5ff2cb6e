package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
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

// questionNote is the note of what has become of a question of seat i. Where each line is
// judged by itself it is of that line, else of none: the question is about all that wait.
func (s *State) questionNote(i int, j *mind.Question, act messages.Act, reason because.Reason) messages.Note {
	n := messages.Note{Act: act, Rung: messages.ByJudge, Trigger: j.Trigger, N: j.N, Reason: reason, Meta: j.Span.Meta}
	if e := s.Lines.At(j.Upto); e != nil && s.cfg(i).Policy.JudgeEach && j.Trigger != messages.Question {
		n.Line = s.Lines.ID(e)
	}
	return n
}
