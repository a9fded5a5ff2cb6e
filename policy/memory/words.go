package memory

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"familiar/policy/ladder"
)

// How long a word has to be to say what a text is about. Shorter ones are mostly grammar,
// but for names.
const (
	minLetters = 4
	minName    = 2
)

// folded returns a text as it is compared: capitals, width and composition don't
// matter.
func folded(text string) string { return ladder.FoldLine(norm.NFC.String(text)) }

// wordsOf returns what a text may share with another: its words of at least so many
// letters, and where words have no spaces between them every two characters that stand
// together.
func wordsOf(text string, least int) map[string]bool {
	words := map[string]bool{}
	text = folded(text)
	begin, pair := -1, -1 // of the word and of the character before
	end := func(at int) {
		if begin >= 0 && utf8.RuneCountInString(text[begin:at]) >= least {
			words[text[begin:at]] = true
		}
		begin = -1
	}
	for i, r := range text {
		dense := unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー'
		switch {
		case dense:
			end(i)
			if pair >= 0 {
				words[text[pair:i+utf8.RuneLen(r)]] = true
			}
			pair = i
			continue
		case unicode.In(r, unicode.L, unicode.M, unicode.N):
			if begin < 0 {
				begin = i
			}
		default:
			end(i)
		}
		pair = -1
	}
	end(len(text))
	return words
}
