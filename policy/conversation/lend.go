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
	return s.memorizes(i) && s.cfg(i).Policy.Memory.Lends() && !s.config.Relayed
}

// narrow takes what a further copy or an edit tells of who could read a line.
func (s *State) narrow(e *transcript.Row, l *messages.Line) {
	if l.IsOpen() || !e.Open() {
		return
	}
	e.Close()
	s.Seats.CloseMemories(l.ID)
}

// reach is what a turn of seat i may be shown of what it has learned elsewhere.
func (s *State) reach(i int, order *messages.Compose) *messages.Reach {
	if !s.lends(i) || s.DM && !s.lendsAgreed(i) {
		return nil
	}
	r := &messages.Reach{Familiar: s.Seats[i].Familiar, Direct: s.DM, Everywhere: s.lendsAgreed(i)}
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

// Lend returns what of this channel may be told elsewhere: of people see
// [memory.Store.Lend], by agreements [memory.Store.LendAgreed].
func (s *State) Lend(r messages.Reach) []messages.Memory {
	i := s.Seats.Of(r.Familiar)
	switch {
	case i < 0 || s.Seats[i].Memory == nil:
		return nil
	case len(r.Agreed) > 0 && s.lendsAgreed(i):
		return s.Seats[i].Memory.LendAgreed(r.Agreed, r.Alone)
	case len(r.Agreed) == 0 && s.lends(i):
		return s.Seats[i].Memory.Lend(r.People)
	default:
		return nil
	}
}

// lendsTo reports whether what seat i learns may be read by such a circle.
func (s *State) lendsTo(to memory.Circle, i int) bool {
	if to == memory.ToAgreed {
		return s.lendsAgreed(i)
	}
	return s.lends(i)
}

// offerTo is what that was told; nil: nothing ever was.
func (s *State) offerTo(to memory.Circle) *memory.Offer {
	switch {
	case to != memory.ToAgreed:
		return s.Offer
	case s.Sharing == nil:
		return nil
	default:
		return &s.Sharing.Offer
	}
}

// settleOffers tells directories if there is anything to lend now about other people than
// before.
func (s *State) settleOffers(out []Effect) []Effect {
	return s.settleOffer(memory.ToAgreed, s.settleOffer(memory.ToWorkspace, out))
}

func (s *State) settleOffer(to memory.Circle, out []Effect) []Effect {
	sum := uint64(0)
	for i := range s.Seats {
		if m := s.Seats[i].Memory; m != nil && s.lendsTo(to, i) {
			sum = m.LentSum(to, s.Seats[i].Familiar, sum)
		}
	}
	offer := s.offerTo(to)
	if offer == nil {
		if sum == 0 {
			return out
		}
		offer = s.beginOffer(to)
	}
	changed := offer.Change(sum)
	if offer.Wait(s.Now, &s.Number); !changed {
		return out
	}
	return append(out, s.tellDirectory(to))
}

// beginOffer makes what is known of a directory that was never told anything.
func (s *State) beginOffer(to memory.Circle) *memory.Offer {
	if to == memory.ToAgreed {
		s.Sharing = &memory.Sharing{}
	} else {
		s.Offer = &memory.Offer{}
	}
	return s.offerTo(to)
}

// tellAgain tells the directory again for which the deadline of that number was set, if
// it was set for one.
func (s *State) tellAgain(n uint64, out []Effect) ([]Effect, bool) {
	for _, to := range [...]memory.Circle{memory.ToWorkspace, memory.ToAgreed} {
		offer := s.offerTo(to)
		if !offer.Due().Is(n) {
			continue
		}
		if offer.Fired(n) {
			out = append(out, s.tellDirectory(to))
		}
		return out, true
	}
	return out, false
}

// tellDirectory is the order to tell about whom the seats have something to lend.
func (s *State) tellDirectory(to memory.Circle) messages.Tell {
	var held []messages.HeldMemories
	for i := range s.Seats {
		if m := s.Seats[i].Memory; m != nil && s.lendsTo(to, i) {
			held = m.Tells(to, s.Seats[i].Familiar, held)
		}
	}
	return ties.Tell(s.Channel, to.DirectoryOf(s.Channel), messages.MemoriesHeld{Version: s.offerTo(to).Version, Held: held})
}

// offersAgain tells directories what they have not confirmed.
func (s *State) offersAgain(out []Effect) []Effect {
	for _, to := range [...]memory.Circle{memory.ToWorkspace, memory.ToAgreed} {
		if s.offerTo(to).Open() {
			out = append(out, s.tellDirectory(to))
		}
	}
	return out
}

// memoriesHeld takes, where that is held, about whom a channel has something to lend: any
// channel may where agreements are.
func (s *State) memoriesHeld(from messages.ChannelID, told messages.MemoriesHeld, out []Effect) []Effect {
	if s.Directory == nil || s.Channel != messages.Agreed && from.Memories() != s.Channel {
		return out
	}
	s.Directory.Take(from, told)
	return append(out, ties.Tell(s.Channel, from, messages.MemoriesKnown{Version: told.Version}))
}

// memoriesKnown notes what a directory has.
func (s *State) memoriesKnown(from messages.ChannelID, told messages.MemoriesKnown) {
	for _, to := range [...]memory.Circle{memory.ToWorkspace, memory.ToAgreed} {
		if offer := s.offerTo(to); offer != nil && from == to.DirectoryOf(s.Channel) {
			offer.Confirm(told.Version)
		}
	}
}
