package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/odds"
	"familiar/policy/posts"
	"familiar/policy/transcript"
)

// root gives the line this thread hangs off if seat i may be shown it; nil: it
// is not here, or there is none.
func (s *State) root(i int) *transcript.Row {
	id := s.Ties.RootHere()
	if id == "" {
		return nil
	}
	if e := s.Lines.Find(id); e != nil && !e.Gone() && s.Lines.Shows(e, i) {
		return e
	}
	return nil
}

// withRoot puts the line this thread hangs off before what else seat i is shown,
// however long ago it was said, unless it is asked about that line itself.
func (s *State) withRoot(i int, lines, asked []messages.Quoted) []messages.Quoted {
	e := s.root(i)
	isRoot := func(q messages.Quoted) bool { return q.Root }
	if e == nil || slices.ContainsFunc(asked, isRoot) {
		return lines
	}
	return slices.Insert(slices.DeleteFunc(lines, isRoot), 0, s.showLine(s.Lines.Entry(e), i, cut))
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

// replyThere tells a thread that a reply of ours stands in it, or is on its way
// there: whoever it answers may go on there.
func (s *State) replyThere(p *posts.Post, thread messages.ChannelID, out []Effect) []Effect {
	return s.replied(p.Seat, thread, s.creditThere(p, thread, out))
}
