package conversation

import "familiar/messages"

// withdraw does what take does, and has the turn in flight composed again if something is
// gone with that which a model may have been shown. The order keeps its number: a journal
// means the same to a program that doesn't do so.
func (s *State) withdraw(out []Effect, take func([]Effect) []Effect) []Effect {
	turn, before := s.Turn, s.inSight()
	out = take(out)
	if turn != nil && s.Turn == turn && s.inSight() < before {
		out = append(out, messages.Recompose{Compose: s.composeOrder()})
	}
	return out
}

// inSight counts what the order of the turn in flight may have from the transcript and
// from what is kept in mind; 0: no model writes to one.
func (s *State) inSight() (n int) {
	t := s.Turn
	if t == nil || t.Composed || t.N == 0 || !t.AsksModel() {
		return 0
	}
	n = len(t.Asked) + len(t.Given)
	for e := range s.Lines.Between(1, t.Upto) {
		if !e.Gone() {
			n++
		}
	}
	for i := range s.Reactions {
		for _, kind := range s.Reactions[i].Kinds {
			n += len(kind.First)
		}
	}
	if m := s.Seats[t.Seat].Memory; m != nil {
		n += len(m.Kept)
	}
	return n
}
