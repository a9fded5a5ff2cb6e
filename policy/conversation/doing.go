package conversation

import "familiar/messages"

// doing says what seat i is doing. It is for people who watch; nothing is
// decided by it.
func (s *State) doing(i int) messages.Doing {
	seat, asked := &s.Seats[i], s.Seats.QuestionAbout(i)
	d := messages.Doing{Familiar: seat.Familiar, Learned: seat.Lift(s.cfg(i))}
	switch t := s.Turn; {
	case t != nil && t.Seat == i && t.Composed:
		d.Act, d.Trigger, d.Until = messages.Posting, t.Trigger, t.At
	case t != nil && t.Seat == i:
		d.Act, d.Trigger, d.Until = messages.Composing, t.Trigger, t.At
	case seat.Judging != nil:
		d.Act, d.Trigger, d.Until = messages.Judging, seat.Judging.Trigger, seat.Judging.At
	case asked != nil:
		d.Act, d.Trigger, d.Until = messages.Judging, asked.Trigger, asked.At
	case len(seat.Pending) > 0 && seat.AwaitsModel():
		d.Act, d.Until = messages.Buffering, max(seat.Debounce.At, seat.Outage.At)
	case len(seat.Pending) > 0 || seat.Wish != "":
		d.Act, d.Until = messages.Buffering, seat.Debounce.At
	case seat.Manners.Quiet(s.Now):
		d.Act, d.Until = messages.Hushed, seat.Manners.Until
	case seat.Retry.N != 0:
		d.Act, d.Trigger, d.Until = messages.Waiting, seat.Called, seat.Retry.At
	case seat.Think.N != 0:
		d.Act, d.Trigger, d.Until = messages.Waiting, seat.Think.Trigger, seat.Think.At
	default:
		d.Act = messages.Idle
	}
	return d
}
