package crash

import (
	"fmt"
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
		Stopped:  int(state.Guard.Consecutive),
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

// A between is a familiar and somebody it may owe an answer to.
type between struct {
	familiar messages.FamiliarID
	person   messages.PersonID
}

// coursesOf gives in which order somebody said and changed something in a
// channel and was answered there, for each familiar. What comes again after a
// kill counts where it came first.
func coursesOf(s *script, records []journal.Record) map[between][]string {
	all, known := map[between][]string{}, map[string]bool{}
	asked, answers := map[string]messages.PersonID{}, map[messages.LineID]posted{}
	for _, l := range firsts(records) {
		if l.Nonce == "" {
			asked[tokens.FindString(l.Text)] = l.Author.ID
		}
	}
	for _, p := range replies(records) {
		answers[p.ID] = p
	}
	add := func(f messages.FamiliarID, who messages.PersonID, step string) {
		if key := fmt.Sprint(f, who, step); !known[key] {
			known[key] = true
			all[between{f, who}] = append(all[between{f, who}], step)
		}
	}
	for _, r := range records {
		switch e := r.Event.(type) {
		case messages.Heard:
			for _, f := range s.seats {
				add(f, e.Line.Author.ID, "heard "+string(e.Line.ID))
			}
		case messages.Edited:
			for _, f := range s.seats {
				add(f, asked[tokens.FindString(e.Line.Text)], "edited "+string(e.Line.ID))
			}
		case messages.Delivered:
			for _, token := range tokens.FindAllString(answers[e.Line].Text, -1) {
				add(answers[e.Line].Familiar, asked[token], "answered "+token)
			}
		default: // nobody's doing, or it follows from these
		}
	}
	return all
}

// credits compares who has a credit in a channel after two runs, where what
// went on between familiar and person took the same course in both. It gives
// how many that were, and in how many of them one has a credit in one run only.
func credits(a, b audited, s *script) (compared, differ int) {
	id := s.channel()
	for who, course := range a.courses[id] {
		if !slices.Equal(course, b.courses[id][who]) || who.person == dora.ID {
			continue
		}
		compared++
		if slices.Contains(a.facts[id].Credits[who.familiar], who.person) != slices.Contains(b.facts[id].Credits[who.familiar], who.person) {
			differ++
		}
	}
	return compared, differ
}
