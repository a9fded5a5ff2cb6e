package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
	"familiar/policy/effect"
	"familiar/policy/memory"
	"familiar/policy/posts"
	"familiar/policy/transcript"
)

// forgetLine takes a line out of the state.
func (s *State) forgetLine(id messages.LineID, out []Effect) []Effect {
	out = s.Seats.ForgetMemories(memory.Gone{Line: id}, out)
	out = s.strikeLines(func(e transcript.Entry) bool { return e.ID == id }, because.LineDeleted, out)
	out = s.unsayPosts(func(p *posts.Post) bool { return p.Line == id }, out)
	out = s.endEffects(func(w *effect.Watch) []effect.Ending { return w.Remove(id) }, "", out)
	return s.Ties.UprootAll(func(line messages.LineID) bool { return line == id }, out)
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
		seat.Rewait(s.Lines.NewestWaiting(i, seat.Settled))
	}
	if t := s.Turn; t != nil {
		for _, e := range t.StrikeGiven(goes) {
			out = s.note(t.Seat, struck(e.ID, reason), out)
		}
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
		t.StrikeAsked(going)
		return out
	}
	newest, out := s.makeTurnMoot(reason, out)
	if t.StrikeAsked(going); t.Composed {
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
		out = s.noteSpoken(out)
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
	return s.releasePart(s.noteSpoken(out))
}
