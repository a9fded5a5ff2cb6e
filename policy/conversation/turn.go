package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/transcript"
	"familiar/policy/turn"
)

// startTurn begins a turn of seat i with everything that waits for it, unless
// nothing of that may be answered any more. The errand is what somebody woke it
// for, if it was.
func (s *State) startTurn(i int, errand *duty.Errand, out []Effect) []Effect {
	seat, c := &s.Seats[i], s.cfg(i)
	if seat.AwaitsModel() && seat.Wish != messages.Woken {
		return s.wishInOutage(i, out)
	}
	breaks := seat.TakeBreaks()
	asked, stale := seat.Fresh(s.Now, s.config.Room.AnswerWithin)
	out = s.noteAll(i, stale, out)
	why, judged := messages.Address, seat.Wish != ""
	called := len(asked) > 0
	if judged {
		why, asked = seat.Wish, s.withWaiting(i, asked)
	}
	seat.Take()
	seat.TakeWish()
	if len(asked) == 0 && why != messages.Woken && why != messages.Question {
		s.yieldFloor(i, floor.Cancelled)
		return out // stale, or deleted
	}
	need := why
	if called && why.Unsolicited() {
		need = messages.Address
	}
	if seat.Manners.Quiet(s.Now) {
		return s.giveUp(i, messages.Note{Line: asked.NewestID(), Rung: messages.ByQuiet, Trigger: why, Reason: because.ToldQuiet}, out)
	}
	if !c.Hours.At(s.Now).Lets(need) {
		return s.giveUp(i, messages.Note{Line: asked.NewestID(), Rung: messages.ByHours, Trigger: why, Reason: because.HoursEnded}, out)
	}
	if line := s.lateFor(i, asked, need); line != nil {
		seat.Settle(seat.Spent(s.Lines.Last(), judged, c))
		s.yieldFloor(i, floor.Cancelled)
		return s.reactLate(i, line, why, 0, out)
	}
	if need.Unsolicited() && !s.Floor.Take(s.Now, seat.Familiar, s.config.Floor()) {
		return s.awaitFloor(i, why, out)
	}
	seat.BeginTurn()
	seat.Mood.Spoke(&c.Policy.Chattiness)
	tries := seat.Tried(asked)
	if tries == 0 && !s.Guard.Lets(guard.Turn{Woken: why == messages.Woken, Bot: s.Lines.BotSpoke(asked, i), Judged: judged}, s.Now, &s.config.Room.Guard) {
		seat.Settle(seat.Spent(s.Lines.Last(), judged, c))
		s.yieldFloor(i, floor.Cancelled)
		return s.note(i, messages.Note{Line: asked.NewestID(), Act: messages.Settled, Rung: messages.ByGuard, Trigger: why, Reason: because.OnlyBots}, out)
	}
	s.Turn = &turn.Turn{
		Seat: i, Trigger: why, Judged: judged, Asked: asked, From: seat.Turned, Upto: s.Lines.Last(), Errand: errand,
		Began: s.Now, Overrides: s.overrides(i), Breaks: breaks, Tries: tries,
	}
	if !c.Policy.JudgeEach { // the turn answers what the question was about
		out = seat.Withdraw(out)
	}
	if !need.Unsolicited() { // its answer comes first
		s.yieldFloor(i, floor.Cancelled)
	}
	seat.Turned = s.Lines.Last()
	seat.Settle(seat.Spent(s.Lines.Last(), judged, c))
	s.Turns.Deliver(s.Now, seat.Familiar)
	if tries == 0 { // else nobody knows yet whether there will be a word
		out = s.showTyping(false, out)
	}
	return s.composeTurn(out)
}

// giveUp settles what seat i was about to say and is kept from, for the reason
// that n gives, and all it thinks about: later nobody wants to hear it.
func (s *State) giveUp(i int, n messages.Note, out []Effect) []Effect {
	seat := &s.Seats[i]
	seat.Dismiss()
	seat.SettleAll()
	seat.Mood.Missed(n.Trigger)
	s.yieldFloor(i, floor.Cancelled)
	s.Floor.Forgo(seat.Familiar)
	n.Act = messages.Settled
	return s.note(i, n, out)
}

// withWaiting adds the lines seat i was thinking about, in their order.
func (s *State) withWaiting(i int, asked transcript.Entries) transcript.Entries {
	var all transcript.Entries
	for _, e := range s.Lines.Waiting(i, s.Seats[i].Settled, s.Seats[i].Spent(s.Lines.Last(), true, s.cfg(i))) {
		if !slices.ContainsFunc(asked, func(a transcript.Entry) bool { return a.No == s.Lines.No(e) }) {
			all = append(all, s.Lines.Entry(e))
		}
	}
	all = append(all, asked...)
	all.Sort()
	return all
}

// giveTurnUp is the turn's deadline: the agent or the network has not answered.
func (s *State) giveTurnUp(out []Effect) []Effect {
	if !s.Turn.Composed {
		return s.takeComposed(messages.Composed{N: s.Turn.N, Error: "no answer in time"}, out)
	}
	return s.leaveUndelivered(because.FateUnknown, out)
}

// leaveUndelivered ends a composed turn whose posts are no longer waited for.
func (s *State) leaveUndelivered(reason because.Reason, out []Effect) []Effect {
	s.yieldFloor(s.Turn.Seat, floor.Failed)
	if s.Turn.Posts.Shown() { // an echo has shown that it stands there
		out = s.noteSpoken(out)
	}
	out = s.note(s.Turn.Seat, s.Turn.Note(messages.ByUndelivered, reason), out)
	for i := range s.Turn.Posts {
		p := &s.Turn.Posts[i]
		if p.Done || p.Line != "" { // settled, or its echo has shown that it was posted
			continue
		}
		if p.Waits {
			out = append(out, messages.Bury{Post: s.postOrder(p), Reason: "it was to follow a part of which the network has said nothing"})
			continue
		}
		s.Strays.KeepStray(*p)
		out = append(out, messages.Bury{Post: s.postOrder(p), Reason: because.Written(reason), Unknown: true})
	}
	return s.endTurn(out)
}

// endTurn frees the channel for the next one.
func (s *State) endTurn(out []Effect) []Effect {
	if s.Turn.Typing {
		out = append(out, messages.ShowTyping{Channel: s.Channel, Account: s.cfg(s.Turn.Seat).Account, Familiar: s.Seats[s.Turn.Seat].Familiar})
	}
	s.yieldFloor(s.Turn.Seat, floor.Cancelled) // where no other end came before
	out = s.noteShed(s.Turn.Seat, s.Seats[s.Turn.Seat].Return(s.Turn.Given), out)
	awaits := s.Seats[s.Turn.Seat].AwaitsModel()
	if s.Turn = nil; awaits { // a side-fork's work goes on
		return out
	}
	return s.Duties.FinishFix(s.Channel, "", because.ForkUnanswered, out)
}

// pendingTurn is what the turn still waits for.
func (s *State) pendingTurn() []Effect {
	t := s.Turn
	if !t.Composed {
		return []Effect{s.composeOrder()}
	}
	var out []Effect
	for i := range t.Posts {
		if p := &t.Posts[i]; p.Handed() {
			out = append(out, s.postOrder(p))
		}
	}
	return out
}
