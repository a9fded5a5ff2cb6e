package conversation

import (
	"familiar/messages"
	"familiar/policy/language"
)

// Which language a channel is written in is heard from its first lines, and
// then from a few: a look at one costs as much as a third of a decision.
const (
	allHeard   = 16 // lines of which each is looked at
	heardAmong = 32 // of so many later ones the first is
)

// hearLanguage looks at a line of a human, if it is one of those to look at.
func (s *State) hearLanguage(no uint32, l *messages.Line) {
	if !l.Author.Bot && (no <= allHeard || no%heardAmong == 0) {
		s.Language.Hear(l.Text, &s.config.Room.Language)
	}
}

// tongue is the language in which the program itself speaks here.
func (s *State) tongue() language.Language { return s.Language.Guess(&s.config.Room.Language) }
