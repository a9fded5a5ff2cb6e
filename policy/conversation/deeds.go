package conversation

import (
	"slices"

	"familiar/messages"
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
		n := messages.Note{Line: r.Line, Act: messages.Settled, Rung: byReacted, Trigger: t.Trigger, N: t.N, Reason: r.Emoji}
		if refused := s.unreactable(all[:k], r); refused != "" {
			n.Rung, n.Reason = byRefused, "react: "+refused
		} else {
			out = append(out, messages.React{Channel: s.Channel, Account: s.cfg(t.Seat).Account, Familiar: s.Seats[t.Seat].Familiar, Line: r.Line, Emoji: r.Emoji})
		}
		out = s.note(t.Seat, n, out)
	}
	return out
}

// unreactable says why the turn can't add a reaction after these; "" when it
// can.
func (s *State) unreactable(before []messages.Reaction, r messages.Reaction) string {
	t := s.Turn
	e := s.Lines.Find(r.Line)
	switch {
	case slices.Contains(before, r):
		return "the same reaction twice"
	case len(before) >= reaction.Most:
		return "too many reactions"
	case reaction.Check(r.Emoji) != nil:
		return "not an emoji"
	case !s.maySpeak(t.Seat):
		return "it is not its turn"
	case r.Line == "" || e == nil || e.Gone() || !e.Shows(t.Seat) || e.No() > t.Upto:
		return "not a line it was shown"
	}
	return ""
}
