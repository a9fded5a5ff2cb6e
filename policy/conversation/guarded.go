package conversation

import (
	"familiar/messages"
)

// saySuspicion says that the author of a line is left alone now.
func (s *State) saySuspicion(line messages.LineID, out []Effect) []Effect {
	i := s.Lines.LastSpeaker()
	if i < 0 || !s.cfg(i).Hours.At(s.Now).Lets(messages.Address) {
		return out
	}
	text := s.config.Room.Guard.UnmarkedIn(s.tongue(), s.cfg(i).Name, s.scene(line).Writer())
	if text == "" {
		return out
	}
	return s.announceTo(i, "", text, out)
}
