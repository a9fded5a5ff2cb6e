package ties

import (
	"encoding/json"
	"strings"

	"familiar/messages"
)

// A Side is one channel's side of its ties: a thread's or a room's. It has none
// until it needs some, and a side-fork never does.
type Side struct {
	*Ties // nil: none yet

	channel messages.ChannelID
	hangs   bool // on a room, by its id: it is a thread or a side-fork
	fork    bool
}

// Use says whose side it is.
func (s *Side) Use(channel messages.ChannelID) {
	_, fork := channel.Fixes()
	s.channel, s.hangs, s.fork = channel, channel.IsThread(), fork
}

// Hangs reports whether the channel hangs on a room: it is a thread or a
// side-fork.
func (s *Side) Hangs() bool { return s.hangs }

// IsThread reports whether the channel is a thread of a room, and no side-fork.
func (s *Side) IsThread() bool { return s.hangs && !s.fork }

// IsFork reports whether the channel is a side-fork, by its id.
func (s *Side) IsFork() bool { return s.fork }

// IsZero reports whether there are no ties yet.
func (s *Side) IsZero() bool { return s.Ties == nil }

// UnmarshalJSON implements json.Unmarshaler: what was kept is some, even if
// nothing is in it.
func (s *Side) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	s.Ties = &Ties{}
	return json.Unmarshal(b, s.Ties)
}

// begun returns the ties to be added to.
func (s *Side) begun() *Ties {
	if s.Ties == nil {
		s.Ties = &Ties{}
	}
	return s.Ties
}

// Anew is the side of the same channel when that is forgotten: a room keeps its
// threads, a thread asks again.
func (s *Side) Anew() Side {
	anew := *s
	if s.IsThread() {
		anew.Ties = nil
	}
	return anew
}

// TellRoom is the order to tell the room of this thread a fact.
func (s *Side) TellRoom(fact messages.Fact) messages.Tell {
	return Tell(s.channel, s.channel.Room(), fact)
}

// Tie has a thread tell its room that it is there, unless it has.
func (s *Side) Tie(out []messages.Effect) []messages.Effect {
	if !s.IsThread() || s.isTied() {
		return out
	}
	s.begun().begin()
	return append(out, s.TellRoom(s.here()))
}

// HangOff takes note, in a thread, of the line of the room that it hangs off, as
// far as a line of the thread tells. A thread that is tied tells the room.
func (s *Side) HangOff(l *messages.Line, out []messages.Effect) []messages.Effect {
	if s.IsThread() && s.learns(l) && s.begun().hang(l) {
		out = append(out, s.TellRoom(s.here()))
	}
	return out
}

// RootHere returns the id that the line this thread hangs off has here; "" when
// it is not known.
func (s *Side) RootHere() messages.LineID {
	if s.Ties == nil {
		return ""
	}
	return s.Start
}

// RootGone is [Ties.RootGone] of whatever there is.
func (s *Side) RootGone(line messages.LineID) messages.LineID { return s.begun().RootGone(line) }

// TakeFacts takes what the room says holds there, and gives what held before;
// false: this thread has asked nothing, or not since it was forgotten. It tells
// the room that it knows, if that waits for it.
func (s *Side) TakeFacts(holds messages.RoomHolds, out []messages.Effect) (was messages.RoomFacts, asked bool, _ []messages.Effect) {
	if s.Ties == nil {
		return was, false, out
	}
	was, answer := s.take(holds.Facts)
	if answer {
		out = append(out, s.TellRoom(messages.ThreadKnows{Version: holds.Version}))
	}
	return was, true, out
}

// PlantRoot is Ties.plant of the thread that has said so.
func (s *Side) PlantRoot(from messages.ChannelID, line messages.LineID, gone bool, out []messages.Effect) []messages.Effect {
	return s.begun().plant(s.channel, s.name(from), line, gone, out)
}

// WelcomeThread is Ties.welcome of the thread that has said that it is there.
func (s *Side) WelcomeThread(from messages.ChannelID, out []messages.Effect) []messages.Effect {
	return s.begun().welcome(s.channel, s.name(from), out)
}

// TakeAnswer takes a thread's answer to what this room told it.
func (s *Side) TakeAnswer(from messages.ChannelID, fact messages.Fact) {
	switch fact := fact.(type) {
	case messages.RootWent:
		s.rootWent(s.name(from), fact.Line)
	case messages.ThreadKnows:
		s.known(s.name(from), fact.Version)
	case messages.ThreadLeft:
		s.left(s.name(from))
	default: // it is no answer
	}
}

// name is what a thread's id has after this room's and a slash.
func (s *Side) name(thread messages.ChannelID) string {
	return strings.TrimPrefix(string(thread), string(s.channel)+"/")
}

// Shares reports whether there is anybody to tell what holds here.
func (s *Side) Shares() bool { return s.Ties != nil && !s.IsThread() }

// ShareFacts tells the threads of a room what has changed in it.
func (s *Side) ShareFacts(facts messages.RoomFacts, now messages.Instant, out []messages.Effect) []messages.Effect {
	if !s.Shares() {
		return out
	}
	return s.share(s.channel, facts, now, out)
}

// UprootAll has the threads that hang off such lines of this room forget them.
func (s *Side) UprootAll(these func(messages.LineID) bool, out []messages.Effect) []messages.Effect {
	if !s.Shares() {
		return out
	}
	return s.uproot(s.channel, these, out)
}

// ForgetPerson takes somebody out of what a thread was told; a room tells anew.
func (s *Side) ForgetPerson(id messages.PersonID) {
	if s.IsThread() {
		s.Ties.ForgetPerson(id)
	}
}
