package seat

import (
	"familiar/messages"
	"familiar/policy/seating"
	"familiar/policy/turn"
)

// Doing returns what each seat is doing, of which one may have the turn t in flight; nil: none
// has. It is for people who watch; nothing is decided by it.
func (all Seats) Doing(t *turn.Turn, now messages.Instant, c *seating.Config) []messages.Doing {
	doing := make([]messages.Doing, len(all))
	for i := range all {
		doing[i] = all.doing(i, t, now)
		doing[i].Learned = all[i].Lift(&c.Seats[i])
	}
	return doing
}

func (all Seats) doing(i int, t *turn.Turn, now messages.Instant) messages.Doing {
	s, asked := &all[i], all.QuestionAbout(i)
	d := messages.Doing{Familiar: s.Familiar}
	switch {
	case t != nil && t.Seat == i && t.Composed:
		d.Act, d.Trigger, d.Until = messages.Posting, t.Trigger, t.At
	case t != nil && t.Seat == i:
		d.Act, d.Trigger, d.Until = messages.Composing, t.Trigger, t.At
	case s.Judging != nil:
		d.Act, d.Trigger, d.Until = messages.Judging, s.Judging.Trigger, s.Judging.At
	case asked != nil:
		d.Act, d.Trigger, d.Until = messages.Judging, asked.Trigger, asked.At
	case len(s.Pending) > 0 && s.AwaitsModel():
		d.Act, d.Until = messages.Buffering, max(s.Debounce.At, s.Outage.At)
	case len(s.Pending) > 0 || s.Wish != "":
		d.Act, d.Until = messages.Buffering, s.Debounce.At
	case s.Manners.Quiet(now):
		d.Act, d.Until = messages.Hushed, s.Manners.Until
	case s.Retry.N != 0:
		d.Act, d.Trigger, d.Until = messages.Waiting, s.Called, s.Retry.At
	case s.Think.N != 0:
		d.Act, d.Trigger, d.Until = messages.Waiting, s.Think.Trigger, s.Think.At
	default:
		d.Act = messages.Idle
	}
	return d
}
