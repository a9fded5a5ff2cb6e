package conversation

import "familiar/messages"

// Newest gives the newest line in the transcript that others said and which
// accepts, and when it was heard; "" when there is none.
func (s *State) Newest(accepts func(messages.LineID) bool) (messages.LineID, messages.Instant) {
	var id messages.LineID
	var at messages.Instant
	for e := range s.Lines.between(s.Lines.oldest(), s.Lines.Last) {
		if is := s.Lines.id(e); e.By == 0 && is != "" && accepts(is) {
			id, at = is, e.At
		}
	}
	return id, at
}

// Others gives the lines in the transcript that others said and that are not
// gone, oldest first.
func (s *State) Others() []messages.Quoted {
	var said []messages.Quoted
	for e := range s.Lines.All() {
		if e.By == 0 && !e.Gone && e.ID != "" {
			said = append(said, e.quote(-1, 0))
		}
	}
	return said
}
