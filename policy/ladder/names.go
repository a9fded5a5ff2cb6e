package ladder

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Match is how names are looked for in a line.
type Match string

// The ways of looking for a name.
const (
	// Auto finds long names anywhere, even inside a word, since many languages
	// attach endings to a name or put no space beside it. A name under three
	// letters must not touch other letters: "al" isn't in "also". A name is also
	// found as typed without accents, in umlauts' other spelling and without a Russian
	// ending: René is "rene", Jörg is "joerg", Алёна is in "алёне".
	Auto Match = "auto"

	// Substring finds every name anywhere, however short.
	Substring Match = "substring"

	// Word finds names between two word boundaries, as \b does in Python with
	// re.IGNORECASE: a boundary lies where a letter, digit or underscore meets
	// anything else. So a name that ends in a full stop is found only right
	// before a letter.
	Word Match = "word"
)

// Names are the names of one familiar, ready for matching. The zero Names is in no
// line. It is never changed and may be shared.
type Names struct {
	parts []string // found anywhere
	stems []string // the same of declined names, which are called by their first case only
	words []word   // found at boundaries
}

// A word is a name that must begin or end at a word boundary.
type word struct {
	text       string
	start, end bool
}

// CompileNames folds names and prepares them for matching. A name without a visible
// character is left out, as it would be in every line. An unknown mode counts as
// [Auto].
func CompileNames(mode Match, names ...string) Names {
	var n Names
	all, stems := spellings(mode, names)
	n.stems = stems
	for _, name := range all {
		switch {
		case strings.TrimSpace(name) == "":
		case mode == Word:
			n.words = append(n.words, word{text: canonical(name), start: true, end: true})
		case mode != Substring && letters(name) < 3:
			first, _ := utf8.DecodeRuneInString(name)
			last, _ := utf8.DecodeLastRuneInString(name)
			n.words = append(n.words, word{text: canonical(name), start: inWord(first), end: inWord(last)})
		default:
			n.parts = append(n.parts, name)
		}
	}
	return n
}

// In reports whether a folded line contains one of the names.
func (n *Names) In(folded string) bool {
	for _, part := range n.parts {
		if strings.Contains(folded, part) {
			return true
		}
	}
	for _, stem := range n.stems {
		if strings.Contains(folded, stem) {
			return true
		}
	}
	if len(n.words) == 0 {
		return false
	}
	text := canonical(folded)
	for i := range n.words {
		if n.words[i].in(text) {
			return true
		}
	}
	return false
}

// letters returns how many letters a name has. A syllable or a sign of a script
// that puts a whole one in a character counts as two, so that names such as
// 나비 or 小明 aren't short: their scripts put no boundary beside them.
func letters(name string) int {
	n := 0
	for _, r := range name {
		n++
		if wholeSign(r) {
			n++
		}
	}
	return n
}

// wholeSign reports whether a character is of a script that puts a syllable or
// a word in each, and no boundary beside a name.
func wholeSign(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}
