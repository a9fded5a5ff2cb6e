package ladder

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// in reports whether a canonical text holds the name at its boundaries.
func (w *word) in(text string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], w.text)
		if i < 0 {
			return false
		}
		i += from
		if (!w.start || boundary(text, i)) && (!w.end || boundary(text, i+len(w.text))) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		from = i + size
	}
}

// boundary reports whether a word begins or ends right before text[at].
func boundary(text string, at int) bool {
	before, after := false, false
	if at > 0 {
		r, _ := utf8.DecodeLastRuneInString(text[:at])
		before = inWord(r)
	}
	if at < len(text) {
		r, _ := utf8.DecodeRuneInString(text[at:])
		after = inWord(r)
	}
	return before != after
}

// inWord reports whether r can be part of a word: what Python's \w matches.
func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

// canonical maps letters that differ only in case to one of them, also if both are
// small: ſ is s, ς is σ. Other text is returned unchanged, without an allocation.
func canonical(folded string) string {
	for i := 0; i < len(folded); i++ {
		if folded[i] >= utf8.RuneSelf {
			return strings.Map(smallest, folded)
		}
	}
	return folded
}

func smallest(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return unicode.ToLower(least)
}
