package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/memory"
	"familiar/policy/seating"
	"familiar/policy/ties"
	"familiar/policy/transcript"
)

// What a familiar has learned of somebody where their whole workspace could read it may be
// shown in its turns elsewhere in that workspace. It is asked for at each of these turns
// and kept nowhere else. A channel only tells the directory of its workspace about whom it
// has some, so that others know whom to ask.

// lends reports whether what seat i learns may be read in other channels, and the other
// way round. Where a relay says what is said here in a room of another network, people
// read along of whom nobody knows anything.
func (s *State) lends(i int) bool {
	return s.memorizes(i) && s.cfg(i).Policy.Memory.Scope == memory.OfWorkspace && !s.config.Relayed
}

// isOpen reports whether everybody in the workspace could read a line.
func (s *State) isOpen(l *messages.Line) bool { return l.Audience == messages.AudienceAll && !l.DM }

// narrow takes what a further copy or an edit tells of who could read a line.
func (s *State) narrow(e *transcript.Row, l *messages.Line) {
	if s.isOpen(l) || !e.Open() {
		return
	}
	e.Close()
	for i := range s.Seats {
		if m := s.Seats[i].Memory; m != nil {
			m.Close(l.ID)
		}
	}
}

// reach is what a turn of seat i may be shown of what it has learned elsewhere.
func (s *State) reach(i int, order *messages.Compose) *messages.Reach {
	if !s.lends(i) || s.DM {
		return nil
	}
	r := &messages.Reach{Familiar: s.Seats[i].Familiar}
	for _, l := range order.Addressed {
		if by := seating.AccountOf(l.Author.ID); !l.Own && !l.Author.Bot && !slices.Contains(r.People, by) {
			r.People = append(r.People, by)
		}
	}
	if len(r.People) == 0 {
		return nil
	}
	return r
}

// Lend returns what of this channel may be told elsewhere, see [memory.Store.Lend].
func (s *State) Lend(r messages.Reach) []messages.Memory {
	i := s.seatOf(r.Familiar)
	if i < 0 || !s.lends(i) || s.Seats[i].Memory == nil {
		return nil
	}
	return s.Seats[i].Memory.Lend(r.People)
}

// settleOffer tells the directory of the workspace if there is anything to lend now about
// other people than before.
func (s *State) settleOffer(out []Effect) []Effect {
	sum := uint64(0)
	for i := range s.Seats {
		if m := s.Seats[i].Memory; m != nil && s.lends(i) {
			sum = m.LentSum(s.Seats[i].Familiar, sum)
		}
	}
	if s.Offer == nil {
		if sum == 0 {
			return out
		}
		s.Offer = &memory.Offer{}
	}
	changed := s.Offer.Change(sum)
	if s.Offer.Wait(s.Now, &s.Number); !changed {
		return out
	}
	return append(out, s.offer())
}

// tellOffer tells the directory again, if it was for that that the deadline of that number
// was set.
func (s *State) tellOffer(n uint64, out []Effect) ([]Effect, bool) {
	if !s.Offer.Due().Is(n) {
		return out, false
	}
	if s.Offer.Fired(n) {
		out = append(out, s.offer())
	}
	return out, true
}

// held is about whom the seats have something to lend.
func (s *State) held() (held []messages.HeldMemories) {
	for i := range s.Seats {
		if m := s.Seats[i].Memory; m != nil && s.lends(i) {
			held = m.Tells(s.Seats[i].Familiar, held)
		}
	}
	return held
}

func (s *State) offer() messages.Tell {
	return ties.Tell(s.Channel, s.Channel.Memories(), messages.MemoriesHeld{Version: s.Offer.Version, Held: s.held()})
}

// offerAgain tells the directory what it has not confirmed.
func (s *State) offerAgain(out []Effect) []Effect {
	if !s.Offer.Open() {
		return out
	}
	return append(out, s.offer())
}

// memoriesHeld takes, where that is held, about whom a channel has something to lend.
func (s *State) memoriesHeld(from messages.ChannelID, told messages.MemoriesHeld, out []Effect) []Effect {
	if s.Directory == nil || from.Memories() != s.Channel {
		return out
	}
	s.Directory.Take(from, told)
	return append(out, ties.Tell(s.Channel, from, messages.MemoriesKnown{Version: told.Version}))
}

// memoriesKnown notes what the directory has.
func (s *State) memoriesKnown(from messages.ChannelID, told messages.MemoriesKnown) {
	if s.Offer != nil && from == s.Channel.Memories() {
		s.Offer.Confirm(told.Version)
	}
}
