package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/guard"
	"familiar/policy/transcript"
	"familiar/policy/turns"
)

// passTurnOn tells how the turn went from one familiar to another, and gives the
// new one what the old one leaves unanswered.
func (s *State) passTurnOn(moved []turns.Passing, out []Effect) []Effect {
	for _, p := range moved {
		from, to := s.Seats.Of(p.From), s.Seats.Of(p.To)
		out = s.note(from, messages.Note{Act: messages.Settled, Rung: messages.ByTurn, Reason: passage(p)}, out)
		if from >= 0 && to >= 0 && from != to {
			out = s.handOn(from, to, p.Work, out)
		}
		speaker := to // whoever has the turn says so
		if to < 0 {
			speaker = from
		}
		if text := s.config.Room.Turns.NoticeIn(s.tongue(), p); text != "" && speaker >= 0 {
			out = s.announceTo(speaker, "", text, out)
		}
	}
	return out
}

// passage is a passing as a note's reason.
func passage(p turns.Passing) because.Reason {
	return because.TurnPassed{By: string(p.Why), To: string(p.To), Again: p.To == p.From && p.To != ""}
}

// handOn gives what waits for one seat to another; with work also what the
// former's turn in flight was to answer.
func (s *State) handOn(from, to int, work bool, out []Effect) []Effect {
	seat := &s.Seats[from]
	out = s.handBack(from, out)
	var left transcript.Entries
	if t := s.Turn; work && t != nil && t.Seat == from {
		left = append(left, t.Asked...)
	}
	for _, e := range seat.Pending {
		out = s.note(from, messages.Note{Line: e.ID, Act: messages.Settled, Rung: messages.ByTurn, Reason: because.HandedOn{To: string(s.Seats[to].Familiar)}}, out)
		e.For &^= 1 << from
		if kept := s.Lines.At(e.No); kept != nil {
			s.Lines.Unaddress(kept, 1<<from)
		}
		left = append(left, e)
	}
	wait := seat.Debounce
	seat.Take()
	if len(left) == 0 {
		return out
	}
	if s.Seats[to].Debounce.N == 0 {
		s.Seats[to].Debounce = wait
	}
	return s.takeOver(to, from, left, out)
}

// takeOver puts lines that were another's among those seat i has to answer,
// but for what was its own once, was shown to it in a turn, is not for its eyes,
// or was not heard by its account.
func (s *State) takeOver(i, from int, left transcript.Entries, out []Effect) []Effect {
	seat, mine := &s.Seats[i], transcript.Entries(nil)
	for _, e := range left {
		kept := s.Lines.At(e.No)
		if kept != nil {
			e.For |= s.Lines.For(kept) // what was decided since it waits
			now := s.Lines.Entry(kept)
			e.Text, e.Files, e.Unheard = now.Text, now.Files, now.Unheard // who heard it has heard this text
		}
		if (e.For|e.Hidden|e.Unheard)&(1<<i) != 0 || e.No <= seat.Turned {
			continue
		}
		e.For |= 1 << i
		if kept != nil {
			s.Lines.Address(kept, 1<<i)
			s.Lines.MarkDecided(kept, 1<<i) // by this
			s.Lines.Unwait(kept, 1<<i)      // nobody has to be asked about it any more
			seat.Rewait(s.Lines.NewestWaiting(i, seat.Settled))
		}
		out = s.note(i, messages.Note{Line: e.ID, Act: messages.Engage, Rung: messages.ByTurn, Reason: because.HandedOver{By: string(s.Seats[from].Familiar)}}, out)
		mine = append(mine, e)
		if e.Author.Bot && s.config.Room.Guard.Count == guard.Lines {
			s.Guard.Peer(s.Now, &s.config.Room.Guard)
		}
	}
	return s.noteShed(i, seat.TakeOver(mine), out)
}
