package conversation

import (
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/transcript"
)

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
