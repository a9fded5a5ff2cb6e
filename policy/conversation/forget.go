package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/erasing"
	"familiar/policy/memory"
	"familiar/policy/posts"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// forgetAsked does what was asked for. What the journal has of a person or of the
// channel is erased; what is merely old goes from it by age, unless that is to be earlier.
func (s *State) forgetAsked(f messages.Forgotten, out []Effect) []Effect {
	switch {
	case f.All:
		return s.forgetAll(out)
	case f.Person != "":
		return s.forgetPerson(f.Person, out)
	case f.Erase:
		s.Retained.Drop(f.Before)
		return s.eraseText(erasing.Text{Before: f.Before}, true, s.forgetBefore(f.Before, out))
	default:
		return s.forgetBefore(f.Before, out)
	}
}

// forgetPerson takes out what somebody said and who they are.
func (s *State) forgetPerson(id messages.PersonID, out []Effect) []Effect {
	before := s.inSight()
	s.dropHeld(func(l *messages.Line) bool { return l.Author.ID == id })
	isTheirs := func(line messages.LineID) bool {
		e := s.Lines.Find(line)
		return e != nil && seating.AccountOf(s.Lines.Author(e).ID) == id
	}
	s.Notices.Silence(because.Written(because.PersonForgotten), isTheirs)
	out = s.Ties.UprootAll(isTheirs, out)
	out = s.Seats.ForgetMemories(memory.Gone{By: id}, out)
	out = s.strikeLines(func(e transcript.Entry) bool { return seating.AccountOf(e.Author.ID) == id }, because.PersonForgotten, out)
	out = s.unsayPosts(func(p *posts.Post) bool { return s.cfg(p.Seat).Person() == id }, out)
	s.Lending.Sharing.Forget(id)
	s.Roster.Forget(id)
	s.Guard.Forget(id)
	s.Reactions.Forget(id)
	s.Talk.Forget(id)
	s.Seats.ForgetTalk(id)
	for i := range s.Seats {
		if c := s.cfg(i); c.SharesAccount(id) {
			s.Talk.Forget(c.Self)
			s.Seats.ForgetTalk(c.Self)
		}
	}
	if s.Admission.ForgetPerson(id) {
		out = append(out, messages.ShareRoles{})
	}
	out = s.forgetLinks(id, out)
	s.Seats.ForgetFavours(id)
	s.Ties.ForgetPerson(id)
	out = s.shareFacts(out)
	return s.eraseText(erasing.Text{Person: id}, true, s.recompose(before, out))
}

// forgetBefore takes out the lines before t, and who was not seen since.
func (s *State) forgetBefore(t messages.Instant, out []Effect) []Effect {
	before := s.inSight()
	s.dropHeld(func(l *messages.Line) bool { return l.At < t })
	out = s.Seats.ForgetMemories(memory.Gone{Before: t}, out)
	out = s.strikeLines(func(e transcript.Entry) bool { return e.At < t }, because.LinesAged, out)
	out = s.unsayPosts(func(p *posts.Post) bool { return p.At < t }, out)
	s.Roster.ForgetBefore(t)
	s.Talk.ForgetBefore(t)
	s.Seats.ForgetTalkBefore(t)
	return s.recompose(before, out)
}

// forgetAged forgets what is older than the configuration keeps.
func (s *State) forgetAged(out []Effect) []Effect {
	if s.config.Keep <= 0 {
		return out
	}
	before := s.Now.Add(-s.config.Keep)
	if s.Seats.RememberBefore(before) || s.Lines.Remembers(before) {
		return s.forgetBefore(before, out)
	}
	return out
}

// forgetAll begins anew. What stays is what keeps anything from being said or
// heard twice, the numbers and the ids of lines, and what was said to the
// familiars about speaking here: whose turn it is, who is quiet, what is spent.
func (s *State) forgetAll(out []Effect) []Effect {
	for i := range s.Seats {
		out = s.noteWaiting(i, messages.ByDeleted, because.ChannelForgotten, s.handBack(i, out))
		out = s.Seats[i].Withdraw(out)
		s.yieldThought(i)
		out = s.Seats[i].Memory.Withdraw(out)
	}
	unsaid, out := s.forgetTurn(out)
	out = s.closeForks(func(*duty.Fork) bool { return true }, because.ChannelForgotten, out)
	out = s.Ties.UprootAll(func(messages.LineID) bool { return true }, out)
	s.dropHeld(func(*messages.Line) bool { return true })
	fresh := newState(s.Channel, s.config)
	fresh.Now, fresh.Number, fresh.Seen, fresh.Erasing, fresh.Forgot = s.Now, s.Number, s.Seen, s.Erasing, true
	s.Strays.Drop(func(p *posts.Post) bool { return p.Moot == nil })
	fresh.Floor, fresh.Strays = s.Floor, append(s.Strays, unsaid...)
	s.Notices.Silence(because.Written(because.ChannelForgotten), func(messages.LineID) bool { return true })
	fresh.Notices, fresh.Named = s.Notices.Unsaid(), s.Named.Anew()
	if s.config.Expires {
		fresh.Retained.Clear(s.Now)
	}
	fresh.Turns = s.Turns.Anew()
	for i := range fresh.Seats {
		fresh.Seats[i].Pressure = s.Seats[i].Pressure
		fresh.Seats[i].Manners = s.Seats[i].Manners.Anew()
	}
	fresh.Admission.Claims, fresh.Links = s.Admission.Claims, s.Links
	fresh.Lending = s.Lending.Anew()
	fresh.Ties = s.Ties.Anew()
	*s = *fresh
	out = s.shareFacts(out)
	return s.eraseText(erasing.Text{All: true}, true, out)
}

// forgetTurn ends the turn in flight with its channel, and returns what of it is with the
// network and not to be made any more.
func (s *State) forgetTurn(out []Effect) (unsaid posts.List, _ []Effect) {
	t := s.Turn
	if t == nil {
		return nil, out
	}
	newest, out := s.makeTurnMoot(because.ChannelForgotten, out)
	unsaid = t.Posts.Unsaid()
	if out = s.dropWaiting(newest, messages.ByDeleted, because.ChannelForgotten, out); s.Turn == nil {
		return unsaid, out
	}
	return unsaid, s.callOff(newest, messages.ByDeleted, because.ChannelForgotten, out)
}
