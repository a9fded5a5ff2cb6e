package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/effect"
	"familiar/policy/odds"
	"familiar/policy/reaction"
	"familiar/policy/transcript"
)

// takeReaction keeps a reaction with its line, or takes it away. It is context: it
// is decided on by nobody, arms nothing and moves no credit. One to a line that
// isn't resident is dropped, as is one by somebody whose lines are.
func (s *State) takeReaction(r messages.Reacted, out []Effect) []Effect {
	e := s.Lines.Find(r.Line)
	switch {
	case r.Line == "" || e == nil || e.Gone():
	case r.Removed:
		s.Reactions.Remove(s.Lines.No(e), r.Emoji, r.By.ID)
	case r.By.ID != "" && reaction.Check(r.Emoji) == nil && s.welcomes(r.By):
		if s.Reactions == nil {
			s.Reactions = &transcript.Reactions{}
		}
		s.Reactions.Add(s.Lines.No(e), r.Emoji, r.By)
		if !r.By.Bot && s.Book.Speaker(r.By.ID) < 0 {
			out = s.endEffects(func(w *effect.Watch) []effect.Ending { return w.React(r.Line, r.Emoji, odds.KeyOf(r.By.ID)) }, r.By.ID, out)
		}
	}
	return out
}

// welcomes reports whether what that person does is heard at all.
func (s *State) welcomes(by messages.Author) bool {
	return s.Book.Speaker(by.ID) >= 0 ||
		!slices.Contains(s.config.Room.Ignore, by.ID) && s.Admission.Admits(&messages.Line{Author: by, DM: s.DM})
}
