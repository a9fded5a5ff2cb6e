package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/mind"
)

// Where a familiar has two judges the second one is asked what the first has
// answered, if by the odds that is not enough: a yes where hardly anything speaks
// for it, a no where most does. It is a question of its own, about the same lines,
// and its verdict holds. There is at most one for each question, none about
// several familiars, and where it fails the first verdict holds.

// askSecond puts question j of seat i, which the first judge has answered, before
// the second one.
func (s *State) askSecond(i int, j *mind.Question, v *messages.Judged, after float64, out []Effect) []Effect {
	seat := &s.Seats[i]
	doubted := because.JudgeDoubted{Yes: v.Yes, Before: j.Chance, After: after, Words: v.Reason}
	out = s.note(i, s.questionNote(i, j, messages.Wait, doubted), out)
	seat.AskSecond(mind.Question{
		Deadline: s.questionBy(i, s.Now.Add(s.cfg(i).Policy.JudgeWithin)), Trigger: j.Trigger, Upto: j.Upto,
		Span: s.questionSpan(i, j.Upto, j.Trigger), First: mind.WordOf(v.Yes), Chance: j.Chance,
	})
	if j.Trigger.Unsolicited() {
		s.Floor.Take(s.Now, seat.Familiar, s.config.Floor()) // it has it, and keeps it as long as it asks
	}
	return append(out, s.judgeOrder(i))
}

// byFirst has the first judge's verdict on question j of seat i hold where the
// second has given none.
func (s *State) byFirst(i int, j *mind.Question, v *messages.Judged, out []Effect) []Effect {
	if j.First == "" || v.Error == "" {
		return out
	}
	failed := because.JudgeFailed{Then: because.FirstHolds, Error: v.Error}
	out = s.note(i, s.questionNote(i, j, messages.Wait, failed), out)
	*v = messages.Judged{N: v.N, Yes: j.First == mind.Yes}
	j.First, j.Chance = "", 0 // which is not doubted again
	return out
}
