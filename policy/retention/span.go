package retention

import "familiar/messages"

// A Span is how old the texts are that a channel's journal still has. The zero Span is
// that of a channel of which nobody knows, for nobody has kept count yet.
type Span struct {
	Oldest messages.Instant `json:"oldest,omitempty"` // none is older
	Newest messages.Instant `json:"newest,omitempty"` // none is newer; before Oldest: there is none
}

// Take says that a text was journaled at that moment.
func (s *Span) Take(at messages.Instant) {
	if s.Newest < s.Oldest {
		s.Oldest = at
	}
	s.Newest = max(s.Newest, at)
}

// Clear says that there is no text from before that moment, nor one since.
func (s *Span) Clear(at messages.Instant) { *s = Span{Oldest: at} }

// Drop says that those from before that moment are gone.
func (s *Span) Drop(before messages.Instant) {
	if s.Newest < before {
		s.Clear(before)
		return
	}
	s.Oldest = max(s.Oldest, before)
}

// Reaches reports whether there may be texts from before that moment.
func (s Span) Reaches(before messages.Instant) bool {
	return s.Oldest < before && s.Newest >= s.Oldest
}
