package seat

import (
	"slices"

	"familiar/messages"
	"familiar/policy/duty"
	"familiar/policy/transcript"
	"familiar/policy/turns"
)

// Seats are the places of a channel's familiars, in the order of its configuration.
// A seat is named by its place; -1 is none.
type Seats []Seat

// Of returns a familiar's seat.
func (all Seats) Of(f messages.FamiliarID) int {
	return all.first(func(s *Seat) bool { return s.Familiar == f })
}

// Judging returns the seat whose question to the judge has that number.
func (all Seats) Judging(n uint64) int {
	return all.first(func(s *Seat) bool { return s.Judging != nil && s.Judging.N == n })
}

// Learning returns the seat whose question of what to keep has that number.
func (all Seats) Learning(n uint64) int {
	return all.first(func(s *Seat) bool { return s.Memory != nil && s.Memory.Opens(n) })
}

func (all Seats) first(is func(*Seat) bool) int {
	for i := range all {
		if is(&all[i]) {
			return i
		}
	}
	return -1
}

// NextToSpeak returns the seat whose turn can start: the one whose addressed
// line is oldest and doesn't wait for its model, else of those that a judge or
// the odds have said yes to the likeliest.
func (all Seats) NextToSpeak() int {
	best := -1
	for i := range all {
		s := &all[i]
		if s.IsReady() && !s.AwaitsModel() && (best < 0 || s.Pending[0].No < all[best].Pending[0].No) {
			best = i
		}
	}
	if best >= 0 {
		return best
	}
	for i := range all {
		s := &all[i]
		if s.Wish != "" && s.Debounce.N == 0 && (best < 0 || s.Likely > all[best].Likely) {
			best = i
		}
	}
	return best
}

// HandedOn reports whether somebody else is to answer these lines now.
func (all Seats) HandedOn(owed transcript.Entries) bool {
	return len(owed) > 0 && all.first(func(s *Seat) bool { return s.Owes(owed[len(owed)-1].No) }) >= 0
}

// IsReady reports whether an errand doesn't wait for a model.
func (all Seats) IsReady(e duty.Errand) bool {
	i := all.Of(e.Familiar)
	return e.Failed == 0 || i < 0 || !all[i].AwaitsModel()
}

// TryAgain has every seat's model tried now.
func (all Seats) TryAgain() {
	for i := range all {
		all[i].TryNow()
	}
}

// LetModelsBe sets no deadline for a model that nothing waits for any more: no line, and
// nothing else that is to be done by its familiar.
func (all Seats) LetModelsBe(busy func(messages.FamiliarID) bool) {
	for i := range all {
		if s := &all[i]; s.AwaitsModel() && len(s.Pending) == 0 && !busy(s.Familiar) {
			s.TryNow()
		}
	}
}

// LeaveAlone has those who join leave the same people alone as whoever was there.
func (all Seats) LeaveAlone(old Seats, joined uint32) {
	if len(old) == 0 || old[0].Manners.IsZero() {
		return
	}
	for i := range all {
		if joined&(1<<i) != 0 {
			all[i].Told().Alone = slices.Clone(old[0].Manners.Alone)
		}
	}
}

// Hushed returns what people have asked the familiars to refrain from, as far as it holds
// for all that hear it: in the threads of a room, too.
func (all Seats) Hushed(now messages.Instant) (f messages.RoomFacts) {
	for i := range all {
		if m := all[i].Manners; m.Quiet(now) {
			f.Quiet = append(f.Quiet, messages.Hush{Familiar: all[i].Familiar, Until: m.Until})
		}
	}
	for i := range all { // who asks one to be left alone asks all that hear it
		m := all[i].Manners
		if m == nil {
			continue
		}
		for _, person := range m.Alone {
			if !slices.Contains(f.Alone, person) {
				f.Alone = append(f.Alone, person)
			}
		}
	}
	return f
}

// Each calls do with each list of lines that wait.
func (all Seats) Each(do func(transcript.Entries)) {
	for i := range all {
		all[i].Each(do)
	}
}

// Unseen returns the seats that must not see what is said now, a bit each.
func (all Seats) Unseen(r *turns.Rota) (seats uint32) {
	if !r.Is(turns.Single) {
		return 0
	}
	for i := range all {
		if !r.Sees(all[i].Familiar) {
			seats |= 1 << i
		}
	}
	return seats
}

// OneOf returns whom a command to engage means: of several that one, if it is among them,
// which engaging without a name is for.
func (all Seats) OneOf(to uint32, who messages.FamiliarID) uint32 {
	if k := all.Of(who); k >= 0 && to&(to-1) != 0 && to&(1<<k) != 0 {
		return 1 << k
	}
	return to
}
