package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/turn"
)

// leaves has the next step settle what waits for a familiar that was at place o
// and is no longer here, and call off what it is about to say.
func (s *State) leaves(o int, seat *Seat) {
	settle := func(n messages.Note) {
		n.Familiar, n.Act = seat.Familiar, messages.Settled
		if n.Rung == "" {
			n.Rung, n.Reason = messages.ByReconfigured, because.NoLongerHere
		}
		s.leave(&n)
	}
	t := s.Turn
	if t != nil && t.Seat != o {
		t = nil
	}
	shed := seat.Unpause()
	if t != nil {
		shed = append(shed, seat.Return(t.Given)...)
	}
	for i := range shed {
		settle(messages.Note{Line: shed[i].ID})
	}
	for _, n := range seat.unsettled() {
		if j := seat.Judging; j != nil && n.Trigger != "" {
			n.N, n.Meta = j.N, j.Span.Meta
		}
		settle(n)
	}
	for range s.Duties.DropErrands(seat.Familiar) {
		settle(messages.Note{Trigger: messages.Woken})
	}
	for k := range s.Notices {
		if p := &s.Notices[k]; p.Seat == o && !p.Done {
			settle(messages.Note{Rung: messages.ByUndelivered, Reason: because.NoLongerHere})
		}
	}
	s.leave(seat.Withdraw(nil)...)
	if seat.Memory != nil {
		s.leave(callOffLearning(seat.Memory.Withdraw(), nil)...)
	}
	if t != nil {
		settleLeft(t, settle)
		if !t.Composed {
			s.leave(t.Recall(nil)...)
		}
	}
}

// settleLeft settles the turn of a familiar that is no longer here. Nobody waits any
// more for what becomes of a part that is with the network.
func settleLeft(t *turn.Turn, settle func(messages.Note)) {
	n := messages.Note{Line: t.Asked.NewestID(), Trigger: t.Trigger, N: t.Order(), Meta: t.Span.Meta}
	if !t.Composed {
		settle(n)
		return
	}
	waited := t.Posts.DropWaiting()
	if t.Posts.Shown() {
		if u := t.TakeUnsaid(); u != nil {
			n.Rung, n.Reason = messages.BySpoke, because.Read(messages.BySpoke, u.Reason)
			settle(n)
		}
		n.Partly = true
	}
	if t.Posts.Out() {
		n.Rung, n.Reason = messages.ByUndelivered, because.NoLongerHere
		settle(n)
	}
	if waited == 0 {
		return
	}
	unsaid := because.Unposted{Why: because.NoLongerHere}
	if len(t.Posts) > 0 {
		n.Partly, unsaid.Parts = true, waited
	}
	n.Rung, n.Reason = messages.ByReconfigured, unsaid
	settle(n)
}

// leave keeps for the next step what it is to note and to order.
func (s *State) leave(effects ...Effect) {
	if len(effects) == 0 {
		return
	}
	if s.left == nil {
		s.left = new([]Effect)
	}
	*s.left = append(*s.left, effects...)
}

// takeLeft notes what a new configuration has settled, and orders what that calls off.
func (s *State) takeLeft(out []Effect) []Effect {
	if s.left == nil {
		return out
	}
	for _, effect := range *s.left {
		if n, is := effect.(*messages.Note); is {
			out = s.note(-1, *n, out)
		} else {
			out = append(out, effect)
		}
	}
	s.left = nil
	return out
}
