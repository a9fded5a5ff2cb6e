package conversation

import "familiar/messages"

// What follows is for people who watch and for adapters; nothing is decided by
// it.

// Doing says what each seat is doing, in the order of the configuration, those
// in shadow after the others.
func (ch *Channel) Doing() []messages.Doing {
	doing := ch.Seats.Doing(ch.Turn, ch.Now, ch.config)
	if s := ch.Shadow; s != nil {
		doing = append(doing, s.Seats.Doing(s.Turn, s.Now, s.config)...)
	}
	return doing
}

// Status says how the channel stands. now may be later than the last event.
func (ch *Channel) Status(now messages.Instant) messages.Status {
	st := ch.status(now)
	if ch.Shadow != nil {
		st.Seats = append(st.Seats, ch.Shadow.status(now).Seats...)
	}
	return st
}

// OpenSpans appends what is under way: each seat's question, then the turn.
func (ch *Channel) OpenSpans(out []OpenSpan) []OpenSpan {
	out = ch.openQuestions(out)
	if ch.Shadow != nil {
		out = ch.Shadow.openTurn(ch.Shadow.openQuestions(out))
	}
	return ch.openTurn(out)
}

// Here reports whether that account has heard anything that the transcript
// still has. Lines that don't say who heard them were heard by all.
func (ch *Channel) Here(account messages.AccountID) bool {
	s := ch.seating(account)
	return s.Book.IsHere(account, &s.Lines)
}

// Newest returns the newest line in the transcript that others said, that
// account has heard and accepts takes, and when it was heard; "" when there is
// none.
func (ch *Channel) Newest(account messages.AccountID, accepts func(messages.LineID) bool) (messages.LineID, messages.Instant) {
	s := ch.seating(account)
	return s.Book.Newest(account, &s.Lines, accepts)
}

// Others returns the lines in the transcript that others said, that account has
// heard and that are not gone, oldest first. One that was edited out of its
// hearing is without its text.
func (ch *Channel) Others(account messages.AccountID) []messages.Quoted {
	s := ch.seating(account)
	return s.Book.Others(account, &s.Lines)
}

// seating gives the state in which that account has its seats: the shadow's,
// where all of them are in shadow.
func (ch *Channel) seating(account messages.AccountID) *State {
	if ch.Book.Hears(account) == 0 && ch.Shadow != nil {
		return ch.Shadow
	}
	return &ch.State
}

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
	for i, d := range s.Seats.Doing(s.Turn, s.Now, s.config) {
		st.Seats[i] = s.seatStatus(i, &d, now)
	}
	return st
}

func (s *State) seatStatus(i int, d *messages.Doing, now messages.Instant) messages.SeatStatus {
	seat := &s.Seats[i]
	st := messages.SeatStatus{
		Familiar: seat.Familiar, Act: d.Act, Trigger: d.Trigger, Until: d.Until,
		Backlog: len(seat.Pending) + len(s.Lines.Waiting(i, seat.Settled, s.Lines.Last())), Pressure: int(seat.Pressure.Step),
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
