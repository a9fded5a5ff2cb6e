package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/backlog"
	"familiar/policy/budget"
	"familiar/policy/chattiness"
	"familiar/policy/credit"
	"familiar/policy/deadline"
	"familiar/policy/effect"
	"familiar/policy/ladder"
	"familiar/policy/learning"
	"familiar/policy/memory"
	"familiar/policy/mind"
	"familiar/policy/odds"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// Seats are the places of a channel's familiars, in the order of its configuration.
// A seat is named by its place; -1 is none.
type Seats []Seat

// A Seat is one familiar's place in the channel.
type Seat struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Credit   credit.Ledger       `json:"credit"`
	Mood     chattiness.State    `json:"mood"`

	backlog.Backlog // what is addressed to it, in no turn yet

	Turned   uint32 `json:"turned,omitempty"`   // lines up to here were shown in a turn
	Withdrew uint32 `json:"withdrew,omitempty"` // it stepped back after this line: answering up to here opens no window

	mind.Mind // what it thinks of saying unasked

	Engaged messages.Instant `json:"engaged,omitempty"` // when it was last addressed while no turn was in flight
	Joined  bool             `json:"joined,omitempty"`  // it has spoken here
	ladder  ladder.Order     // of the configuration in force; here it fills the room behind the flag

	Odds odds.Seat `json:"odds,omitzero"` // what passed between people and it

	Pressure budget.State     `json:"pressure,omitzero"` // of what may be spent
	Manners  *admission.State `json:"manners,omitzero"`  // what it was asked to refrain from; nil: nothing ever was

	Effect  effect.State    `json:"effect,omitzero"`   // what follows from what it says and leaves unsaid
	Learned *learning.State `json:"learned,omitempty"` // from that; nil: nothing yet

	Outage *Outage `json:"outage,omitempty"` // its model has failed and not answered since; nil: that isn't so

	Memory *memory.State `json:"memory,omitempty"` // what it keeps in mind of the channel; nil: nothing was ever to be
}

// pressure is the step that the seat is under, 0 to 4, by which whatever lets it
// speak unasked is harder on it.
func (seat *Seat) pressure() int { return int(seat.Pressure.Step) }

// manners returns what the seat was asked to refrain from, to be changed.
func (seat *Seat) manners() *admission.State {
	if seat.Manners == nil {
		seat.Manners = &admission.State{}
	}
	return seat.Manners
}

// comesToMind is what the seat keeps that has to do with these lines.
func (seat *Seat) comesToMind(lines []messages.Quoted, most int) (all []messages.Memory) {
	var texts []string
	var people []messages.PersonID
	for _, l := range lines {
		texts = append(texts, l.Text)
		if !l.Own {
			people = append(people, seating.AccountOf(l.Author.ID))
		}
	}
	for _, m := range seat.Memory.Recall(texts, people, most) {
		all = append(all, m.Shown(m.Why))
	}
	return all
}

// of gives a familiar's seat.
func (seats Seats) of(f messages.FamiliarID) int {
	return seats.first(func(seat *Seat) bool { return seat.Familiar == f })
}

// judging gives the seat whose question to the judge has that number.
func (seats Seats) judging(n uint64) int {
	return seats.first(func(seat *Seat) bool { return seat.Judging != nil && seat.Judging.N == n })
}

// learning gives the seat whose question of what to keep has that number.
func (seats Seats) learning(n uint64) int {
	return seats.first(func(seat *Seat) bool { return seat.Memory != nil && seat.Memory.Opens(n) })
}

func (seats Seats) first(is func(*Seat) bool) int {
	for i := range seats {
		if is(&seats[i]) {
			return i
		}
	}
	return -1
}

// questionAbout gives the open question of a sibling that is about seat k, too; nil:
// there is none.
func (seats Seats) questionAbout(k int) *mind.Question {
	for i := range seats {
		j := seats[i].Judging
		if j == nil { // as mostly, and each seat looks at all
			continue
		}
		if slices.Contains(j.Others, seats[k].Familiar) {
			return j
		}
	}
	return nil
}

// passed gives the newest line that is settled for seat k, or will be by an open
// question that is about it, whoever put that.
func (seats Seats) passed(k int) uint32 {
	no := seats[k].Passed()
	if j := seats.questionAbout(k); j != nil {
		return max(no, j.Upto)
	}
	return no
}

// joinQuestion has these familiars think of nothing until a sibling's question, which is
// about them too, is answered or called off.
func (seats Seats) joinQuestion(others []messages.FamiliarID, now messages.Instant) {
	for _, who := range others {
		seat := &seats[seats.of(who)]
		seat.Join()
		seat.Mood.Asked(now)
	}
}

// candidates gives the siblings that a question is about, as its order names
// them.
func (seats Seats) candidates(j *mind.Question) (all []messages.Candidate) {
	for _, who := range j.Others {
		if k := seats.of(who); k >= 0 {
			all = append(all, messages.Candidate{Familiar: who, Count: int(seats[k].Mood.Heard)})
		}
	}
	return all
}

// nextToSpeak gives the seat whose turn can start: the one whose addressed
// line is oldest and doesn't wait for its model, else of those that a judge or
// the odds have said yes to the likeliest.
func (seats Seats) nextToSpeak() int {
	best := -1
	for i := range seats {
		seat := &seats[i]
		if seat.IsReady() && !seat.awaitsModel() && (best < 0 || seat.Pending[0].No < seats[best].Pending[0].No) {
			best = i
		}
	}
	if best >= 0 {
		return best
	}
	for i := range seats {
		seat := &seats[i]
		if seat.Wish != "" && seat.Debounce.N == 0 && (best < 0 || seat.Likely > seats[best].Likely) {
			best = i
		}
	}
	return best
}

// handedOn reports whether somebody else is to answer these lines now.
func (seats Seats) handedOn(owed transcript.Entries) bool {
	return len(owed) > 0 && seats.first(func(seat *Seat) bool { return seat.Owes(owed[len(owed)-1].No) }) >= 0
}

// tryAgain has every seat's model tried now.
func (seats Seats) tryAgain() {
	for i := range seats {
		if seat := &seats[i]; seat.awaitsModel() {
			seat.Outage.Deadline = deadline.Deadline{}
		}
	}
}

// leaveAlone has those who join leave the same people alone as whoever was there.
func (seats Seats) leaveAlone(old Seats, joined uint32) {
	if len(old) == 0 || old[0].Manners.IsZero() {
		return
	}
	for i := range seats {
		if joined&(1<<i) != 0 {
			seats[i].manners().Alone = slices.Clone(old[0].Manners.Alone)
		}
	}
}

// rememberBefore reports whether a memory may be made of a line from before t, which the
// transcript may have let go of.
func (seats Seats) rememberBefore(t messages.Instant) bool {
	return seats.first(func(seat *Seat) bool { return seat.Memory != nil && seat.Memory.Oldest() < t }) >= 0
}

// forgetMemories has every seat let go of all that may be made of such lines.
func (seats Seats) forgetMemories(g memory.Gone, out []Effect) []Effect {
	for i := range seats {
		if m := seats[i].Memory; m != nil {
			out = callOffLearning(m.Forget(g), out)
		}
	}
	return out
}
