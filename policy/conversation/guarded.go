package conversation

import (
	"familiar/messages"
)

// guard takes a line into the guard, and reports whether its author counts as a
// bot from here on.
func (s *State) guard(l *messages.Line) (begins bool) {
	if l.Backfilled {
		return false
	}
	c := &s.config.Room.Guard
	begins = s.Guard.Heard(l.Author, s.Now, c)
	if !l.Author.Bot && !s.Guard.Suspects(l.Author.ID, c) {
		s.Guard.Human(false, c)
	}
	return begins && c.Stop > 0
}

// saySuspicion says that the author of a line is left alone now.
func (s *State) saySuspicion(line messages.LineID, out []Effect) []Effect {
	i := s.Lines.LastSpeaker()
	if i < 0 || !s.cfg(i).Hours.At(s.Now).Lets(messages.Address) {
		return out
	}
	text := s.config.Room.Guard.UnmarkedIn(s.tongue(), s.cfg(i).Name, s.writer(line))
	if text == "" {
		return out
	}
	return s.announce(i, text, out)
}
