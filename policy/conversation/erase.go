package conversation

import (
	"slices"
	"time"

	"familiar/messages"
)

const (
	eraseWithin = time.Minute // an order to erase is given again after this
	erasingMax  = 1000        // beyond it everything of the channel is erased at once
)

// An Erasing is text that has left the state and is still in the journal.
// One of Line, Person and All is set, as in [messages.Erase].
type Erasing struct {
	Deadline                   // N is the order's; 0: its turn hasn't come
	Line     messages.LineID   `json:"line,omitempty"`
	Person   messages.PersonID `json:"person,omitempty"`
	All      bool              `json:"all,omitempty"`
}

// same reports whether both erase the same.
func (e Erasing) same(f Erasing) bool {
	return e.Line == f.Line && e.Person == f.Person && e.All == f.All
}

// erase has e erased, unless that is under way already.
func (s *State) erase(e Erasing, out []Effect) []Effect {
	if slices.ContainsFunc(s.Erasing, e.same) {
		return out
	}
	return s.queue(e, out)
}

// eraseAgain has e erased even when the same is with the journal now: that
// order may have been carried out before the newest of the text was written.
func (s *State) eraseAgain(e Erasing, out []Effect) []Effect {
	if len(s.Erasing) > 1 && slices.ContainsFunc(s.Erasing[1:], e.same) {
		return out
	}
	return s.queue(e, out)
}

// queue puts e behind what waits. All takes the place of whatever waits, and
// so bounds the queue without leaving a text behind; the order that is out
// stays, since its answer is on the way.
func (s *State) queue(e Erasing, out []Effect) []Effect {
	if len(s.Erasing) >= erasingMax {
		e = Erasing{All: true}
		out = s.note(-1, messages.Note{Act: messages.Settled, Rung: byShed, Reason: "more deletions wait than can be kept: all of the channel is erased from the journal"}, out)
	}
	if e.All {
		s.Erasing = slices.DeleteFunc(s.Erasing, func(w Erasing) bool { return w.N == 0 })
	}
	s.Erasing = append(s.Erasing, e)
	return out
}

// settleErasing orders what is first in the queue: one at a time.
func (s *State) settleErasing(out []Effect) []Effect {
	if len(s.Erasing) == 0 || s.Erasing[0].N != 0 {
		return out
	}
	return s.orderErasing(out)
}

// orderErasing gives the order for the first of the queue, under a new number.
func (s *State) orderErasing(out []Effect) []Effect {
	s.Erasing[0].Deadline = s.deadline(s.Now.Add(eraseWithin))
	return append(out, s.eraseOrder())
}

// eraseOrder is the open order to erase, from the state alone.
func (s *State) eraseOrder() messages.Erase {
	e := &s.Erasing[0]
	return messages.Erase{N: e.N, Channel: s.Channel, Line: e.Line, Person: e.Person, All: e.All, Deadline: e.At}
}

// isErasing reports whether n is the number of the open order to erase.
func (s *State) isErasing(n uint64) bool {
	return n != 0 && len(s.Erasing) > 0 && s.Erasing[0].N == n
}

// erased takes the answer: the next may go.
func (s *State) erased(n uint64) {
	if !s.isErasing(n) {
		return
	}
	if s.Erasing = slices.Delete(s.Erasing, 0, 1); len(s.Erasing) == 0 {
		s.Erasing = nil
	}
}
