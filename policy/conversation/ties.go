package conversation

import (
	"strings"

	"familiar/messages"
	"familiar/policy/ties"
)

// rooted gives what the channel has of its room or threads to be added to.
func (s *State) rooted() *ties.Ties {
	if s.Ties == nil {
		s.Ties = &ties.Ties{}
	}
	return s.Ties
}

// tellRoom is the order to tell the room of this thread a fact.
func (s *State) tellRoom(fact messages.Fact) messages.Tell {
	return ties.Tell(s.Channel, s.Channel.Room(), fact)
}

// tieToRoom tells the room that this thread is there, unless it has or needs not.
func (s *State) tieToRoom(out []Effect) []Effect {
	if !s.thread || s.Ties.IsTied() || len(s.Seats) == 0 {
		return out
	}
	s.rooted().Begin()
	return append(out, s.tellRoom(s.Ties.Here()))
}

// hangsOff takes note, in a thread, of the line of the room that it hangs off,
// as far as a line of the thread tells. A thread that is tied tells the room.
func (s *State) hangsOff(l *messages.Line, out []Effect) []Effect {
	if s.thread && s.Ties.Learns(l) && s.rooted().Hang(l) {
		out = append(out, s.tellRoom(s.Ties.Here()))
	}
	return out
}

// isRoot reports whether this thread hangs off the line of that id.
func (s *State) isRoot(id messages.LineID) bool { return s.thread && s.Ties.IsRoot(id) }

// toldThread takes what the room says to this thread.
func (s *State) toldThread(fact messages.Fact, out []Effect) []Effect {
	switch fact := fact.(type) {
	case messages.RootGone:
		return s.rootGone(fact.Line, out)
	case messages.RoomLeaves:
		s.Ties.Leave()
		return append(out, s.tellRoom(messages.ThreadLeft{}))
	case messages.RoomHolds:
		if s.Ties == nil {
			return out
		}
		was, answer := s.Ties.Take(fact.Facts)
		if answer {
			out = append(out, s.tellRoom(messages.ThreadKnows{Version: fact.Version}))
		}
		out = s.complyWithRoom(&was, fact.Facts, out)
		if s.Asking.Waiting() {
			return s.answered(out)
		}
	default: // it is not for threads
	}
	return out
}

// toldByThread takes what a thread says to this room.
func (s *State) toldByThread(from messages.ChannelID, fact messages.Fact, out []Effect) []Effect {
	name := strings.TrimPrefix(string(from), string(s.Channel)+"/")
	switch fact := fact.(type) {
	case messages.ThreadHere:
		gone := false
		if e := s.Lines.Find(fact.Root); fact.Root != "" && e != nil {
			gone = e.Gone()
		}
		out = s.rooted().Plant(s.Channel, name, fact.Root, gone, out)
		out = s.replyUnderWay(fact.Root, from, out)
		return s.Ties.Welcome(s.Channel, name, s.shareFacts(out))
	case messages.RootWent:
		s.Ties.RootWent(name, fact.Line)
	case messages.ThreadKnows:
		s.Ties.Known(name, fact.Version)
	case messages.ThreadLeft:
		s.Ties.Left(name)
	default: // it is not for rooms
	}
	return out
}

// shareFacts tells the threads of a room what has changed in it.
func (s *State) shareFacts(out []Effect) []Effect {
	if s.Ties == nil || s.thread {
		return out // nobody to tell
	}
	return s.Ties.Share(s.Channel, s.roomFacts(), s.Now, out)
}

// uproot has the threads that hang off such lines forget them.
func (s *State) uproot(these func(messages.LineID) bool, out []Effect) []Effect {
	if s.Ties == nil || s.thread {
		return out
	}
	return s.Ties.Uproot(s.Channel, these, out)
}

// rootGone forgets the line this thread hangs off, as if it had been deleted
// here.
func (s *State) rootGone(line messages.LineID, out []Effect) []Effect {
	out = s.deleteLine(s.rooted().RootGone(line), out)
	return append(out, s.tellRoom(messages.RootWent{Line: line}))
}

// forgetTies takes a person out of what a thread was told; a room tells anew.
func (s *State) forgetTies(id messages.PersonID, out []Effect) []Effect {
	if s.thread {
		s.Ties.ForgetPerson(id)
	}
	return s.shareFacts(out)
}

// keepTies are what stays of s.Ties when the channel is forgotten: a room's
// threads. A thread asks again.
func (s *State) keepTies() *ties.Ties {
	if s.thread {
		return nil
	}
	return s.Ties
}
