package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/turn"
)

// A sight is how much a model may have been shown that writes in a turn.
type sight struct {
	turn   *turn.Turn // nil: no model writes
	order  uint64     // its number
	things int
}

// recompose has the turn in flight composed again if less is in its sight than before. The
// order keeps its number: a journal means the same to a program that doesn't do so.
func (s *State) recompose(before sight, out []Effect) []Effect {
	if now := s.inSight(); now.turn != nil && now.turn == before.turn && now.order == before.order && now.things < before.things {
		now.turn.Renew()
		out = append(out, messages.Recompose{Compose: s.composeOrder()})
	}
	return out
}

// inSight counts what the order of the turn in flight may have from the transcript and
// from what is kept in mind.
func (s *State) inSight() (in sight) {
	t := s.Turn
	if t == nil || t.Composed || t.N == 0 || !t.AsksModel() {
		return in
	}
	in.turn, in.order, in.things = t, t.N, len(t.Asked)
	for e := range s.Lines.Each() {
		if !e.Gone() && (s.Lines.No(e) <= t.Upto || slices.Contains(t.Told, s.Lines.No(e))) {
			in.things++
		}
	}
	in.things += s.Reactions.Names()
	if m := s.Seats[t.Seat].Memory; m != nil {
		in.things += len(m.Kept)
	}
	return in
}
