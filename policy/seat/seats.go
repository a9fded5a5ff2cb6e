package seat

import (
	"slices"

	"familiar/messages"
	"familiar/policy/duty"
	"familiar/policy/floor"
	"familiar/policy/memory"
	"familiar/policy/mind"
	"familiar/policy/odds"
	"familiar/policy/seating"
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

// QuestionAbout returns the open question of a sibling that is about seat k, too; nil:
// there is none.
func (all Seats) QuestionAbout(k int) *mind.Question {
	for i := range all {
		j := all[i].Judging
		if j == nil { // as mostly, and each seat looks at all
			continue
		}
		if slices.Contains(j.Others, all[k].Familiar) {
			return j
		}
	}
	return nil
}

// Passed returns the newest line that is settled for seat k, or will be by an open
// question that is about it, whoever put that.
func (all Seats) Passed(k int) uint32 {
	no := all[k].Passed()
	if j := all.QuestionAbout(k); j != nil {
		return max(no, j.Upto)
	}
	return no
}

// JoinQuestion has these familiars think of nothing until a sibling's question, which is
// about them too, is answered or called off.
func (all Seats) JoinQuestion(others []messages.FamiliarID, now messages.Instant) {
	for _, who := range others {
		s := &all[all.Of(who)]
		s.Join()
		s.Mood.Asked(now)
	}
}

// Candidates returns the siblings that a question is about, as its order names them.
func (all Seats) Candidates(j *mind.Question) (named []messages.Candidate) {
	for _, who := range j.Others {
		if k := all.Of(who); k >= 0 {
			named = append(named, messages.Candidate{Familiar: who, Count: int(all[k].Mood.Heard)})
		}
	}
	return named
}

// Bids appends each seat's claim to the floor, in their order: how likely it is expected
// to answer the newest line that waits for it. Where nobody has estimated that all are
// equal, and the floor goes to whose moment came first.
func (all Seats) Bids(now messages.Instant, c *seating.Config, bids []floor.Bid) []floor.Bid {
	for i := range all {
		s, own := &all[i], &c.Seats[i]
		waits := s.Waits() && s.IsOpen()
		bids = append(bids, floor.Bid{
			Familiar: s.Familiar,
			Odds:     s.Likely,
			Listens:  waits && all.QuestionAbout(i) == nil && !s.Manners.Quiet(now) && own.Judged && own.Hours.At(now).Lets(messages.Lull),
		})
	}
	return bids
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

// Remember reports whether some seat keeps things in mind.
func (all Seats) Remember() bool {
	return all.first(func(s *Seat) bool { return s.Memory != nil }) >= 0
}

// RememberBefore reports whether a memory may be made of a line from before t, which the
// transcript may have let go of.
func (all Seats) RememberBefore(t messages.Instant) bool {
	return all.first(func(s *Seat) bool { return s.Memory != nil && s.Memory.Oldest() < t }) >= 0
}

// ForgetMemories has every seat let go of all that may be made of such lines, and appends
// the orders that call questions about these off.
func (all Seats) ForgetMemories(g memory.Gone, out []messages.Effect) []messages.Effect {
	for i := range all {
		if m := all[i].Memory; m != nil {
			out = m.Forget(g, out)
		}
	}
	return out
}

// CloseMemories has nothing lent any more that may be made of a line.
func (all Seats) CloseMemories(line messages.LineID) {
	for i := range all {
		if m := all[i].Memory; m != nil {
			m.Close(line)
		}
	}
}

// ForgetTalk takes somebody out of what the seats remember of who talked to them.
func (all Seats) ForgetTalk(id messages.PersonID) {
	for i := range all {
		s := &all[i]
		s.Odds.Forget(id)
		s.Learned.Forget(odds.KeyOf(id))
		s.Effect.Forget(odds.KeyOf(id))
	}
}

// ForgetTalkBefore does the same with whoever has said nothing since t.
func (all Seats) ForgetTalkBefore(t messages.Instant) {
	for i := range all {
		all[i].Odds.ForgetBefore(t)
	}
}

// ForgetFavours takes out whom they let go on, and whom they leave alone.
func (all Seats) ForgetFavours(id messages.PersonID) {
	for i := range all {
		all[i].Credit.Withdraw(id)
		all[i].Manners.Welcome(id)
	}
}

// ForgetOdds has nothing remembered for the odds, at which no seat looks.
func (all Seats) ForgetOdds() {
	for i := range all {
		all[i].Odds = odds.Seat{}
		all[i].Unestimate()
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

// WaitsAlong reports whether a line that is left to chattiness, and of which the odds are
// sure of no, waits for seat i's thought. It isn't asked about by itself: it is talk all the
// same, so the lull and the curve have heard it, and where others wait already it waits
// along, since their question costs no more with it.
func (all Seats) WaitsAlong(i int, c *seating.SeatConfig) bool {
	return all[i].Waits() && c.Judged && all[i].Waiting > all.Passed(i)
}

// SayWhen tells the notes of lines left waiting when the seat will think about them.
func (all Seats) SayWhen(effects []messages.Effect, c *seating.Config) {
	for _, effect := range effects {
		n, ok := effect.(*messages.Note)
		if !ok || n.Act != messages.Wait || n.Due != 0 {
			continue
		}
		if i := all.Of(n.Familiar); i >= 0 {
			n.Due, n.Term = all[i].Think.At, all[i].Think.Term
			if n.Reason == nil {
				n.Reason = all[i].Stretched(&c.Seats[i])
			}
		}
	}
}

// OneOf returns whom a command to engage means: of several that one, if it is among them,
// which engaging without a name is for.
func (all Seats) OneOf(to uint32, who messages.FamiliarID) uint32 {
	if k := all.Of(who); k >= 0 && to&(to-1) != 0 && to&(1<<k) != 0 {
		return 1 << k
	}
	return to
}
