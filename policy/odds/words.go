package odds

import (
	"math/bits"

	"familiar/internal/fnv"
	"familiar/policy/cues"
)

// Words is a small set of words for asking roughly how many two texts share.
// It keeps no word, only one of 512 marks for each, so two words may be taken
// for one. The zero Words is empty.
type Words [8]uint64

// Limits of a set.
const (
	wordLetters = 5  // bytes of the shortest word that counts: shorter ones are in every text
	hangulBytes = 6  // the same of Hangul, without a particle: two syllables
	wordsMost   = 64 // marks; a fuller set would share words with any text
)

// WordsOf returns the set of a folded text's words, its first 64 or so. A card
// is read by it once, when a configuration is made.
func WordsOf(folded string) Words {
	var w Words
	for rest := folded; rest != "" && w.Count() < wordsMost; {
		var word string
		var script cues.Script
		if word, script, rest = cues.Next(rest); word != "" {
			w.addWord(word, script)
		}
	}
	return w
}

// addWord adds a word if it is one of the longer ones, or those of a stretch.
func (w *Words) addWord(word string, s cues.Script) {
	switch {
	case s == cues.Spaced:
		if isLong(word[0], len(word)) {
			w.add(word)
		}
	case s == cues.Hangul:
		w.addHangul(word)
	default:
		for word != "" {
			var p cues.Piece
			p, word = cues.Cut(word)
			w.addPiece(p)
		}
	}
}

// isLong reports whether a word of a script with spaces counts, by its first byte and how
// many it has. Greek, Cyrillic and the scripts of the Near East take two a letter.
func isLong(initial byte, size int) bool {
	const greek, arabic = 0xcd, 0xdf
	return size >= wordLetters && (initial < greek || initial > arabic || size >= 2*wordLetters)
}

func (w *Words) add(word string) {
	h := hashWord(word)
	w[h>>6&7] |= 1 << (h & 63)
}

// Count returns how many marks the set holds.
func (w Words) Count() int {
	n := 0
	for _, part := range w {
		n += bits.OnesCount64(part)
	}
	return n
}

var noWords Words

// orNone returns the set; of nil an empty one, which isn't to be changed.
func (w *Words) orNone() *Words {
	if w == nil {
		return &noWords
	}
	return w
}

// shared returns how many marks of w are in one of two sets.
func (w *Words) shared(a, b *Words) int {
	n := 0
	for i := 0; i < len(w)-1; i += 2 { // two at a time, of which seldom one is
		first, second := w[i]&(a[i]|b[i]), w[i+1]&(a[i+1]|b[i+1])
		if first|second != 0 {
			n += bits.OnesCount64(first) + bits.OnesCount64(second)
		}
	}
	return n
}

// join adds b to w. A set that would become too full starts again with b
// alone, so it speaks of recent lines only.
func (w *Words) join(b *Words) {
	both := *w
	for i := range both {
		both[i] |= b[i]
	}
	if both.Count() > wordsMost {
		both = *b
	}
	*w = both
}

// hashWord spreads a word of [wordLetters] bytes or more over 64 bits by its
// length, its first eight bytes and its last eight: words that agree in these
// count as one. A line has many words, and hash takes them byte by byte.
func hashWord(word string) uint64 {
	var first, last uint64
	if len(word) < 8 {
		first, last = uint64(four(word)), uint64(four(word[len(word)-4:]))
	} else {
		end := word[len(word)-8:]
		first = uint64(four(word)) | uint64(four(word[4:]))<<32
		last = uint64(four(end)) | uint64(four(end[4:]))<<32
	}
	h := (first ^ uint64(len(word))<<56) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ last) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// four returns the first four bytes of a text as a number.
func four(text string) uint32 {
	return uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
}

// hash spreads a text over 64 bits: FNV-1a, its bits mixed once more by the
// finaliser of MurmurHash3, since FNV's low bits of short words are alike.
func hash[T ~string](text T) uint64 {
	h := fnv.Sum(text)
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	return h ^ h>>33
}
