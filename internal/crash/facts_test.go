package crash

import (
	"maps"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// facts is what must be the same however often the program was killed: none of
// it depends on when something was said or how many lines one turn answered.
type facts struct {
	Lines    int                                         // that people said
	People   []messages.PersonID                         // who was heard
	Credits  map[messages.FamiliarID][]messages.PersonID // who may go on
	Joined   map[messages.FamiliarID]bool                // who has spoken
	Stopped  int                                         // replies to bots in a row
	Notified bool                                        // whether the guard is up
	Answered map[messages.FamiliarID][]string            // promised tokens
}

// factsOf returns them from a state and its log.
func factsOf(s *script, state *conversation.Channel, records []journal.Record) facts {
	f := facts{
		Lines:    len(people(s, records)),
		Credits:  map[messages.FamiliarID][]messages.PersonID{},
		Joined:   map[messages.FamiliarID]bool{},
		Answered: map[messages.FamiliarID][]string{},
		Stopped:  state.Guard.Consecutive,
		Notified: state.Guard.Active,
	}
	for _, p := range state.Roster.People {
		f.People = append(f.People, p.ID)
	}
	slices.Sort(f.People)
	for i := range state.Seats {
		seat := &state.Seats[i]
		f.Joined[seat.Familiar] = seat.Joined
		for _, credit := range seat.Credit.All() {
			if credit.Author != dora.ID { // she may have taken it back in time
				f.Credits[seat.Familiar] = append(f.Credits[seat.Familiar], credit.Author)
			}
		}
	}
	times := quoted(replies(records))
	for _, p := range s.promised {
		if times[p] > 0 {
			f.Answered[p.familiar] = append(f.Answered[p.familiar], p.token)
		}
	}
	for _, answered := range maps.All(f.Answered) {
		slices.Sort(answered)
	}
	return f
}
