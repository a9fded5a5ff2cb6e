package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/duty"
	"familiar/policy/effect"
	"familiar/policy/erasing"
	"familiar/policy/memory"
	"familiar/policy/posts"
	"familiar/policy/retention"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// earlyMost is how many deletions may wait for the journal for another one of a line that
// hasn't come to be remembered: of a channel that is cleared most lines came long ago.
const earlyMost = 16

// deleteLine takes a deleted line out of the state and has it erased from the
// journal, which may know it even if the transcript doesn't any more.
func (s *State) deleteLine(id messages.LineID, out []Effect) []Effect {
	if id == "" {
		return out // it would be every line without an id
	}
	s.dropHeld(func(l *messages.Line) bool { return l.ID == id })
	if !s.Seen.Has(id) && len(s.Erasing) < earlyMost {
		s.Seen.AddGone(id)
	}
	return s.eraseText(erasing.Text{Line: id}, false, s.forgetLine(id, out))
}

// forgetLine takes a line out of the state.
func (s *State) forgetLine(id messages.LineID, out []Effect) []Effect {
	out = s.Seats.ForgetMemories(memory.Gone{Line: id}, out)
	out = s.strikeLines(func(e transcript.Entry) bool { return e.ID == id }, because.LineDeleted, out)
	out = s.unsayPosts(func(p *posts.Post) bool { return p.Line == id }, out)
	out = s.endEffects(func(w *effect.Watch) []effect.Ending { return w.Remove(id) }, "", out)
	return s.Ties.UprootAll(func(line messages.LineID) bool { return line == id }, out)
}

// hearDeleted takes a line that was deleted before it came: nobody decides on it. One of
// ours is first heard, as it may be a post's echo.
func (s *State) hearDeleted(l *messages.Line, out []Effect) []Effect {
	if s.Book.Speaker(s.inPersons(l).Author.ID) >= 0 {
		return s.deleteEarly(l.ID, s.takeLine(l, s.Now, out))
	}
	out = s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: messages.ByDeleted, Reason: because.LineDeleted}, out)
	return s.eraseText(erasing.Text{Line: l.ID}, true, out)
}

// deleteEarly takes a line of ours out again that was deleted before it came.
func (s *State) deleteEarly(id messages.LineID, out []Effect) []Effect {
	if !s.Seen.IsGone(id) {
		return out
	}
	return s.eraseText(erasing.Text{Line: id}, true, s.forgetLine(id, out))
}

// eraseText has a text that has left the state erased from the journal. again
// has it erased even when the same is with the journal now.
func (s *State) eraseText(t erasing.Text, again bool, out []Effect) []Effect {
	if s.config.Held {
		t = t.AskedBy(s.Now)
	}
	add := s.Erasing.Add
	if again {
		add = s.Erasing.AddAgain
	}
	if full := add(t); full {
		out = s.note(-1, messages.Note{Act: messages.Settled, Rung: messages.ByShed, Reason: because.DeletionsShed}, out)
	}
	return out
}

// countTexts keeps count of how old the texts are that the journal has, where they are
// to go before the journal lets go of them. Elsewhere there is none, and so nothing in
// the state that an older program doesn't know.
func (s *State) countTexts(e Event, now messages.Instant) {
	if !s.config.Expires {
		s.Retained = retention.Span{}
		return
	}
	if s.Now == 0 {
		s.Retained.Clear(now)
	}
	if holdsText(e) {
		s.Retained.Take(max(s.Now, now))
	}
}

// holdsText reports whether the record of an event may hold what somebody said or who
// was there, and so may have to be erased once it is old.
func holdsText(e Event) bool {
	switch e.(type) {
	case messages.TimerFired, messages.Forgotten, messages.Erased, messages.Reconfigured, messages.PressureChanged, messages.Skipped:
		return false
	default:
		return true
	}
}

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
		if m := s.Seats[i].Manners; m != nil {
			fresh.Seats[i].Manners = &admission.State{Hushed: m.Hushed, Until: m.Until}
		}
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

// forgotten reports whether a line that was heard before, of which the
// transcript has e, is one whose text has to be gone from the journal, too.
func (s *State) forgotten(e *transcript.Row) bool {
	s.Forgot = s.Forgot && s.Lines.Last() < transcript.Resident
	return e != nil && e.Gone() || e == nil && s.Forgot
}

// eraseAgain has those of lines from the past erased that were deleted while they were
// looked up: the journal has them once more.
func (s *State) eraseAgain(lines []*messages.Line, out []Effect) []Effect {
	for _, l := range lines {
		if s.Seen.IsGone(l.ID) || s.Seen.Has(l.ID) && s.forgotten(s.Lines.Find(l.ID)) {
			out = s.eraseText(erasing.Text{Line: l.ID}, true, out)
		}
	}
	return out
}

