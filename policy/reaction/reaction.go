// Package reaction says which emoji a familiar may add to a line.
//
// One emoji as Unicode has it, with its skin tone, joiners and flag letters, or
// a network's own by its name between colons. It knows no network: one that
// lacks the emoji drops the reaction. actors/agent refuses what [Check] does
// while the model can still choose another; policy/conversation, which trusts
// nothing that comes from outside, asks again.
package reaction

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Most is how many reactions one turn may add.
const Most = 5

const (
	mostRunes = 12 // of one emoji: a family is 7, a flag of a region 7
	mostName  = 64 // bytes of a name, colons included
)

// ErrEmoji says that a text is no emoji.
var ErrEmoji = errors.New("want one emoji such as 👍, or a name between colons as in \":tada:\"")

// Check returns [ErrEmoji] unless the text is one emoji.
func Check(text string) error {
	if isName(text) || isEmoji(text) {
		return nil
	}
	return ErrEmoji
}

// isName reports whether a text is a name between colons: ASCII letters,
// digits, _, + and -.
func isName(text string) bool {
	if len(text) < 3 || len(text) > mostName || text[0] != ':' || text[len(text)-1] != ':' {
		return false
	}
	return !strings.ContainsFunc(text[1:len(text)-1], func(r rune) bool {
		return r >= utf8.RuneSelf || r != '_' && r != '+' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Runes that only stand beside others; Unicode Technical Standard 51, 1.4.
const (
	joiner   = 0x200D // zero width joiner: what follows is part of the same
	asEmoji  = 0xFE0F // variation selector 16: shown as emoji, not as text
	keycap   = 0x20E3 // combining enclosing keycap
	tagFirst = 0xE0020
	tagLast  = 0xE007F // cancel tag, ends the flag of a region
)

// isEmoji reports whether a text is one emoji: a symbol and its modifiers, two
// letters of a flag, a keycap, or several symbols that are joined.
func isEmoji(text string) bool {
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > mostRunes {
		return false
	}
	symbols, letters, joined := 0, 0, false
	for i, r := range text {
		switch {
		case r == joiner:
			joined = true
			continue
		case r == asEmoji || r == keycap || isTone(r) && i > 0 || r >= tagFirst && r <= tagLast:
			if i == 0 {
				return false
			}
		case r >= 0x1F1E6 && r <= 0x1F1FF: // regional indicators
			letters++
		case isSymbol(r) || strings.HasSuffix(text, string(rune(keycap))) && strings.ContainsRune("0123456789#*", r):
			if !joined {
				symbols++
			}
		default:
			return false
		}
		joined = false
	}
	return !joined && (symbols == 1 && letters == 0 || symbols == 0 && letters == 2)
}

func isTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// isSymbol reports whether an emoji can begin with r: the blocks of
// pictographs, and the symbols among older ones that are shown as emoji.
func isSymbol(r rune) bool {
	switch {
	case r >= 0x1F300 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF, r == 0x1F004, r == 0x1F0CF:
		return true
	case r >= 0x2190 && r <= 0x21FF, r >= 0x2300 && r <= 0x23FF, r >= 0x25A0 && r <= 0x25FF, r >= 0x2B00 && r <= 0x2BFF, r >= 0x1F100 && r <= 0x1F2FF:
		return true
	}
	return strings.ContainsRune("©®‼⁉™ℹⓂ⤴⤵〰〽㊗㊙", r)
}
