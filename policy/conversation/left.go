package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
)

// changes are what a new configuration has taken away, until the next step settles it.
type changes struct {
	effects []Effect // of familiars that are no longer here
	moved   uint32   // seats that have another account, a bit each
}

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
	for _, n := range seat.Unsettled() {
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
	for k := range s.Strays {
		if p := &s.Strays[k]; p.Seat == o && p.Moot != nil { // its channel was forgotten before
			settle(messages.Note{Line: p.Moot.Line, Rung: messages.ByUndelivered, Reason: because.NoLongerHere})
		}
	}
	s.leave(seat.Withdraw(nil)...)
	s.leave(seat.Memory.Withdraw(nil)...)
	if t != nil {
		for _, n := range t.Left() {
			settle(n)
		}
		if !t.Composed {
			s.leave(t.Recall(nil)...)
		}
	}
}

// leave keeps for the next step what it is to note and to order.
func (s *State) leave(effects ...Effect) {
	if len(effects) == 0 {
		return
	}
	left := s.changed()
	left.effects = append(left.effects, effects...)
}

func (s *State) changed() *changes {
	if s.left == nil {
		s.left = &changes{}
	}
	return s.left
}

// takeMoved settles what is with the network by an account that these seats had and a new
// configuration has taken away from them. That account must not say it any more, and the new
// one can't: it may have been said.
func (s *State) takeMoved(moved uint32, out []Effect) []Effect {
	if t := s.Turn; t != nil && moved&(1<<t.Seat) != 0 && t.Posts.Out() {
		out = s.leaveUndelivered(because.AccountChanged, out)
	}
	for k := len(s.Notices) - 1; k >= 0; k-- {
		p := s.Notices[k]
		if p.Done || moved&(1<<p.Seat) == 0 {
			continue
		}
		s.Notices.Take(p.ID)
		out = s.noticeFailed(&p, messages.DeliveryFailed{Reason: because.Written(because.AccountChanged), Unknown: true}, out)
	}
	return out
}

// takeLeft notes what a new configuration has settled, and orders what that calls off.
func (s *State) takeLeft(out []Effect) []Effect {
	left := s.left
	if s.left = nil; left == nil {
		return out
	}
	out = s.takeMoved(left.moved, out)
	for _, effect := range left.effects {
		if n, is := effect.(*messages.Note); is {
			out = s.note(-1, *n, out)
		} else {
			out = append(out, effect)
		}
	}
	return out
}
