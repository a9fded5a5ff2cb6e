package conversation

import "familiar/messages"

// status says how its seats stand.
func (s *State) status(now messages.Instant) messages.Status {
	st := messages.Status{
		Channel: s.Channel, At: now, Crowd: s.Crowd,
		Guard: int(s.Guard.Consecutive), Guarded: s.Guard.Active,
		Window: s.Window.Held(now), Floor: s.Floor.Held(now), Seats: make([]messages.SeatStatus, len(s.Seats)),
	}
	if st.Window != "" {
		st.WindowUntil = s.Window.Until
	}
	for i := range s.Seats {
		st.Seats[i] = s.seatStatus(i, now)
	}
	return st
}

func (s *State) seatStatus(i int, now messages.Instant) messages.SeatStatus {
	seat, d := &s.Seats[i], s.doing(i)
	st := messages.SeatStatus{
		Familiar: seat.Familiar, Act: d.Act, Trigger: d.Trigger, Until: d.Until,
		Backlog: len(seat.Pending) + len(s.Lines.Waiting(i, s.Seats[i].Settled, s.Lines.Last())), Pressure: int(seat.Pressure.Step),
	}
	if seat.Think.N != 0 {
		st.Thinks, st.Term = seat.Think.At, seat.Think.Term
	}
	st.Schedule, st.Occasion = s.Clock.Next(seat.Familiar)
	if l := seat.Learned; s.cfg(i).Policy.Learning.On && l != nil && l.Known > 0 {
		st.Learned = &messages.Learned{Lift: seat.Lift(s.cfg(i)), Welcome: l.Welcome, Unwelcome: l.Unwelcome, Missed: l.Missed}
	}
	for _, e := range seat.Credit.All() {
		if e.Until > now {
			st.Credits++
		}
	}
	return st
}
