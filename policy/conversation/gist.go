package conversation

import (
	"familiar/messages"
	"familiar/policy/address"
	"familiar/policy/odds"
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
