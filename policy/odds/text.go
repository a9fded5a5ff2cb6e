package odds

import "familiar/policy/cues"

// Signs is what a line's text says by itself, the same for every familiar.
type Signs struct {
	Length  int   // words, about so many in a script without spaces; at most 255
	Asks    bool  // begins like a question, or with a request; without spaces, holds the word of one
	Thanks  bool  // thanks somebody, early on
	Ack     bool  // begins with a yes, no, ok, laugh or greeting
	Calls   bool  // begins like "somebody: "
	Content Words // its longer words
}

// Limits of what is read.
const (
	longest   = 512 // bytes of a line
	mostWords = 255
)

// ReadText returns the signs of a folded line. Only its first 512 bytes count.
func ReadText(folded string) Signs {
	var s Signs
	readText(&s, folded, nil)
	return s
}

// readText fills in the signs, which are zero, hands every word to seen, if there is
// one, and gives the head: the first word. A stretch without spaces is one.
func readText(s *Signs, folded string, seen func(word string, s cues.Script)) (head string) {
	if len(folded) > longest {
		folded = folded[:longest]
	}
	rest := folded
	for s.Length < mostWords {
		script := cues.Spaced
		word, behind := cues.Plain(rest)
		if behind != "" && cues.Looks(behind[0]) {
			word, script, behind = cues.Next(rest)
		}
		if rest = behind; word == "" {
			break
		}
		if seen != nil {
			seen(word, script)
		}
		begins := head == ""
		if begins {
			head = word
		}
		if script != cues.Spaced {
			s.readStretch(word, script, begins, rest)
			continue
		}
		if begins {
			at := len(folded) - len(rest) - len(word)
			m := cues.Head(folded[at:], len(word))
			s.Asks, s.Ack = m.Has(cues.Asks), m.Has(cues.Nods)
			s.Calls = m&(cues.Asks|cues.Nods) == 0 && len(word) > 1 && calling(rest)
		}
		if s.Length < cues.Early && cues.IsThanks(word) {
			s.Thanks = true
		}
		if isLong(word) {
			s.Content.add(word)
		}
		s.Length++
	}
	return head
}

// calling reports whether what follows the first word makes that a call.
func calling(rest string) bool {
	if rest == "" || rest[0] != ':' && rest[0] != ',' {
		return callingWide(rest)
	}
	return len(rest) == 1 || rest[0] == ',' || rest[1] == ' '
}
