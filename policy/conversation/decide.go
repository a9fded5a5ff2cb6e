package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/chattiness"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/obstacle"
	"familiar/policy/odds"
	"familiar/policy/transcript"
)

// letDecide has these seats decide on a line that is in the transcript.
func (s *State) letDecide(seats uint32, e *transcript.Row, l *messages.Line, g *gist, out []Effect) []Effect {
	s.Lines.MarkDecided(e, seats) // for all at once, as the line's marks are looked up for each change
	for i := range s.Seats {
		if seats&(1<<i) != 0 {
			out = s.decideOnLine(i, e, l, g, out)
		}
	}
	return out
}

// decideOnLine runs seat i's ladder over a line and does what it says.
func (s *State) decideOnLine(i int, e *transcript.Row, l *messages.Line, g *gist, out []Effect) []Effect {
	seat, c, no := &s.Seats[i], s.cfg(i), s.Lines.No(e)
	facts := s.facts(i, l, g)
	if s.siblingsTalk(i, e, l, g) {
		facts |= messages.SiblingsTalk
	}
	if facts.Has(messages.MentionsUs) {
		s.Lines.MarkNamed(e, 1<<i)
	}
	d := seat.Decide(facts, c)
	out = s.heed(i, e, l, facts, &d, out)
	kept := seat.Manners.KeepsFrom(s.Now, l.Author.ID, facts)
	if d.Spend && kept == admission.Free && !c.Absent {
		seat.Credit.Spend(l.Author.ID, s.Now, &c.Policy.Credit)
	}
	n := g.note()
	n.Channel, n.Familiar, n.At, n.Arm = s.Channel, seat.Familiar, s.Now, c.Arm
	n.Line, n.Act, n.Rung, n.Facts = l.ID, d.Act, d.Rung, facts
	n.Meta = l.Meta
	if first := s.Lines.Trace(e); first != nil { // of a copy
		n.Meta = *first
	}
	if d.Rung == ladder.Mode {
		n.Reason = s.assigned(i).Reason.Because()
	}
	known := s.obstacles(i, e, l, kept)
	if n.Facts |= known.Facts(); seat.Manners.Leaves(l.Author.ID) { // also where the line calls it
		n.Facts |= messages.LeftAlone
	}
	sure := g.estimate(seat, c, &d, n)
	if obstacle.Speaks(n.Act) {
		known |= s.obstaclesToAsking(i, no, sure == odds.Yes || sure == odds.No, n)
	}
	if obstacle.Temper(n, known) && n.Rung == messages.ByShare {
		n.Reason = seat.Share(c)
	}
	if g.late {
		s.config.Room.TooLate(s.Now.Sub(e.At()), n)
	}
	seat.Mood.Hear(s.Now, &chattiness.Signal{
		Arms:     n.Act == messages.Wait || n.Act == messages.Ask || sure == odds.No && d.Act == messages.Ask,
		Question: facts.Has(messages.IsQuestion) && kept == admission.Free && !l.Overdrawn,
		Endpoint: l.LullEndpoint,
		Answers:  l.ReplyTo.Set(),
		Author:   l.Author.ID,
	}, &c.Policy.Chattiness)
	if n.Act == messages.Wait && sure == odds.No && !s.Seats.WaitsAlong(i, c) {
		n.Act, n.Reason = messages.Observe, because.NotExpected
	}
	return s.act(i, e, l, &d, sure, n, append(out, n))
}

// act does what seat i's note says of a line: d is what the ladder said, sure what
// the odds did.
func (s *State) act(i int, e *transcript.Row, l *messages.Line, d *ladder.Decision, sure odds.Verdict, n *messages.Note, out []Effect) []Effect {
	seat, c, no := &s.Seats[i], s.cfg(i), s.Lines.No(e)
	switch n.Act {
	case messages.Engage:
		return s.engageLine(i, e, out)
	case messages.Ask:
		s.Lines.Wait(e, 1<<i)
		seat.Ponder(no, float64(n.Odds), c)
		seat.Call(c.Policy.Trigger(d.Rung))
	case messages.Wait:
		s.Lines.Wait(e, 1<<i)
		seat.Ponder(no, float64(n.Odds), c)
		switch out = s.steer(i, e, out); sure {
		case odds.Yes:
			out = s.wish(i, n, out)
		case odds.Soon:
			seat.CallSoon(s.Now, c, &s.config.Budget)
		case odds.Band, odds.No:
		}
	default: // kept in the transcript, and nothing more
		switch n.Rung {
		case messages.ByBudget:
			if c.IsCalled(l, d) {
				return s.sayLimit(i, l.ID, out)
			}
		case messages.ByAllowance:
			return s.overdrawn(i, l, d, out)
		default:
		}
	}
	return out
}

