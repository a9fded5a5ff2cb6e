package conversation

import (
	"familiar/messages"
	"familiar/policy/address"
	"familiar/policy/admission"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/transcript"
)

// A gist is what a line is to all seats that decide on it.
type gist struct {
	address.Gist

	talks address.Talk // whose talk it goes on with, once somebody has asked
	heard bool         // talk holds: the seats' odds are to take the line in
	talk  odds.Line    // what the channel's memory of who talks to whom made of it
	late  bool         // the seat's account hears it late: it is in the transcript already

	notes []messages.Note // made together, one for each seat that decides
}

// gist fills in an empty g from a line, once it is in the transcript, for
// decisions of that many seats.
func (s *State) gist(g *gist, l *messages.Line, text string, seats int) {
	s.Book.Gist(&g.Gist, l, s.folder.FoldLine(text), &s.Lines, &s.Roster, s.Now)
	if s.Ties.Hangs() {
		g.Facts |= messages.InThread
	}
	if seats > 1 {
		g.notes = make([]messages.Note, 0, seats)
	}
}

// note gives a note to fill in. Those of one line lie together, so that six
// familiars cost one allocation, not six.
func (g *gist) note() *messages.Note {
	if len(g.notes) == cap(g.notes) {
		return &messages.Note{}
	}
	g.notes = g.notes[:len(g.notes)+1]
	return &g.notes[len(g.notes)-1]
}

// overhear has the channel's memory of who talks to whom take in the line, which is the
// newest; others are people it is for that the network doesn't tell.
func (g *gist) overhear(talk *odds.Table, l *messages.Line, now messages.Instant, others ...messages.PersonID) {
	if !talk.Looks() || l.Backfilled {
		return
	}
	var aims odds.Aims
	aims.AddLine(l, g.To)
	aims.Add(others...)
	talk.Hear(&g.talk, l.Author, g.Folded, aims.List(), now)
	g.heard = true
	if l.ReplyTo.Set() && !l.ReplyTo.ThreadRoot {
		talk.Replied(&g.talk)
	}
}

// keepPast has that memory keep what the line, of that number, came after while the account
// of some seat that may be here has no copy of it: whoever hears it later estimates it as
// of then.
func (g *gist) keepPast(talk *odds.Table, no uint32, awaited bool) {
	if g.heard && awaited {
		talk.Keep(&g.talk, no)
		return
	}
	talk.DropOld(no)
}

// estimate holds what a seat's ladder left open to the odds: n then says how likely an
// answer is expected and which bar that was held to. An ask they are sure about becomes
// engage or observe at once; of a wait see [seat.Seats.WaitsAlong]. The verdict is
// [odds.Band] where they settle nothing: an edit has none, and a copy that came after many
// other lines.
func (g *gist) estimate(seat *Seat, c *SeatConfig, d *ladder.Decision, n *messages.Note) odds.Verdict {
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

// siblingsTalk reports whether seat i would answer a line only because its
// author is alone with several of us, and it is another's all the same.
func (s *State) siblingsTalk(i int, e *transcript.Row, l *messages.Line, g *gist) bool {
	if !s.Book.MayGoOn(l, &g.Gist) {
		return false
	}
	g.talks.Find(e, &s.Lines, len(s.Seats), func(k int) ladder.Decision { return s.wouldAnswer(k, e, l, g) })
	return g.talks.IsSiblings(i, e, &s.Lines, g.late)
}

// wouldAnswer gives what seat i's ladder makes of a line that addresses nobody;
// observe by [ladder.Bottom] when the seat may not answer.
func (s *State) wouldAnswer(i int, e *transcript.Row, l *messages.Line, g *gist) ladder.Decision {
	c, facts := s.cfg(i), s.facts(i, l, g)
	if c.Absent || s.Lines.Hidden(e)&(1<<i) != 0 || s.Seats[i].Manners.KeepsFrom(s.Now, l.Author.ID, facts) != admission.Free ||
		c.Hours.At(s.Now) == hours.Silent || !s.Seats[i].Pressure.Lets() {
		return ladder.Decision{Act: messages.Observe, Rung: ladder.Bottom}
	}
	return s.Seats[i].Decide(facts, c)
}
