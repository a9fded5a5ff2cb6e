package conversation

import (
	"time"

	"familiar/internal/splitmix"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/deadline"
	"familiar/policy/floor"
	"familiar/policy/mind"
	"familiar/policy/seat"
	"familiar/policy/seating"
)

// How often a failing judge is asked again about the same lines, and the
// pause before the first time; it triples.
const (
	judgeTries = 4
	judgePause = 10 * time.Second
)

// bringThought brings seat i's thought about speaking unasked up to date: it asks the
// judge when that is due, and else sets the deadline.
func (s *State) bringThought(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	if seat.IsIdle() && seat.Mood.QuestionAt == 0 && !s.Floor.Waits(seat.Familiar) {
		return out // as mostly: it thinks of nothing, and has nothing to think of
	}
	c := s.cfg(i)
	if !seat.IsOpen() || s.Turn != nil || !s.mayThink(i) {
		seat.Unplan()
		return out
	}
	if s.Seats.QuestionAbout(i) != nil && !seat.IsAsked() {
		seat.Unplan() // the verdict on a sibling's question comes first
		return out
	}
	waits := seat.Waits()
	if waits && seat.Called == "" && c.Policy.JudgeEach && c.Judged {
		seat.Call(messages.Interjection) // each line by itself: the next one
	}
	if waits && seat.Called != "" && c.Judged {
		return s.askJudge(i, seat.Called, out)
	}
	if !waits && seat.Mood.QuestionAt == 0 { // there is nothing to be due
		seat.Unplan()
		s.Floor.Forgo(seat.Familiar)
		return out
	}
	due := s.patient(i, seat.Mood.Next(&c.Policy.Chattiness, seat.Stretch(c, &s.config.Budget)))
	switch {
	case waits && (due.At == 0 || !c.Judged):
		return s.unaskable(i, out)
	case due.At == 0 || !c.Judged || !waits && due.Trigger != messages.Question:
		seat.Unplan()
		s.Floor.Forgo(seat.Familiar)
	case due.At <= s.Now:
		return s.askJudge(i, due.Trigger, out)
	case due.At != seat.Think.At || due.Trigger != seat.Think.Trigger:
		seat.Plan(mind.Thought{Deadline: s.Number.By(due.At), Trigger: due.Trigger, Term: due.Term})
	}
	return out
}

// mayThink reports whether seat i may think of speaking, whatever the hour.
func (s *State) mayThink(i int) bool {
	seat := &s.Seats[i]
	return !seat.Manners.Quiet(s.Now) && !s.cfg(i).Absent && s.maySpeak(i) && seat.Pressure.Lets()
}

// unaskable settles lines that nothing will ever make seat i think about: a
// new configuration took its judge or its chattiness away. Whoever called it
// is answered, as without a judge.
func (s *State) unaskable(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	seat.Unplan()
	if seat.IsAsked() {
		seat.Intend(seat.Called, s.cfg(i).Policy.Alone(seat.Waiting))
		return s.settleTurns(out)
	}
	seat.Dismiss()
	seat.SettleAll()
	return s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByReconfigured, Reason: because.NobodyToAskNow}, out)
}

// thinkNow is the deadline of a thought: it asks, unless the moment is long
// gone.
func (s *State) thinkNow(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	thought := seat.Unplan()
	if s.cfg(i).Absent { // what waits does so until it is back
		return out
	}
	if late := s.Now.Sub(thought.At); late > s.config.Room.OverdueAfter {
		seat.SettleAll()
		seat.Mood.Missed(thought.Trigger)
		return s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByOverdue, Trigger: thought.Trigger, Reason: because.Overdue{By: late}}, out)
	}
	return s.askJudge(i, thought.Trigger, out)
}

// askJudge puts everything that waits before the judge: one question at a time.
func (s *State) askJudge(i int, why messages.Trigger, out []Effect) []Effect {
	seat := &s.Seats[i]
	called := seat.Called != ""
	seat.Dismiss()
	if why != messages.Question && len(s.Lines.Waiting(i, seat.Settled, s.Lines.Last())) == 0 { // deleted, or edited to wait no more
		seat.Settle(s.Lines.Last())
		return out
	}
	if !called && seat.Hope < seat.Worth(s.cfg(i)) {
		return s.passOver(i, why, out)
	}
	if !s.cfg(i).Hours.At(s.Now).Lets(why) {
		return s.giveUp(i, messages.Note{Rung: messages.ByHours, Trigger: why, Reason: because.HoursEnded}, out)
	}
	may, out := s.mayAsk(i, why, out)
	if !may {
		return out
	}
	upto := s.inQuestion(i, why)
	others := s.asksAlong(i, why, upto)
	seat.Ask(mind.Question{
		Deadline: s.questionBy(i, s.Now.Add(s.cfg(i).Policy.JudgeWithin)), Trigger: why, Upto: upto, Span: s.questionSpan(i, upto, why),
		Others: others,
	})
	s.Seats.JoinQuestion(others, s.Now)
	seat.Mood.Asked(s.Now)
	return append(out, s.judgeOrder(i))
}

