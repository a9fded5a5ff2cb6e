package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/address"
	"familiar/policy/posts"
)

// inPersons gives a line as the network handed it over with the channel's own
// persons in it.
func (s *State) inPersons(l *messages.Line) *messages.Line {
	return s.Book.InPersons(l, &s.Lines, s.echoOf)
}

// echoOf gives the seat with a post under way that a line of an account which
// several share may be: it has the same text; -1 if there is none.
func (s *State) echoOf(l *messages.Line) int {
	for p := range posts.Open(s.Turn.Parts(), s.Strays, s.Notices) {
		c := s.cfg(p.Seat)
		same := c.Unsigned(l.Text) == p.Text || p.IsFile(l)
		if same && c.SharesAccount(l.Author.ID) && p.Recent(s.Now) {
			return p.Seat
		}
	}
	return -1
}

// pings gives whom a part names and may reach: not who asked to be left alone, nor
// whom only a relay knows.
func (s *State) pings(p *posts.Post) []messages.Mention {
	if s.Turn != nil && s.Turn.IsSay() {
		return nil // the operator's words call nobody
	}
	self, manners := s.cfg(p.Seat).Self, s.Seats[p.Seat].Manners
	return slices.DeleteFunc(address.Named(p.Text, s.Roster.People), func(m messages.Mention) bool {
		_, relayed := m.ID.Relay()
		return m.ID == self || relayed || manners.Leaves(m.ID)
	})
}
