package conversation

import (
	"strings"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/odds"
)

// A gist is what is the same of a line for every seat that decides on it, found
// out once: a channel may have many familiars, and a line one text.
type gist struct {
	folded string
	facts  messages.Facts    // those in which no seat differs from another
	names  uint32            // the seats its text names, a bit each
	voices uint32            // those of them whom it calls by it
	calls  uint32            // the seats it addresses by mention, reply or name, a bit each
	talks  goingOn           // whose talk it goes on with, once somebody has asked
	to     messages.PersonID // whom it replies to; "": nobody, nobody known, or nobody of ours in a thread known by its root
	toSeat int               // the seat that wrote what it replies to; -1: none, or not resident

	heard bool      // talk holds: the seats' odds are to take the line in
	talk  odds.Line // what the channel's memory of who talks to whom made of it
	crowd int       // humans who take part

	late bool // the seat's account hears it late: it is in the transcript already

	notes []messages.Note // made together, one for each seat that decides
}

// gist looks at a line, once it is in the transcript, for decisions of that
// many seats.
func (s *State) gist(l *messages.Line, text string, seats int) gist {
	g := gist{folded: ladder.Fold(text), to: l.ReplyTo.Author, toSeat: -1}
	g.facts, g.crowd = s.Roster.Facts(g.folded, s.Now)
	if g.to == "" && l.ReplyTo.ID != "" {
		if e := s.Lines.Find(l.ReplyTo.ID); e != nil {
			g.to, g.toSeat = s.Lines.Author(e).ID, int(e.By())-1
		}
	}
	if l.ReplyTo.ThreadRoot && s.speaker(g.to) < 0 && s.speaker(l.Author.ID) < 0 { // it says where the line stands, not whom it is for
		g.to = ""
	}
	for i := range s.config.Seats {
		if s.config.Seats[i].Names.In(g.folded) {
			g.names |= 1 << i
			if s.config.Seats[i].Names.Called(g.folded) {
				g.voices |= 1 << i
			}
		}
	}
	g.calls = s.calledBy(l, &g)
	set := func(is bool, fact messages.Facts) {
		if is {
			g.facts |= fact
		}
	}
	set(l.DM, messages.IsDM)
	set(l.Author.Bot, messages.FromBot)
	set(l.ExplicitOnly, messages.ExplicitOnly)
	set(s.hangs, messages.InThread)
	set(asks(l.Text), messages.IsQuestion)
	set(s.config.Unseen() && s.config.NamesLive(g.folded), messages.NamesPeer)
	set(l.LullEndpoint, messages.LullEndpoint)
	if seats > 1 {
		g.notes = make([]messages.Note, 0, seats)
	}
	return g
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

// asks reports whether a text holds a question mark, of either width.
func asks(text string) bool {
	const wide = "？"
	return strings.IndexByte(text, '?') >= 0 || strings.IndexByte(text, wide[0]) >= 0 && strings.Contains(text, wide)
}
