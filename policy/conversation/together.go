package conversation

import (
	"cmp"
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/address"
	"familiar/policy/floor"
	"familiar/policy/mind"
	"familiar/policy/transcript"
)

// Where several familiars have the same lines in mind and the same judge, one
// question is about all of them: who is to speak unasked, if anyone. It is the
// question of the seat that puts it. What waits for the others stays where it is
// until the verdict, so when the question is called off they only think again.

// asksAlong gives the siblings that a question of seat i about the lines up to
// upto is about, too.
func (s *State) asksAlong(i int, why messages.Trigger, upto uint32) (others []messages.FamiliarID) {
	if !why.Unsolicited() || !s.config.Floor().On || !s.cfg(i).Policy.JudgeTogether || s.cfg(i).Judge == "" {
		return nil
	}
	lines := s.Lines.Waiting(i, s.Seats[i].Settled, upto)
	if len(lines) == 0 {
		return nil
	}
	for k := range s.Seats {
		if k != i && s.cfg(i).SharesJudge(s.cfg(k)) && s.listens(k) && among(s.Lines.Waiting(k, s.Seats[k].Settled, upto), lines) && s.seesSame(i, k, s.Lines.No(lines[0]), upto) {
			others = append(others, s.Seats[k].Familiar)
		}
	}
	return others
}

// listens reports whether nothing keeps seat k from thinking of speaking unasked
// now. One that would ask a failing judge again at this instant does that along
// with others.
func (s *State) listens(k int) bool {
	seat := &s.Seats[k]
	return seat.IsOpenAt(s.Now) && s.Seats.QuestionAbout(k) == nil && !seat.IsAsked() && s.mayThink(k) && s.cfg(k).Hours.At(s.Now).Lets(messages.Lull)
}

// among reports whether these lines are among those, so that a question about those settles
// them. Nothing waits for a seat whose account has yet to hear it.
func among(these, those []*transcript.Row) bool {
	for _, e := range these {
		if !slices.Contains(those, e) {
			return false
		}
	}
	return len(these) > 0
}

// seesSame reports whether seats i and k are shown the same in a question about
// the lines from first to upto: the verdict's words go to both, and who hasn't
// heard a line can't be the one to answer it. What is older than the question
// and k has yet to hear keeps it out, too, since no verdict can settle that.
func (s *State) seesSame(i, k int, first, upto uint32) bool {
	for e := range s.Lines.Between(s.Seats[k].Settled+1, upto) {
		if address.Awaits(e, s.Talk.No, &s.Lines)&(1<<k) != 0 {
			return false
		}
	}
	for e := range s.Lines.Between(first-min(first, JudgedMax), upto) {
		if !e.Gone() && s.Lines.Shows(e, i) != s.Lines.Shows(e, k) {
			return false
		}
	}
	return s.root(i) == s.root(k)
}

// showTo shows a line of seat i's question: one of a familiar that it is about, if
// it is about several, by the name that the judge may choose.
func (s *State) showTo(j *mind.Question, e *transcript.Row, i, n int) messages.Quoted {
	q := s.showLine(s.Lines.Entry(e), i, n)
	if by := int(s.Lines.By(e)) - 1; by >= 0 && len(j.Others) > 0 && (by == i || slices.Contains(j.Others, s.Seats[by].Familiar)) {
		q.Own, q.Author.Name, q.Author.Bot = false, s.cfg(by).Name, true
	}
	return q
}

// partOf gives seat k's part in a sibling's question; ok is false when nothing of
// it is left: it has spoken since, was told not to, asks about itself, or is gone.
// A line that its account has not heard yet is not settled for it, nor is what
// came after that.
func (s *State) partOf(k int, j *mind.Question) (part mind.Question, ok bool) {
	if k < 0 || s.Seats[k].Judging != nil || s.Seats[k].Wish != "" {
		return part, false
	}
	part = mind.Question{Trigger: j.Trigger, Upto: j.Upto, Span: j.Span}
	for e := range s.Lines.Between(s.Seats[k].Settled+1, j.Upto) {
		if address.Awaits(e, s.Talk.No, &s.Lines)&(1<<k) != 0 {
			part.Upto = s.Lines.No(e) - 1
			break
		}
	}
	return part, len(s.Lines.Waiting(k, s.Seats[k].Settled, part.Upto)) > 0
}

// takeChoice takes the verdict on a question of seat i: one of the familiars that
// it was about speaks or none does, and what waited for the others is settled.
// Who was chosen and is not to speak any more doesn't, and nobody does instead.
func (s *State) takeChoice(i int, j *mind.Question, v *messages.Judged, out []Effect) []Effect {
	asker := s.Seats[i].Familiar
	var chosen messages.FamiliarID
	if v.Yes && v.Error == "" {
		chosen = cmp.Or(v.Who, asker)
	}
	if _, ok := s.partOf(s.Seats.Of(chosen), j); ok && slices.Contains(j.Others, chosen) {
		s.Floor.Pass(s.Now, asker, chosen, s.config.Room.Floor)
	}
	out = s.takePart(i, j, chosen, v, out)
	for _, who := range j.Others {
		k := s.Seats.Of(who)
		if part, ok := s.partOf(k, j); ok {
			out = s.takePart(k, &part, chosen, v, out)
		}
	}
	return out
}

// takePart takes what a verdict means for one of the familiars that it was about.
func (s *State) takePart(i int, j *mind.Question, chosen messages.FamiliarID, v *messages.Judged, out []Effect) []Effect {
	seat := &s.Seats[i]
	n := s.questionNote(i, j, messages.Settled, j.InWords(v))
	if chosen == seat.Familiar {
		seat.Accept(j, s.cfg(i).Policy.Alone(j.Upto))
		return s.note(i, n, out)
	}
	if chosen != "" {
		n.Reason = because.JudgeChose{Who: string(chosen), Words: v.Reason}
	}
	seat.Refuse(j)
	seat.Mood.Refused(j.Trigger, s.Now, &s.cfg(i).Policy.Chattiness)
	s.yieldFloor(i, floor.Declined)
	return s.note(i, n, out)
}

// failTogether has a judge's failure count for all that its question was about.
func (s *State) failTogether(j *mind.Question, v *messages.Judged, out []Effect) []Effect {
	for _, who := range j.Others {
		k := s.Seats.Of(who)
		if part, ok := s.partOf(k, j); ok {
			out = s.judgeFailed(k, &part, v, out)
		}
	}
	return out
}
