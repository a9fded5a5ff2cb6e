package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/ladder"
	"familiar/policy/ties"
)

// Where credit belongs to the channel, policy/window keeps it: one window, of
// one familiar, moved by what it says here and by nothing anybody else says.

// replied moves the window for a delivered part of the turn in flight: this
// channel's, or that of the thread the part stands in, which is told so.
func (s *State) replied(i int, thread messages.ChannelID, out []Effect) []Effect {
	seat, c := &s.Seats[i], &s.cfg(i).Policy.Credit
	if !s.cfg(i).KeepsWindow() || !s.Turn.IsReply(s.Seats[s.Turn.Seat].Withdrew) {
		return out
	}
	if thread != "" && thread != s.Channel {
		return append(out, ties.Tell(s.Channel, thread, messages.Replied{Familiar: seat.Familiar}))
	}
	s.Window.Replied(seat.Familiar, s.Now, c.Window)
	return out
}

// repliedHere takes the word of another channel of the same room that a reply
// stands in this one.
func (s *State) repliedHere(from messages.ChannelID, fact messages.Replied) {
	i := s.Seats.Of(fact.Familiar)
	if i < 0 || from.Room() != s.Channel.Room() {
		return
	}
	s.Seats[i].Joined = true
	if c := s.cfg(i); c.KeepsWindow() {
		s.Window.Replied(fact.Familiar, s.Now, c.Policy.Credit.Window)
	} else if fact.Person != "" {
		s.Seats[i].Grant([]messages.PersonID{fact.Person}, s.Now, c)
	}
}

// stepBack closes seat i's window for good: what it was called by before, and
// answers later, doesn't open it again.
func (s *State) stepBack(i int) {
	if s.cfg(i).KeepsWindow() {
		s.Window.StepBack(s.Seats[i].Familiar)
		s.Seats[i].Withdrew = s.Lines.Last()
	}
}

// engageHere opens the window for seat i because somebody said so, or notes
// who has it.
func (s *State) engageHere(i int, out []Effect) (refused because.Reason, _ []Effect) {
	seat, c := &s.Seats[i], &s.cfg(i).Policy.Credit
	switch {
	case !s.cfg(i).KeepsWindow():
		refused = because.NoWindow
	case !slices.Contains(s.cfg(i).Policy.Ladder.Rungs, ladder.Sticky):
		refused = because.NoSticky
	case !s.Turns.Sees(seat.Familiar):
		refused = because.NotToSeeHere
	default:
		refused = s.Window.Engage(seat.Familiar, s.config.Standing(), s.Now, c.Window)
	}
	if refused != nil {
		return refused, s.note(i, refusedNote(messages.EngageHere, refused), out)
	}
	seat.Withdrew = 0
	return nil, s.note(i, obeyedNote("", messages.EngageHere), out)
}

// whyNot gives the answer to whoever would have seat i engaged, and who is in
// the way.
func (s *State) whyNot(i int) (admission.Key, string) {
	who := s.Window.Held(s.Now)
	if who == "" {
		who = s.config.Standing()
	}
	if k := s.Seats.Of(who); k >= 0 && s.cfg(i).KeepsWindow() {
		return admission.EngageHeld, s.cfg(k).Name
	}
	return admission.EngageRefused, ""
}
