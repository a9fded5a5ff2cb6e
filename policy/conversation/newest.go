package conversation

import (
	"familiar/messages"
	"familiar/policy/transcript"
)

// reachedBy reports whether that account has heard anything that the transcript
// still has. Lines that don't say who heard them were heard by all.
func (s *State) reachedBy(account messages.AccountID) bool {
	for e := range s.Lines.Each() {
		if s.reached(account, e) {
			return true
		}
	}
	return false
}

// newestLine gives the newest line in the transcript that others said, that
// account has heard and accepts takes, and when it was heard; "" when there is
// none.
func (s *State) newestLine(account messages.AccountID, accepts func(messages.LineID) bool) (messages.LineID, messages.Instant) {
	var id messages.LineID
	var at messages.Instant
	for e := range s.Lines.Between(s.Lines.Oldest(), s.Lines.Last()) {
		if is := s.Lines.ID(e); e.By() == 0 && is != "" && s.reached(account, e) && accepts(is) {
			id, at = is, e.At()
		}
	}
	return id, at
}

// others gives the lines in the transcript that others said, that account has
// heard and that are not gone, oldest first. One that was edited out of its
// hearing is without its text.
func (s *State) others(account messages.AccountID) []messages.Quoted {
	var said []messages.Quoted
	for e := range s.Lines.All() {
		if e.By != 0 || e.Gone || e.ID == "" {
			continue
		}
		if hear := s.hears(account); e.Unheard&hear == hear {
			if e.Decided&hear == 0 {
				continue // it has never heard it
			}
			e.Text, e.Files = "", nil
		}
		said = append(said, e.Quote(-1, 0))
	}
	return said
}

// reached reports whether a line was heard by some seat of that account.
func (s *State) reached(account messages.AccountID, e *transcript.Row) bool {
	hear := s.hears(account)
	return e.Unheard()&hear != hear
}
