package odds

import "familiar/messages"

// heard has a room hear a line, and returns what it made of that.
func heard(r *Room, author messages.Author, folded string, to []messages.PersonID, now messages.Instant) (l Line) {
	r.Hear(&l, author, folded, to, now)
	return l
}

// told has a seat hear a line, and returns the facts.
func told(s *Seat, l *Line, self Key, bits messages.Facts, crowd int, card *Words) Facts {
	return *s.Hear(l, self, bits, crowd, card)
}
