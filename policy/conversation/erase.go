package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/erasing"
)

// eraseText has a text that has left the state erased from the journal. again
// has it erased even when the same is with the journal now.
func (s *State) eraseText(t erasing.Text, again bool, out []Effect) []Effect {
	add := s.Erasing.Add
	if again {
		add = s.Erasing.AddAgain
	}
	if full := add(t); full {
		out = s.note(-1, messages.Note{Act: messages.Settled, Rung: byShed, Reason: because.DeletionsShed}, out)
	}
	return out
}

// orderErasing orders what is first in the queue, also when that was ordered
// already.
func (s *State) orderErasing(out []Effect) []Effect {
	s.Erasing.Order(s.Now, &s.Number)
	return s.pendingErasing(out)
}

// pendingErasing is the open order to erase, from the state alone.
func (s *State) pendingErasing(out []Effect) []Effect {
	if order, is := s.Erasing.Open(s.Channel); is {
		out = append(out, order)
	}
	return out
}