// strikeLines blanks lines everywhere. What was to be answered is so no more.
func (s *State) strikeLines(goes func(transcript.Entry) bool, reason because.Reason, out []Effect) []Effect {
	out = s.closeForks(func(f *duty.Fork) bool {
		c := s.config.SeatOf(f.Familiar)
		return c != nil && f.About(c.Self, &s.Lines, goes)
	}, reason, out)
	for e := range s.Lines.Each() {
		if !goes(s.Lines.Entry(e)) {
			continue
		}
		for i := range s.Seats {
			if s.Lines.WaitsFor(e, i, s.Seats[i].Settled) {
				out = s.note(i, struck(s.Lines.ID(e), reason), out)
			}
		}
		s.Lines.Blank(e)
	}
	s.Reactions.Drop(&s.Lines)
	for i := range s.Seats {
		seat := &s.Seats[i]
		for _, e := range seat.Strike(goes) {
			out = s.note(i, struck(e.ID, reason), out)
		}
		s.Seats[i].Rewait(s.Lines.NewestWaiting(i, s.Seats[i].Settled))
	}
	if t := s.Turn; t != nil {
		for _, e := range t.Given {
			if goes(e) {
				out = s.note(t.Seat, struck(e.ID, reason), out)
			}
		}
		t.Given = slices.DeleteFunc(t.Given, goes)
	}
	return s.strikeAsked(goes, reason, out)
}

// struck is the note of a line that will not be answered: it is gone.
func struck(line messages.LineID, reason because.Reason) messages.Note {
	return messages.Note{Line: line, Act: messages.Settled, Rung: messages.ByDeleted, Reason: reason}
}

// strikeAsked takes lines out of the turn in flight. One that then answers
// nothing is called off, for that reason, unless it is with the network.
func (s *State) strikeAsked(going func(transcript.Entry) bool, reason because.Reason, out []Effect) []Effect {
	t := s.Turn
	if t == nil || !slices.ContainsFunc(t.Asked, going) {
		return out
	}
	if slices.ContainsFunc(t.Asked, func(e transcript.Entry) bool { return !going(e) }) {
		for _, e := range t.Asked {
			if !t.Composed && going(e) {
				out = s.note(t.Seat, struck(e.ID, reason), out)
			}
		}
		t.Asked = slices.DeleteFunc(t.Asked, going)
		return out
	}
	newest, out := s.makeTurnMoot(reason, out)
	if t.Asked = slices.DeleteFunc(t.Asked, going); t.Composed {
		return s.dropWaiting(newest, messages.ByDeleted, reason, out)
	}
	return s.callOff(newest, messages.ByDeleted, reason, out)
}

// makeTurnMoot has nothing made any more of the turn in flight that isn't with the network,
// as all it answers is gone, and returns the newest line of that. Of that line it is noted
// what becomes of the turn.
func (s *State) makeTurnMoot(reason because.Reason, out []Effect) (newest messages.LineID, _ []Effect) {
	t := s.Turn
	newest = t.Asked.NewestID()
	for _, e := range t.Asked {
		if e.ID != newest {
			out = s.note(t.Seat, struck(e.ID, reason), out)
		}
	}
	if t.Posts.Shown() { // an echo has shown that it stands there
		out = s.noteAll(t.Seat, t.Spoken(), out)
	}
	t.Posts.MakeMoot(posts.Moot{Line: newest, Why: because.Written(reason)})
	return newest, out
}

// callOff ends the turn wherever it is, by that rule. Parts that are with the
// network are no longer waited for.
func (s *State) callOff(line messages.LineID, rung messages.Rung, reason because.Reason, out []Effect) []Effect {
	t := s.Turn
	if t.Composed {
		return s.endTurn(out)
	}
	out = s.note(t.Seat, t.NoteOf(line, rung, reason), out)
	s.Turns.Withdraw(s.Seats[t.Seat].Familiar)
	return s.endTurn(t.Recall(out))
}

// unsayPosts blanks posts of ours. One that has become a line is settled by that:
// the network has shown it. One that hasn't keeps its text until it is. One that is not to
// be made any more has none, and stays: without it it would be made.
func (s *State) unsayPosts(goes func(*posts.Post) bool, out []Effect) []Effect {
	s.Strays.Drop(func(p *posts.Post) bool { return p.Moot == nil && goes(p) })
	if s.Turn == nil || !s.Turn.Posts.Unsay(goes) {
		return out
	}
	return s.releasePart(s.noteAll(s.Turn.Seat, s.Turn.Spoken(), out))
}
