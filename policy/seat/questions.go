package seat

import (
	"slices"

	"familiar/messages"
	"familiar/policy/floor"
	"familiar/policy/mind"
	"familiar/policy/seating"
)

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

// WaitsAlong reports whether a line that is left to chattiness, and of which the odds are
// sure of no, waits for seat i's thought. It isn't asked about by itself: it is talk all the
// same, so the lull and the curve have heard it, and where others wait already it waits
// along, since their question costs no more with it.
func (all Seats) WaitsAlong(i int, c *seating.SeatConfig) bool {
	return all[i].Waits() && c.Judged && all[i].Waiting > all.Passed(i)
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
