package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/chattiness"
	"familiar/policy/guard"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/transcript"
)

// decide runs seat i's ladder over a line and does what it says.
func (s *State) decide(i int, no uint32, l *messages.Line, g *gist, out []Effect) []Effect {
	seat, c := &s.Seats[i], s.cfg(i)
	e := s.Lines.At(no)
	e.MarkDecided(1 << i)
	facts := s.facts(i, l, g)
	if s.siblingsTalk(i, e, l, g) {
		facts |= messages.SiblingsTalk
	}
	if facts.Has(messages.MentionsUs) {
		e.MarkNamed(1 << i)
	}
	d := ladder.Decide(facts, &c.Policy.Ladder)
	kept := s.kept(i, l, facts)
	if d.Spend && kept == admission.Free && !c.Absent {
		seat.Credit.Spend(l.Author.ID, s.Now, c.Policy.Credit)
	}
	n := g.note()
	n.Channel, n.Familiar, n.At = s.Channel, seat.Familiar, s.Now
	n.Line, n.Act, n.Rung, n.Facts, n.Meta = l.ID, d.Act, string(d.Rung), facts, l.Meta
	if first := s.Lines.Trace(e); first != nil { // of a copy
		n.Meta = *first
	}
	n.Reason = s.assignedReason(i, d.Rung)
	n.Facts |= s.keeping(i, e, l)
	sure := s.estimate(i, g, d, n)
	s.temper(i, no, l, kept, sure != odds.Band, n)
	if g.late {
		s.tooLate(e, n)
	}
	seat.Mood.Hear(s.Now, chattiness.Signal{
		Arms:     n.Act == messages.Wait || n.Act == messages.Ask || sure == odds.No && d.Act == messages.Ask,
		Question: facts.Has(messages.IsQuestion) && kept == admission.Free,
		Endpoint: l.LullEndpoint,
		Answers:  l.ReplyTo.Set(),
		Author:   l.Author.ID,
	}, &c.Policy.Chattiness)
	s.leave(i, sure, n)
	out = append(out, n)
	switch n.Act {
	case messages.Engage:
		return s.engage(i, e, out)
	case messages.Ask:
		e.Wait(1 << i)
		seat.Waiting = max(seat.Waiting, no)
		seat.Likely = float64(n.Odds)
		if seat.Called != messages.Address {
			seat.Called = c.Policy.trigger(d.Rung)
		}
	case messages.Wait:
		e.Wait(1 << i)
		seat.Waiting = max(seat.Waiting, no)
		seat.Likely = float64(n.Odds)
		if out = s.steer(i, e, out); sure == odds.Yes {
			out = s.wish(i, n, out)
		}
	default: // kept in the transcript, and nothing more
		if n.Rung == byBudget {
			return s.overBudget(i, l, d, out)
		}
	}
	return out
}

// temper turns a ladder's answer into what is possible here and now.
func (s *State) temper(i int, no uint32, l *messages.Line, kept admission.Word, settled bool, n *messages.Note) {
	c := s.cfg(i)
	rein := func(act messages.Act, rung, reason string) { n.Act, n.Rung, n.Reason, n.Bar = act, rung, reason, 0 }
	switch {
	case n.Act == messages.Drop:
		return
	case c.Absent: // and so the ladder took its mention for another's
		rein(messages.Observe, byAbsent, "its account doesn't know yet who it is")
		return
	case n.Act == messages.Observe:
		return
	}
	hushed := s.hush(i, n)
	switch {
	case s.Lines.At(no).Hidden()&(1<<i) != 0:
		rein(messages.Observe, string(ladder.Mode), "it must not see the line")
	case kept == admission.ByQuiet:
		rein(messages.Observe, byQuiet, "told to be quiet")
	case kept == admission.ByAlone:
		rein(messages.Observe, byAlone, "its author asked to be left alone")
	case hushed != "":
		rein(messages.Observe, byHours, hushed)
	case l.Author.Bot && s.Guard.Stopped(s.Now, s.config.Room.Guard):
		rein(messages.Observe, byGuard, "only bots have talked for too long")
	case s.Guard.Suspects(l.Author.ID, s.config.Room.Guard):
		rein(messages.Observe, byGuard, "its author answers as quickly and evenly as a program")
	case l.Backfilled:
		rein(messages.Observe, byBackfill, "fetched after a gap: it arms nothing")
	case l.Notice:
		rein(messages.Observe, byNotice, "a notice: its network forbids to answer it")
	case l.Crowded:
		rein(messages.Observe, byCrowded, "the channel's backlog is too long to answer")
	case !s.Seats[i].Pressure.Lets():
		rein(messages.Observe, byBudget, outOfBudget)
	case n.Act == messages.Wait && l.Author.Bot && !c.Policy.PeersArm:
		rein(messages.Observe, n.Rung, "a bot's line arms nothing")
	case n.Act == messages.Wait && no <= s.passed(i):
		rein(messages.Observe, n.Rung, "decided late: a turn or verdict has passed over it")
	case settled: // by the odds: there is nobody to ask
	case n.Act == messages.Wait && !(c.Judged && c.Policy.Chattiness.On):
		rein(messages.Observe, n.Rung, "nobody to ask whether to speak unasked")
	case s.crowdsOut(i, n):
		rein(messages.Observe, byShare, s.shareReason(i))
	case n.Act == messages.Ask && c.Policy.asksEach(n.Rung):
		s.temperEach(i, no, n)
	case n.Act == messages.Ask && no <= s.passed(i):
		rein(messages.Engage, n.Rung, "decided late, when there is nothing to ask any more: it is answered")
	case n.Act == messages.Ask && !c.Judged:
		rein(messages.Engage, n.Rung, "nobody to ask: an ask without a judge is answered")
	}
}

