// Package language guesses which language a channel is written in, so that a
// notice of the program's own can be said in it.
//
// The rules: a line votes for one language or for none. Where another script
// than Latin has most of its letters, the script says which; in Latin letters
// the commonest small words do, of which a line needs two, and more than any
// other language has. Only the line's first 120 bytes and twelve words are looked
// at, without addresses and mentions. The channel's language is the one with at
// least three votes and more than half of them all; else the configured one.
// Votes are halved as they grow, so a channel that changes its language is
// followed after some thirty lines.
//
// It knows letters and small words of some twenty languages. It does not know
// people, familiars or what a notice says, and the model is never told: it
// reads the lines itself. policy/conversation calls [State.HearLine] for each line and [State.Guess] when a notice is to be said.
package language

import "familiar/messages"

// A Language is its two-letter code in ISO 639-1: "en", "de", "zh".
type Language string

// What a State keeps.
const (
	mostVotes = 4  // languages at a time
	fullVotes = 32 // votes for one at which all are halved
	sureVotes = 3  // votes from which a guess is worth more than the fallback
)

// A look at a line costs as much as a third of a decision: a channel's first lines are
// looked at, and then a few.
const (
	allHeard   = 16 // lines of which each is looked at
	heardAmong = 32 // of so many later ones the first is
)

// A State is one channel's. The zero State has heard nothing.
type State struct {
	Votes []Vote `json:"v,omitempty"` // at most four, of different languages
}

// A Vote is how often a language was heard of late.
type Vote struct {
	Language Language `json:"l"`
	Lines    uint8    `json:"n"`
}

// HearLine takes in a line, the channel's of that number, if it is one of those to look
// at: they are humans'.
func (s *State) HearLine(no uint32, l *messages.Line, c *Config) {
	if !l.Author.Bot && (no <= allHeard || no%heardAmong == 0) {
		s.hear(l.Text, c)
	}
}

// hear takes in a line of a human. While nothing is to be guessed it keeps
// nothing.
func (s *State) hear(text string, c *Config) {
	if !c.Guess {
		s.Votes = nil
		return
	}
	l, ok := Of(text)
	if !ok {
		return
	}
	rarest := 0
	for i := range s.Votes {
		if s.Votes[i].Language == l {
			s.vote(i)
			return
		}
		if s.Votes[i].Lines <= s.Votes[rarest].Lines {
			rarest = i
		}
	}
	if len(s.Votes) < mostVotes {
		s.Votes = append(s.Votes, Vote{l, 1})
		return
	}
	if s.Votes[rarest].Lines--; s.Votes[rarest].Lines == 0 { // a fifth language wears the rarest down
		s.Votes[rarest] = Vote{l, 1}
	}
}

// vote counts one more for vote i.
func (s *State) vote(i int) {
	if s.Votes[i].Lines++; s.Votes[i].Lines < fullVotes {
		return
	}
	kept := s.Votes[:0]
	for _, v := range s.Votes {
		if v.Lines /= 2; v.Lines > 0 {
			kept = append(kept, v)
		}
	}
	s.Votes = kept
}

// Guess returns the channel's language, or the configured one where that isn't
// clear.
func (s *State) Guess(c *Config) Language {
	if !c.Guess || len(s.Votes) == 0 {
		return c.Fallback
	}
	best, all := s.Votes[0], 0
	for _, v := range s.Votes {
		all += int(v.Lines)
		if v.Lines > best.Lines {
			best = v
		}
	}
	if best.Lines < sureVotes || 2*int(best.Lines) <= all {
		return c.Fallback
	}
	return best.Language
}
