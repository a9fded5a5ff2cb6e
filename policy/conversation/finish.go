package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/finish"
	"familiar/policy/floor"
	"familiar/policy/posts"
	"familiar/policy/seating"
	"familiar/policy/turn"
)

// takeComposed takes what the agent wants said and posts what may be.
func (s *State) takeComposed(c messages.Composed, out []Effect) []Effect {
	t := s.Turn
	if t == nil || t.Composed || c.N == 0 || c.N != t.N {
		return out // an old order's answer, or it was given already
	}
	if t.Outdated(&c) {
		return append(out, s.composeOrder())
	}
	out = s.noteAll(t.Seat, t.Checked(&c), out)
	outcome := finish.Turn(c, s.cfg(t.Seat).Policy.Finish)
	if outcome.Failure != nil {
		return s.composeFailed(c, outcome.Failure, out)
	}
	if t.AsksModel() {
		s.Seats[t.Seat].Recover()
	}
	out = s.takeInjected(c.Took, out)
	out = s.noteAll(t.Seat, t.Prompted(&c), out)
	seat := &s.Seats[t.Seat]
	if c.Disengage {
		seat.Credit.Clear()
		s.stepBack(t.Seat)
		t.StepBack()
	}
	posts, out := s.spokeUp(!outcome.Silent, outcome.Complete, out)
	if !posts {
		return s.endTurn(out)
	}
	if s.Duties.Fixing() {
		return s.fixed(c, outcome, out)
	}
	if s.config.Unseen() {
		return s.shadowed(c, outcome, out)
	}
	if line := s.lateFor(t.Seat, t.Asked, t.Trigger); line != nil && !outcome.Silent && t.Fixes == 0 {
		s.yieldFloor(t.Seat, floor.Silent)
		return s.endTurn(s.reactLate(t.Seat, line, t.Trigger, c.N, out))
	}
	out = s.makePosts(c, outcome, s.deeds(c, out))
	if len(t.Posts) == 0 {
		s.yieldFloor(t.Seat, floor.Silent)
		out = s.note(t.Seat, t.Note(messages.BySilence, outcome.Reason), out)
		return s.endTurn(out)
	}
	s.renewFloor()
	unsaid := turn.Unsaid{Reason: because.Written(outcome.Reason), Cut: c.Cut, Spare: because.Written(c.Spared())}
	t.Compose(s.Number.By(s.Now.Add(messages.DeliverWithin)), s.opensThread(), unsaid)
	if !t.Typing {
		out = s.showTyping(true, out)
	}
	return s.proceed(out)
}

// makePosts makes posts of what may be said, and notes what may not.
func (s *State) makePosts(c messages.Composed, outcome finish.Outcome, out []Effect) []Effect {
	for i, p := range outcome.Parts {
		switch f, is := c.Files[i]; p.Result {
		case finish.OK:
			if is {
				out = s.attach(i, f, out)
				continue
			}
			out = s.part(i, p.Text, out)
		case finish.Silence: // the turn's own note says it
		default:
			out = s.note(s.Turn.Seat, messages.Note{Act: messages.Settled, Rung: messages.Rung(p.Result), N: c.N, Reason: because.PartKept{Part: i + 1}}, out)
		}
	}
	return out
}

// postOrder is the order of a part, from the state alone.
func (s *State) postOrder(p *posts.Post) messages.Post {
	t := s.Turn
	order := s.cfg(p.Seat).Order(s.Channel, p)
	order.Mentions = s.pings(p)
	order.Meta.TraceID, order.Meta.SpanID, order.Meta.Flags = t.Span.Meta.TraceID, t.Span.Meta.SpanID, t.Span.Meta.Flags
	for a := range t.Asked {
		if p.ReplyTo != "" && t.Asked[a].ID == p.ReplyTo {
			order.Quoting = t.Asked[a].Quote(p.Seat, 0)
			order.Quoting.Author.ID = seating.AccountOf(order.Quoting.Author.ID)
		}
	}
	return order
}
