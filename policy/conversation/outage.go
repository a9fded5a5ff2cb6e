package conversation

import (
	"familiar/internal/splitmix"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/floor"
	"familiar/policy/transcript"
)

// composeFailed has what the turn was asked to answer wait for the model, and
// ends a turn that nobody asked for, or that asking again wouldn't mend.
func (s *State) composeFailed(c messages.Composed, failure because.Reason, out []Effect) []Effect {
	t := s.Turn
	seat := &s.Seats[t.Seat]
	if c.Error == "" { // its words were cut, and would be again
		c.Fault = messages.Lasting
	}
	s.yieldFloor(t.Seat, floor.Failed)
	owed := t.Owed()
	switch {
	case c.Fault == messages.Declined:
		seat.Recover()
	case len(owed) > 0 || t.Trigger == messages.Woken:
		if seat.Fail(s.Now, c.Fault, s.config.Room.AnswerWithin) {
			return s.awaitModel(c, owed, failure, out)
		}
	}
	out = s.note(t.Seat, t.Note(messages.ByFailed, failure), out)
	if _, out = s.spokeUp(false, false, out); seat.Outage != nil && !s.Seats.HandedOn(owed) {
		out = s.sayOutage(t.Seat, owed, 0, out)
	}
	return s.endTurn(out)
}

// awaitModel ends the turn and puts what it was to answer back among what
// waits, until the model is tried again. Others may speak meanwhile.
func (s *State) awaitModel(c messages.Composed, owed transcript.Entries, failure because.Reason, out []Effect) []Effect {
	t := s.Turn
	i := t.Seat
	seat := &s.Seats[i]
	o := seat.Outage
	o.Deadline = s.Number.By(s.nextTry(i, c, owed))
	fresh := o.Include(owed)
	if fresh || o.Tries == 1 { // else it was said why they wait
		out = s.note(i, messages.Note{Line: t.Asked.NewestID(), Act: messages.Wait, Rung: messages.ByOutage, Trigger: t.Trigger, Due: o.At, Term: termRetry, Reason: failure}, out)
	}
	out = s.sayOutage(i, owed, o.At, out)
	if t.Trigger == messages.Woken && !s.Duties.Fixing() {
		s.duties().WakeAgain(s.Seats[t.Seat].Familiar, t.Errand, s.Now)
	}
	seat.Turned = t.From
	out = s.endTurn(s.noteShed(i, seat.Return(owed), out))
	return s.noteShed(i, seat.CountPauses(t.Breaks), out) // all of it waits for the model now
}

// nextTry is when seat i's model is tried again: no later than the oldest line
// that waits is too old, since that has to be said.
func (s *State) nextTry(i int, c messages.Composed, owed transcript.Entries) messages.Instant {
	drawn := splitmix.Scatter(s.Seats[i].Mood.Seed ^ splitmix.Scatter(uint64(s.Number)))
	at := s.Now.Add(s.Seats[i].Outage.Pause(c.After, drawn))
	for _, e := range owed {
		at = min(at, max(e.At.Add(s.config.Room.AnswerWithin)+1, s.Now))
	}
	return at
}

// sayOutage tells the human who asked last that seat i's model is away and tried
// again then, or, with 0, that nothing will come of it; once in an outage, whoever
// of the channel's seats suffers from it.
func (s *State) sayOutage(i int, owed transcript.Entries, next messages.Instant, out []Effect) []Effect {
	line := owed.NewestHuman()
	room := &s.config.Room
	text := room.Outage.In(s.tongue(), s.cfg(i).Name, next == 0)
	if line == "" || text == "" || !s.cfg(i).Hours.At(s.Now).Lets(messages.Address) {
		return out
	}
	for k := range s.Seats {
		if o := s.Seats[k].Outage; k != i && o != nil && o.Told && o.On(s.Now, room.AnswerWithin) {
			return out
		}
	}
	if !s.Seats[i].Outage.Tell(s.Now, next) {
		return out
	}
	return s.announceTo(i, line, text, out)
}

// wishInOutage does with what seat i is about to say while its model can't be
// had: what somebody asked for waits along, what nobody asked for is dropped.
func (s *State) wishInOutage(i int, out []Effect) []Effect {
	seat := &s.Seats[i]
	why := seat.TakeWish()
	if why.Unsolicited() {
		return s.giveUp(i, messages.Note{Rung: messages.ByOutage, Trigger: why, Reason: because.ModelAway}, out)
	}
	shed := seat.Replace(s.withWaiting(i, seat.Pending))
	seat.Settle(seat.Spent(s.Lines.Last(), true, s.cfg(i)))
	s.yieldFloor(i, floor.Cancelled)
	return s.noteShed(i, shed, out)
}

// adoptRetry makes a turn that a program from before Outage was to order again
// wait as it would now.
func (s *State) adoptRetry() {
	t := s.Turn
	if t == nil || t.Retry.N == 0 {
		return
	}
	seat := &s.Seats[t.Seat]
	seat.AwaitModel(t.Retry, s.Now, t.Tries)
	owed := append(t.Owed(), t.Given...)
	seat.Outage.Include(owed)
	if t.Trigger == messages.Woken && !s.Duties.Fixing() {
		s.duties().WakeAgain(s.Seats[t.Seat].Familiar, t.Errand, s.Now)
	}
	seat.Turned, s.Turn = t.From, nil
	s.noteShed(t.Seat, s.Seats[t.Seat].Return(owed), nil) // of more than fit the next line will say so
}