// passed is the newest line that a turn or verdict of seat i has passed over,
// or an open question will.
func (s *State) passed(i int) uint32 {
	seat := &s.Seats[i]
	if seat.Judging != nil {
		return max(seat.Settled, seat.Judging.Upto)
	}
	return seat.Settled
}

// trigger says why a line that this rung claimed makes the familiar think.
func trigger(r ladder.Rung) messages.Trigger {
	if r == ladder.Sticky {
		return messages.FollowUp
	}
	return messages.Address
}

// engage puts a line among those to be answered, and lets more of the same
// come in before the turn.
func (s *State) engage(i int, e *transcript.Row, out []Effect) []Effect {
	seat, c := &s.Seats[i], s.cfg(i)
	e.Address(1 << i)
	seat.Pending = append(seat.Pending, s.Lines.Entry(e))
	out = s.shed(i, out)
	if s.Lines.Author(e).Bot {
		if s.config.Room.Guard.Count == guard.Lines {
			s.Guard.Peer(s.Now, s.config.Room.Guard)
		}
	} else {
		s.Guard.Human(true, s.config.Room.Guard)
	}
	if s.Turn != nil {
		return s.busy(i, e, out)
	}
	if seat.Paused != nil { // it goes along with the line that interrupted
		return out
	}
	last := seat.Engaged
	seat.Engaged = s.Now
	if wait := c.Policy.Debounce.wait(s.Now, last, seat.Pending[0].At); wait > s.Now || c.Policy.Debounce != (Debounce{}) {
		seat.Debounce = s.Number.By(wait)
	}
	return out
}

// wait gives until when an addressed line heard now waits for more, when the
// one before came at last, 0 for none, and the first one that waits at first.
func (d Debounce) wait(now, last, first messages.Instant) messages.Instant {
	quiet := d.Quiet
	if last != 0 && now.Sub(last) < d.Gap {
		quiet = d.Hot
	}
	return max(now, min(now.Add(quiet), first.Add(d.Cap)))
}

// facts gathers what the ladder may look at.
func (s *State) facts(i int, l *messages.Line, g *gist) messages.Facts {
	seat, c := &s.Seats[i], s.cfg(i)
	f := g.facts
	set := func(is bool, fact messages.Facts) {
		if is {
			f |= fact
		}
	}
	named := slices.Contains(l.Mentions, c.Self)
	us := named || c.Policy.Pings && (l.Everyone || len(l.Roles) > 0)
	replied := l.ReplyTo.Set()
	toUs := replied && (l.ReplyTo.Author == c.Self || l.ReplyTo.Author == "" && g.toSeat == i)
	set(us, messages.MentionsUs)
	set(len(l.Mentions) > 1 || len(l.Mentions) == 1 && !named, messages.MentionsOthers)
	set(toUs, messages.RepliesToUs)
	set(replied && !toUs && !(l.ReplyTo.ThreadRoot && seat.Joined), messages.RepliesToOther)
	set(g.names&(1<<i) != 0, messages.NamesUs)
	set(g.voices&(1<<i) != 0, messages.CallsUs)
	set(g.names&^(1<<i) != 0, messages.NamesPeer) // a sibling is a peer like any other bot
	set(g.calls&^(1<<i) != 0 || s.config.unseen && s.callsOther(l, g), messages.CallsSibling)
	set(c.Policy.Credit.On, messages.CreditOn)
	set(s.mayGoOn(i, l.Author.ID), messages.HasCredit)
	set(seat.Joined, messages.JoinedHere)
	set(s.Guard.Active, messages.GuardActive)
	if s.personas && s.meansOther(i, l, g) {
		f = f&^messages.IsDM | messages.MentionsOthers | messages.CallsSibling
	}
	set(seat.Manners.Quiet(s.Now) || c.Hours.At(s.Now) == hours.Silent, messages.IsQuiet)
	return f | s.assigned(i).Facts
}