// questionNumbers is the least number of a question to a judge; all others
// count up below it, see shadowNumbers.
const questionNumbers = shadowNumbers >> 1

// questionBy is the deadline of seat i's next question, with its number. That
// is drawn of what makes it this question, for it alone is put before the
// state that put it is saved (docs/adr/0010): events read again under other
// rules may put another one then, which must not pass for it.
func (s *State) questionBy(i int, at messages.Instant) deadline.Deadline {
	d := s.Number.By(at)
	drawn := splitmix.Scatter(s.draw(i, ofQuestion) ^ splitmix.Scatter(uint64(at)))
	d.N = d.N&shadowNumbers | questionNumbers | drawn&(questionNumbers-1)
	return d
}

// judgeOrder is the open question of seat i, from the state alone.
func (s *State) judgeOrder(i int) messages.Judge {
	seat := &s.Seats[i]
	j := seat.Judging
	order := messages.Judge{
		N: j.N, Channel: s.Channel, Familiar: seat.Familiar, Trigger: j.Trigger,
		Count: int(seat.Mood.Heard), Deadline: j.At, Meta: j.Span.Meta,
		Word: s.cfg(i).Policy.Verdict == seating.Word, Others: s.Seats.Candidates(j), Second: j.First != "",
	}
	first := j.Upto + 1
	for k, e := range s.Lines.Waiting(i, seat.Settled, j.Upto) {
		if k == 0 {
			first = s.Lines.No(e)
		}
		order.Waiting = append(order.Waiting, s.showTo(j, e, i, 0))
	}
	if s.cfg(i).Policy.JudgeEach {
		return order
	}
	for e := range s.Lines.Between(first-min(first, JudgedMax), first-1) {
		if !e.Gone() && s.Lines.Shows(e, i) {
			order.Context = append(order.Context, s.showTo(j, e, i, cut))
		}
	}
	order.Context = s.withRoot(i, order.Context, order.Waiting)
	if r := s.root(i); r != nil && len(order.Context) > 0 && order.Context[0].Root {
		order.Context[0] = s.showTo(j, r, i, cut)
	}
	return order
}

// takeVerdict takes the verdict. What came in meanwhile is kept, whatever it is.
func (s *State) takeVerdict(v messages.Judged, out []Effect) []Effect {
	i := s.Seats.Judging(v.N)
	if i < 0 {
		return out
	}
	j := s.Seats[i].Answered()
	out = s.byFirst(i, &j, &v, out)
	if v.Error != "" && s.cfg(i).Policy.OnJudgeError == Retry {
		return s.failTogether(&j, &v, s.judgeFailed(i, &j, &v, out))
	}
	if after, doubted := seat.Doubts(&j, &v, s.cfg(i)); doubted {
		return s.askSecond(i, &j, &v, after, out)
	}
	return s.takeChoice(i, &j, &v, out)
}

// judgeFailed keeps the lines: an error is not a no. Whoever addressed us is
// answered anyway; unasked, the judge is asked again after a pause. Not so a
// question that was shed: while there are too many, the next ones are of newer
// lines.
func (s *State) judgeFailed(i int, j *mind.Question, v *messages.Judged, out []Effect) []Effect {
	seat, c := &s.Seats[i], s.cfg(i)
	n := s.questionNote(i, j, messages.Settled, nil)
	s.yieldFloor(i, floor.Failed)
	switch {
	case !j.Trigger.Unsolicited():
		seat.Accept(j, c.Policy.Alone(j.Upto))
		n.Reason = because.JudgeFailed{Then: because.AnswerThose, Error: v.Error}
	case v.Shed || !v.Fault.Passes() || seat.Failures+1 >= judgeTries:
		seat.Refuse(j)
		seat.Mood.Refused(j.Trigger, s.Now, &c.Policy.Chattiness)
		n.Reason = because.JudgeFailed{Then: because.GiveUp, Error: v.Error}
		switch {
		case v.Shed:
			n.Rung, n.Reason = messages.ByShed, because.Says(v.Error)
		case !v.Fault.Passes():
			n.Reason = because.JudgeFailed{Error: v.Error}
		}
	default:
		seat.AskAgain(j, s.Number.By(s.Now.Add(grown(judgePause, 3, int(seat.Failures)+1))))
		n.Line, n.Act, n.Due, n.Term, n.Reason = "", messages.Wait, seat.Retry.At, termRetry, because.JudgeFailed{Error: v.Error}
	}
	return s.note(i, n, out)
}
