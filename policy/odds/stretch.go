package odds

import (
	"strings"

	"familiar/policy/cues"
)

// How long a stretch before a comma may be to be a name there, in bytes; what is
// longer is a clause. Names from other languages are longer.
const (
	nameBytesHan  = 4 * 3
	nameBytesKata = 8 * 3
)

// readStretch takes in a stretch without spaces, or a word of Hangul; begins
// says that the line begins with it, and rest is what follows.
func (s *Signs) readStretch(stretch string, script cues.Script, begins bool, rest string) {
	var m cues.Marks
	if script == cues.Hangul || script == cues.Jamo {
		m = cues.InHangul(stretch, begins, s.Length)
		s.Length++
		if script == cues.Hangul {
			s.Content.addHangul(stretch)
		}
	} else {
		m = cues.In(stretch, s.Length)
		s.addPieces(stretch)
	}
	s.Asks = s.Asks || m.Has(cues.Asks)
	s.Thanks = s.Thanks || m.Has(cues.Thanks)
	s.Ack = s.Ack || m.Has(cues.Nods)
	most := nameBytesHan
	if script == cues.Kata {
		most = nameBytesKata
	}
	s.Calls = s.Calls || begins && m == 0 && len(stretch) <= most && calling(rest)
}

// addPieces adds the length of a stretch and its longer words.
func (s *Signs) addPieces(stretch string) {
	for stretch != "" {
		var p cues.Piece
		p, stretch = cues.Cut(stretch)
		s.Length = min(mostWords, s.Length+p.Words)
		s.Content.addPiece(p)
	}
}

// addHangul adds a word of Hangul without its particle.
func (w *Words) addHangul(word string) {
	if stem := cues.Stem(word); len(stem) >= hangulBytes {
		w.add(stem)
	}
}

// addPiece adds the longer words of a piece: of Han, every two neighbours of which
// none is in every text; of Katakana, in which words from other languages are
// written, what stands together. Hiragana is endings and particles mostly.
func (w *Words) addPiece(p cues.Piece) {
	const char = 3    // bytes of nearly all of them
	switch p.Script { //nolint:exhaustive // of the others nothing is a word by itself
	case cues.Kata:
		if len(p.Text) >= 3*char {
			w.add(p.Text)
		}
	case cues.Han:
		for i := 0; i+2*char <= len(p.Text); i += char {
			if !cues.IsCommon(p.Text[i:i+char]) && !cues.IsCommon(p.Text[i+char:i+2*char]) {
				w.add(p.Text[i : i+2*char])
			}
		}
	}
}

// callingWide is calling by the wide signs.
func callingWide(rest string) bool {
	return strings.HasPrefix(rest, "，") || strings.HasPrefix(rest, "：") || strings.HasPrefix(rest, "、")
}
