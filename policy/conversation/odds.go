package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/address"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/transcript"
)

// useOdds has the table know who looks at the odds by a new configuration. Where
// no seat does nothing is remembered for them.
func (s *State) useOdds() {
	if s.Talk.Use(s.config.LooksAtOdds()); s.Talk.Looks() {
		return
	}
	s.Seats.ForgetOdds()
}

// overhear has the channel's memory take in the next line; others are people it
// is for that the network doesn't tell.
func (s *State) overhear(l *messages.Line, g *gist, others ...messages.PersonID) {
	if !s.Talk.Looks() || l.Backfilled {
		return
	}
	var aims odds.Aims
	aims.AddLine(l, g.To)
	aims.Add(others...)
	s.Talk.Hear(&g.talk, l.Author, g.Folded, aims.List(), s.Now)
	g.heard = true
	if l.ReplyTo.Set() && !l.ReplyTo.ThreadRoot {
		s.Talk.Replied(&g.talk)
	}
}

// overhearOwn has the channel and seat i take in what seat i said.
func (s *State) overhearOwn(i int, l *messages.Line, g *gist) {
	s.overhear(l, g, s.Turn.AddresseesOf(i)...)
	if g.heard {
		s.Seats[i].Odds.Say(&g.talk)
	}
}

// keepPast keeps what a line came after while the account of some seat that may
// be here has no copy of it: whoever hears it later estimates it as of then.
func (s *State) keepPast(e *transcript.Row, g *gist) {
	if g.heard && s.awaited(e) != 0 {
		s.Talk.Keep(&g.talk, s.Lines.No(e))
		return
	}
	s.Talk.DropOld(s.Lines.No(e))
}

// awaited gives the seats that have yet to hear a line and may. Of a channel's
// first lines anybody may be: nobody has heard enough to be missed.
func (s *State) awaited(e *transcript.Row) uint32 {
	unheard := s.Lines.Unheard(e)
	if unheard == 0 || s.Talk.No <= odds.MostKept {
		return unheard
	}
	return unheard & address.Here(e, odds.MostKept, &s.Lines)
}

// recallLine has the channel's memory tell what it made of a line that those seats
// hear only now. What it does not know any more is not estimated; they take the
// line in all the same, by what the memory makes of it now.
func (s *State) recallLine(e *transcript.Row, l *messages.Line, g *gist, seats uint32) {
	if !s.Talk.Looks() || l.Backfilled {
		return
	}
	var aims odds.Aims
	aims.AddLine(l, g.To)
	if g.talk, g.heard = s.Talk.Again(s.Lines.No(e), l.Author, g.Folded, aims.List(), s.Now); g.heard {
		if s.awaited(e) == 0 {
			s.Talk.Drop(s.Lines.No(e))
		}
		return
	}
	for i := range s.Seats {
		if c := s.cfg(i); seats&(1<<i) != 0 && c.Policy.Odds.On {
			s.Seats[i].Odds.Hear(&g.talk, c.OddsKey(), s.facts(i, l, g), g.Crowd, nil)
		}
	}
}

// estimate holds what the ladder left open to the odds: n then says how likely
// an answer is expected and which bar that was held to. An ask they are sure
// about becomes engage or observe at once; of a wait see [State.leaveToChattiness]. The verdict
// is [odds.Band] where they settle nothing: an edit has none, and a copy that
// came after many other lines.
func (s *State) estimate(i int, g *gist, d *ladder.Decision, n *messages.Note) odds.Verdict {
	seat, c := &s.Seats[i], s.cfg(i)
	if !g.heard || !c.Policy.Odds.On {
		return odds.Band
	}
	f := seat.Odds.Hear(&g.talk, c.OddsKey(), n.Facts, g.Crowd, &c.Card)
	if c.Look != nil {
		c.Look(n, *f)
	}
	if !c.Settles(d, n.Facts) {
		return odds.Band
	}
	p := g.talk.P(c.OddsWeights())
	verdict, bar := c.Policy.Odds.Settle(d.Act, p, c.Judged, seat.Bars(c))
	n.Odds, n.Bar = float32(p), float32(bar)
	switch {
	case verdict == odds.Band || verdict == odds.Soon || verdict == odds.No && d.Act == messages.Wait:
	case verdict == odds.No:
		n.Act, n.Reason = messages.Observe, c.OddsWeights().Of(f).Because()
	case d.Act == messages.Ask:
		n.Act, n.Reason = messages.Engage, c.OddsWeights().Of(f).Because()
	default:
		n.Reason = c.OddsWeights().Of(f).Because()
	}
	return verdict
}

// leaveToChattiness settles a line that was left to chattiness and that nothing else has
// kept from waiting. Where the odds are sure of no it isn't asked about; it is
// talk all the same, so the lull and the curve have heard it, and where others
// wait already it waits along, since their question costs no more with it.
// Where they are sure of yes it goes on waiting, for the turn that
// [State.wish] has it answered in.
func (s *State) leaveToChattiness(i int, v odds.Verdict, n *messages.Note) {
	if v != odds.No || n.Act != messages.Wait {
		return
	}
	if seat := &s.Seats[i]; !seat.Waits() || !s.cfg(i).Judged || seat.Waiting <= s.Seats.Passed(i) {
		n.Act, n.Reason = messages.Observe, because.NotExpected
	}
}

// passOver settles what waits for seat i without a question: too little of it
// is likely to want an answer. What was hoped of it counts for the next lull.
func (s *State) passOver(i int, why messages.Trigger, out []Effect) []Effect {
	seat := &s.Seats[i]
	n := messages.Note{Act: messages.Settled, Rung: messages.ByUnlikely, Trigger: why, Reason: because.NotWorthAsking{Hope: seat.Hope, Worth: seat.Worth(s.cfg(i))}}
	seat.SettleAll()
	seat.Mood.Missed(why)
	s.Floor.Forgo(seat.Familiar)
	return s.note(i, n, out)
}

// wish has seat i speak unasked about a line the odds are sure of, as if the
// judge had said yes.
func (s *State) wish(i int, n *messages.Note, out []Effect) []Effect {
	seat := &s.Seats[i]
	if seat.Wish != "" || !seat.Waits() {
		return out // it is about to, or a turn has taken the line in
	}
	seat.Intend(messages.Interjection, s.cfg(i).Policy.Alone(seat.Waiting))
	return s.note(i, messages.Note{Line: n.Line, Act: messages.Settled, Rung: messages.ByOdds, Trigger: seat.Wish, Odds: n.Odds, Bar: n.Bar, Reason: n.Reason}, out)
}
