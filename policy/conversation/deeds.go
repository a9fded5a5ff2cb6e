package conversation

import (
	"slices"
	"strconv"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/reaction"
)

// deeds does what a composed turn wants done besides its text.
func (s *State) deeds(c messages.Composed, out []Effect) []Effect {
	out = s.react(c.Reactions, out)
	out = s.amend(c.Edits, out)
	if c.Fork != (messages.Fork{}) {
		out = s.beginFork(c.Fork, out)
	}
	return out
}

// react adds the turn's reactions to lines it was shown.
func (s *State) react(all []messages.Reaction, out []Effect) []Effect {
	t := s.Turn
	for k, r := range all {
		n := t.NoteOf(r.Line, messages.ByReacted, because.Says(r.Emoji))
		if refused := s.unreactable(all[:k], r); refused != nil {
			n.Rung, n.Reason = messages.ByRefused, because.Undone{Deed: because.React, Why: refused}
		} else {
			out = append(out, messages.React{Channel: s.Channel, Account: s.cfg(t.Seat).Account, Familiar: s.Seats[t.Seat].Familiar, Line: r.Line, Emoji: r.Emoji})
		}
		out = s.note(t.Seat, n, out)
	}
	return out
}

// unreactable says why the turn can't add a reaction after these; nil when it
// can.
func (s *State) unreactable(before []messages.Reaction, r messages.Reaction) because.Reason {
	t := s.Turn
	e := s.Lines.Find(r.Line)
	switch {
	case slices.Contains(before, r):
		return because.ReactedTwice
	case len(before) >= reaction.Most:
		return because.TooManyReactions
	case reaction.Check(r.Emoji) != nil:
		return because.NoEmoji
	case !s.maySpeak(t.Seat):
		return because.NotItsTurn
	case r.Line == "" || e == nil || e.Gone() || !s.Lines.Shows(e, t.Seat) || s.Lines.No(e) > t.Upto:
		return because.NotShownLine
	}
	return nil
}

// attach adds a file to what the turn will post, as a part of its own.
func (s *State) attach(part int, f messages.File, out []Effect) []Effect {
	t := s.Turn
	if refused := t.Refuses(&f); refused != nil {
		return s.note(t.Seat, t.NoteOf("", messages.ByRefused, because.Undone{Deed: because.File, Part: part + 1, Why: refused}), out)
	}
	t.AddFile(s.postID(t.Seat, t.N, strconv.Itoa(part), f.Text), part, f, s.Now)
	return out
}
