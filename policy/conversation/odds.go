package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/address"
	"familiar/policy/odds"
	"familiar/policy/transcript"
)

// overhearOwn has the channel and seat i take in what seat i said.
func (s *State) overhearOwn(i int, l *messages.Line, g *gist) {
	g.overhear(&s.Talk, l, s.Now, s.Turn.AddresseesOf(i)...)
	if g.heard {
		s.Seats[i].Odds.Say(&g.talk)
	}
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
		if address.Awaits(e, s.Talk.No, &s.Lines) == 0 {
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

// recallRoot has those seats' memory of who talks to whom take in the line this
// thread hangs off: a talk that goes on in a thread began with it. The room of
// that memory hears it once.
func (s *State) recallRoot(l *messages.Line, seats uint32, first bool) {
	if !s.Talk.Looks() || s.Book.Speaker(l.Author.ID) >= 0 {
		return
	}
	var g gist
	s.gist(&g, l, l.Text, 0)
	var aims odds.Aims
	aims.AddLine(l, g.To)
	for i := range s.Seats {
		if g.Names&(1<<i) != 0 {
			aims.AddNew(s.cfg(i).Self)
		}
	}
	if first {
		s.Talk.Hear(&g.talk, l.Author, g.Folded, aims.List(), s.Now)
	} else {
		g.talk, _ = s.Talk.Again(0, l.Author, g.Folded, aims.List(), s.Now) // what it came after isn't kept
	}
	for i := range s.Seats {
		if c := s.cfg(i); seats&(1<<i) != 0 && c.Policy.Odds.On {
			s.Seats[i].Odds.Hear(&g.talk, c.OddsKey(), s.facts(i, l, &g), g.Crowd, &c.Card)
		}
	}
}
