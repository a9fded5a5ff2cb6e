package conversation

import (
	"familiar/messages"
)

// composeTurn gives the turn to an agent.
func (s *State) composeTurn(out []Effect) []Effect {
	t := s.Turn
	if !s.Seats[t.Seat].Pressure.Lets() {
		return s.overspend(out)
	}
	if s.config.Unseen() && !s.cfg(t.Seat).Policy.ShadowCompose {
		return s.uncomposed(out)
	}
	if t.AbsorbGiven(s.Lines.Last()) {
		s.Seats[t.Seat].Turned = s.Lines.Last()
	}
	s.renewFloor()
	t.Advise(s.Guard.Active, s.Crowd)
	t.Await(s.Number.By(s.Now.Add(s.cfg(t.Seat).Policy.ComposeWithin)))
	s.beginSpan()
	return append(out, s.composeOrder())
}

// composeOrder is the open order of the turn, from the state alone.
func (s *State) composeOrder() messages.Compose {
	t := s.Turn
	order := messages.Compose{
		N: t.N, Channel: s.Channel, Familiar: s.Seats[t.Seat].Familiar,
		Trigger: t.Trigger, Notice: t.Notice, Deadline: t.Deadline.At, Meta: t.Span.Meta, Form: t.Form(),
	}
	here := s.surface()
	order.Surface, order.Limit = here.Hint(), s.cfg(t.Seat).Policy.Surface.Chars(here)
	order.Injected = len(t.Given)
	order.Shadow = s.config.Unseen()
	asked := make(map[uint32]bool, len(t.Asked))
	for i := range t.Asked {
		order.Addressed = append(order.Addressed, s.showLine(t.Asked[i], t.Seat, 0))
		asked[t.Asked[i].No] = true
	}
	for i := range t.Given {
		order.Addressed = append(order.Addressed, s.showLine(t.Given[i], t.Seat, 0))
		asked[t.Given[i].No] = true
	}
	var numbers []uint32 // of the earlier ones
	for e := range s.Lines.Between(1, t.Upto) {
		own := int(s.Lines.By(e)) == t.Seat+1
		switch {
		case asked[s.Lines.No(e)] || e.Gone() || !s.Lines.Shows(e, t.Seat):
		case s.Ties.IsRoot(s.Lines.ID(e)): // it stands before all, below
		case s.Lines.No(e) > t.From && !own && s.Lines.For(e)&(1<<t.Seat) == 0:
			order.Recent = append(order.Recent, s.showLine(s.Lines.Entry(e), t.Seat, cut))
		default:
			order.Earlier, numbers = append(order.Earlier, s.showLine(s.Lines.Entry(e), t.Seat, cut)), append(numbers, s.Lines.No(e))
		}
	}
	order.Recent = newest(order.Recent, recentMax)
	order.Earlier = s.withRoot(t.Seat, order.Earlier[beginning(numbers):], order.Addressed)
	order.Without = s.without(t)
	if t.Errand != nil {
		order.Prompt, order.Timed = t.Errand.Prompt, t.Errand.Timed
	}
	if s.Duties.Fixing() {
		s.Duties.Fix.Brief(&order, ownAuthor(s.cfg(t.Seat)))
	}
	if s.memorizes(t.Seat) {
		seat := &s.Seats[t.Seat]
		order.Memories, order.Kept = seat.Recall(&order), seat.ToCompare(s.cfg(t.Seat))
	}
	order.Reach = s.reach(t.Seat, &order)
	return order
}