// obstacles gives what stands between seat i and a line, whatever its ladder
// says of it.
func (s *State) obstacles(i int, e *transcript.Row, l *messages.Line, kept admission.Word) (known obstacle.Set) {
	c := s.cfg(i)
	set := func(is bool, what obstacle.Set) {
		if is {
			known |= what
		}
	}
	hour := c.Hours.At(s.Now)
	set(c.Absent, obstacle.Absent) // and so the ladder took its mention for another's
	set(s.Lines.Hidden(e)&(1<<i) != 0, obstacle.Unseen)
	set(kept == admission.ByQuiet, obstacle.Quiet)
	set(kept == admission.ByAlone, obstacle.LeftAlone)
	set(hour == hours.Silent, obstacle.Silent)
	set(hour == hours.Asked, obstacle.OffHours)
	set(l.Author.Bot, obstacle.FromBot)
	set(s.Guard.Stopped(s.Now, &s.config.Room.Guard), obstacle.BotsStopped)
	set(s.Guard.Suspects(l.Author.ID, &s.config.Room.Guard), obstacle.Suspected)
	set(l.Backfilled, obstacle.OldNews)
	set(l.Notice, obstacle.Notice)
	set(l.Crowded, obstacle.Backlogged)
	set(l.Overdrawn, obstacle.Overdrawn)
	set(l.SharesDay, obstacle.SharesDay)
	set(!s.Seats[i].Pressure.Lets(), obstacle.OverBudget)
	return known
}

// obstaclesToAsking gives what else stands between seat i and what its ladder
// wants with a line.
func (s *State) obstaclesToAsking(i int, no uint32, settled bool, n *messages.Note) (known obstacle.Set) {
	c := s.cfg(i)
	set := func(is bool, what obstacle.Set) {
		if is {
			known |= what
		}
	}
	set(!c.Policy.PeersArm, obstacle.PeersUnarm)
	set(no <= s.Seats.Passed(i), obstacle.PassedOver)
	set(settled, obstacle.Settled)
	set(!c.Judged, obstacle.Unjudged)
	set(!c.Judged || !c.Policy.Chattiness.On, obstacle.NoThoughts)
	set(s.Crowd && s.Seats[i].CrowdsOut(n, c), obstacle.Crowding)
	set(c.Policy.AsksEach(n.Rung), obstacle.EachAsked)
	set(no <= s.Seats[i].Settled, obstacle.Refused)
	set(n.Rung == ladder.Rest, obstacle.Rest)
	return known
}

// engageLine puts a line among those to be answered, and lets more of the same
// come in before the turn.
func (s *State) engageLine(i int, e *transcript.Row, out []Effect) []Effect {
	seat := &s.Seats[i]
	s.Lines.Address(e, 1<<i)
	out = s.noteShed(i, seat.Add(s.Lines.Entry(e)), out)
	s.Guard.Addressed(s.Lines.Author(e).Bot, s.Now, &s.config.Room.Guard)
	if s.Turn != nil {
		return s.busy(i, e, out)
	}
	if seat.Paused != nil { // it goes along with the line that interrupted
		return out
	}
	seat.Engage(s.Now, &s.Number, &s.cfg(i).Policy.Debounce)
	return out
}

// facts gathers what the ladder may look at.
func (s *State) facts(i int, l *messages.Line, g *gist) messages.Facts {
	seat, c := &s.Seats[i], s.cfg(i)
	f := s.Book.Facts(i, seat.Joined, l, &g.Gist)
	set := func(is bool, fact messages.Facts) {
		if is {
			f |= fact
		}
	}
	set(c.Policy.Credit.On, messages.CreditOn)
	set(seat.LetsGoOn(l.Author.ID, s.Window.Held(s.Now), s.Now, c), messages.HasCredit)
	set(s.Guard.Active, messages.GuardActive)
	set(seat.Manners.Quiet(s.Now) || c.Hours.At(s.Now) == hours.Silent, messages.IsQuiet)
	return f | s.assigned(i).Facts
}
