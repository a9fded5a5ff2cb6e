package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/ties"
	"familiar/policy/turns"
)

// tieToRoom tells the room that this thread is there, and what line of the room
// it hangs off, as far as a line of the thread tells.
func (s *State) tieToRoom(l *messages.Line, out []Effect) []Effect {
	if out = s.Ties.HangOff(l, out); len(s.Seats) == 0 {
		return out
	}
	return s.Ties.Tie(out)
}

// toldThread takes what the room says to this thread.
func (s *State) toldThread(fact messages.Fact, out []Effect) []Effect {
	switch fact := fact.(type) {
	case messages.RootGone: // as if the line had been deleted here
		before := s.inSight()
		out = s.recompose(before, s.deleteLine(s.Ties.RootGone(fact.Line), out))
		return append(out, s.Ties.TellRoom(messages.RootWent(fact)))
	case messages.RoomLeaves:
		s.Ties.Leave()
		return append(out, s.Ties.TellRoom(messages.ThreadLeft{}))
	case messages.RoomHolds:
		was, asked, out := s.Ties.TakeFacts(fact, out)
		if !asked {
			return out
		}
		if out = s.complyWithRoom(&was, fact.Facts, out); s.Asking.Waiting() {
			return s.answered(out)
		}
		return out
	default: // it is not for threads
		return out
	}
}

// toldByThread takes what a thread says to this room.
func (s *State) toldByThread(from messages.ChannelID, fact messages.Fact, out []Effect) []Effect {
	here, is := fact.(messages.ThreadHere)
	if !is {
		s.Ties.TakeAnswer(from, fact)
		return out
	}
	e := s.Lines.Find(here.Root)
	out = s.Ties.PlantRoot(from, here.Root, e != nil && e.Gone(), out)
	if s.Turn != nil && here.Root != "" {
		// A reply that the network was given to begin it with: somebody may have seen
		// that and gone on before the network's word has come.
		if p := s.Turn.Opening(here.Root); p != nil {
			out = s.replyThere(p, from, out)
		}
	}
	return s.Ties.WelcomeThread(from, s.shareFacts(out))
}

// shareFacts tells the threads of a room what has changed in it.
func (s *State) shareFacts(out []Effect) []Effect {
	if !s.Ties.Shares() {
		return out
	}
	return s.Ties.ShareFacts(s.roomFacts(), s.Now, out)
}

// roomFacts are what holds here now.
func (s *State) roomFacts() messages.RoomFacts {
	f, told := s.Seats.Hushed(s.Now), s.Turns.ByCommand()
	f.Mode, f.Members = string(told.Mode), told.Members
	return f
}

// complyWithRoom does in a thread what has changed in its room since it was told was.
func (s *State) complyWithRoom(was, is *messages.RoomFacts, out []Effect) []Effect {
	first := len(out)
	for i := range s.Seats {
		for _, word := range ties.News(was, is, s.Seats[i].Familiar, s.Now) {
			if _, out = s.obey(i, word.Order, word.By, out); word.Order.Command == messages.Quiet {
				s.Seats[i].Manners.HushUntil(word.Until)
			}
		}
	}
	if !ties.SameTurns(is, was) {
		out = s.takeTurns(is, out)
	}
	for _, effect := range out[first:] {
		if n, ok := effect.(*messages.Note); ok && n.Rung == messages.ByCommand && n.Line == "" {
			n.Reason = because.InRoom{What: n.Reason}
		}
	}
	return out
}

// takeTurns has a thread's familiars answer as they do in its room. Whose turn
// it is each counts for itself.
func (s *State) takeTurns(f *messages.RoomFacts, out []Effect) []Effect {
	told := because.TurnsTold{Said: "as configured"}
	if f.Mode != "" {
		told.Said = f.Mode
	}
	moved, err := s.Turns.Follow(s.Now, turns.Assignment{Mode: turns.Mode(f.Mode), Members: f.Members}, s.config.Familiars(), &s.config.Room.Turns)
	if err != nil {
		told.Error = err.Error()
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByCommand, Reason: told}, out)
	return s.passTurnOn(moved, out)
}
