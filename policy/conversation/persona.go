package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/address"
)

// inPersons gives a line as the network handed it over with the channel's own
// persons in it.
func (s *State) inPersons(l *messages.Line) *messages.Line {
	return s.Book.InPersons(l, &s.Lines, s.echoOf)
}

// echoOf gives the seat with a post under way that a line of an account which
// several share may be: it has the same text; -1 if there is none.
func (s *State) echoOf(l *messages.Line) int {
	for p := range s.openPosts {
		c := s.cfg(p.Seat)
		same := c.Unsigned(l.Text) == p.Text || p.isFile(l)
		if same && c.SharesAccount(l.Author.ID) && s.Now.Sub(p.At) <= echoWithin {
			return p.Seat
		}
	}
	return -1
}

// openPosts yields what may be on its way to the network or there, and has not
// been seen as a line.
func (s *State) openPosts(yield func(*Posted) bool) {
	var turns []Posted
	if s.Turn != nil {
		turns = s.Turn.Posts
	}
	for _, posts := range [...][]Posted{turns, s.Strays, s.Notices} {
		for k := range posts {
			if p := &posts[k]; !p.Waits && p.Line == "" && !yield(p) {
				return
			}
		}
	}
}

// mentioned gives the people a text of ours names.
func (s *State) mentioned(text string) []messages.PersonID {
	return address.Mentioned(text, s.Roster.People)
}

// pings gives whom a part names and may reach: not who asked to be left alone.
func (s *State) pings(p *Posted) []messages.Mention {
	if t := s.Turn; t != nil && t.Errand != nil && t.Errand.Say != "" {
		return nil // the operator's words call nobody
	}
	self, manners := s.cfg(p.Seat).Self, &s.Seats[p.Seat].Manners
	return slices.DeleteFunc(address.Named(p.Text, s.Roster.People), func(m messages.Mention) bool { return m.ID == self || manners.Leaves(m.ID) })
}
