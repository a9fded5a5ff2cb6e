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
	readText(&s, folded, &shapes{}, func(string, cues.Script) {})
	return s
}

// readText fills in the signs, which are zero, hands every word that may be a name to
// seen, and gives the head: the first word. A stretch without spaces is one.
func readText(s *Signs, folded string, names *shapes, seen func(word string, s cues.Script)) (head string) {
	folded = folded[:min(len(folded), longest)]
	for at := 0; s.Length < mostWords; {
		begin, end := cues.Plain(folded, at)
		if end < len(folded) && cues.Looks(folded[end]) {
			word, script, rest := cues.Next(folded[at:])
			if end = len(folded) - len(rest); script != cues.Spaced && word != "" {
				seen(word, script)
				s.readStretch(word, script, head == "", rest)
				if head == "" {
					head = word
				}
				at = end
				continue
			}
			begin = end - len(word)
		}
		if begin == end {
			break
		}
		initial, size := folded[begin], end-begin // which say enough of most words
		if at = end; names.has(initial, size) {
			seen(folded[begin:end], cues.Spaced)
		}
		if head == "" {
			head = folded[begin:end]
			m := cues.Head(folded[begin:], size)
			s.Asks, s.Ack = m.Has(cues.Asks), m.Has(cues.Nods)
			s.Calls = m&(cues.Asks|cues.Nods) == 0 && size > 1 && calling(folded[end:])
		}
		if s.Length < cues.Early && cues.MayThank(initial, size) && cues.IsThanks(folded[begin:end]) {
			s.Thanks = true
		}
		if isLong(initial, size) {
			s.Content.add(folded[begin:end])
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
