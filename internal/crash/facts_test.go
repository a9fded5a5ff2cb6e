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
// Only the credits depend on the course: whoever goes on while a reply is still
// on its way has none yet, and has it in the run where the reply was faster.
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

// courseOf gives in which order people said and changed something in a channel
// and were answered. What comes again after a kill counts where it came first.
func courseOf(records []journal.Record) (all []string) {
	answers := map[messages.LineID]string{}
	for _, p := range replies(records) {
		answers[p.ID] = string(p.Familiar) + " " + quotedIn(p.Text)
	}
	known := map[string]bool{}
	for _, r := range records {
		var step string
		switch e := r.Event.(type) {
		case messages.Heard:
			if e.Line.Nonce == "" {
				step = "heard " + string(e.Line.ID)
			}
		case messages.Edited:
			step = "edited " + string(e.Line.ID)
		case messages.Deleted:
			step = "deleted " + string(e.ID)
		case messages.Delivered:
			step = "answered " + answers[e.Line]
		default: // nobody's doing, or it follows from these
		}
		if step != "" && !known[step] {
			known[step] = true
			all = append(all, step)
		}
	}
	return all
}
